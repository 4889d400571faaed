// Checks a part of a request against its shape and describes problems in sentences that a person can act on. Every
// problem is reported with its path, in the order of the request.
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { once } from '../../domain/once.ts';
import { type Issue, mostIssues } from '../../domain/refusal.ts';
import { shownValue } from '../../domain/shown-value.ts';

Settings.Set({ maxErrors: mostIssues });

export type ShapeCheck = (value: unknown) => Issue[];

/** In a query, a field that is given twice becomes a list. */
type Part = 'query' | 'other';

export function shapeCheck(schema: TSchema, part: Part = 'other'): ShapeCheck {
  // Compiled on first use: compiling all shapes would be a large part of the start.
  const compiled = once(() => Compile(schema));
  return (value) => {
    const validator = compiled();
    if (validator.Check(value)) return [];
    const issues: Issue[] = [];
    const seen = new Set<string>();
    for (const error of validator.Errors(value)) {
      for (const issue of issuesFrom(error, value, part)) {
        const place = issue.path.join('/');
        // One sentence per place: the first failed rule is the one to fix first.
        if (!seen.has(place)) issues.push(issue);
        seen.add(place);
      }
    }
    return issues;
  };
}

type ShapeError = {
  keyword: string;
  instancePath: string;
  params: object;
  message: string;
};

function issuesFrom(error: ShapeError, root: unknown, part: Part): Issue[] {
  const path = pathFrom(error.instancePath);
  if (error.keyword === 'required' && 'requiredProperties' in error.params) {
    const missing = error.params.requiredProperties as string[];
    return missing.map((name) => ({
      path: [...path, name],
      sentence: `${[...path, name].join('.')} is missing. Send it.`,
    }));
  }
  const name = path.length === 0 ? 'The body' : path.join('.');
  const value = valueAt(root, path);
  if (part === 'query' && Array.isArray(value))
    return [{ path, sentence: `${name} is given more than once. Send it once.` }];
  return [{ path, sentence: `${name} ${error.message}; it is ${shownValue(value)}.` }];
}

/** "/items/0/weight" → ["items", "0", "weight"], with JSON Pointer's escapes undone. */
function pathFrom(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
