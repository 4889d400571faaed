// Problems in a carrier's files with their places, in words.
import type { DraftProblem } from '../../application/ports.ts';
import type { FilePosition } from '../../domain/csv/csv.ts';
import { colours } from '../output.ts';

export function describeProblem(problem: Omit<DraftProblem, 'code'>): string {
  const { severity, field = '', value, message } = problem;
  const kind = severity === 'warning' ? 'warning: ' : '';
  // Most messages begin with the key.
  const what = message.startsWith(field) ? { value } : { field, value };
  return `${describePlace(problem)} ${kind}${message}${describeValue(what)}`;
}

export function describePlace({ file, line, column }: FilePosition): string {
  return colours.bold(line === 0 ? file : `${file}:${line}:${column}`);
}

export function describeValue({ field = 'it', value }: { field?: string; value: string }): string {
  return value === '' ? '' : ` (${field} is "${value}")`;
}
