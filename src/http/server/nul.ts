// NUL is the one character that databases cannot store in a text. It is never typed on purpose, so a request that
// contains it is refused where its texts are read: bodies when parsed, paths and queries with their shapes, and
// credentials.
import { type Issue, mostIssues } from '../../domain/refusal.ts';

export function holdsNul(text: string): boolean {
  return text.includes('\0');
}

/** An issue for each text that contains NUL, with its path. */
export function nulIssues(value: unknown): Issue[] {
  const issues: Issue[] = [];
  collect(value, [], issues);
  return issues;
}

function collect(value: unknown, path: string[], issues: Issue[]): void {
  if (issues.length >= mostIssues) return;
  if (typeof value === 'string') {
    if (!holdsNul(value)) return;
    const name = path.length === 0 ? 'The body' : path.join('.');
    issues.push({ path: [...path], sentence: `${name} must not contain the character NUL.` });
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) {
      path.push(name);
      collect((value as Record<string, unknown>)[name], path, issues);
      path.pop();
    }
  }
}
