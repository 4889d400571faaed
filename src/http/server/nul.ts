// The one character that no database keeps in a text. Nobody types it and nothing is found by it, so a request that
// holds it is refused where its texts come in: bodies when they are read, paths and queries with their shapes, and
// credentials.
import { type Issue, mostIssues } from '../../domain/refusal.ts';

export function holdsNul(text: string): boolean {
  return text.includes('\0');
}

/** An issue for each text that holds it, with the path that leads there. */
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
