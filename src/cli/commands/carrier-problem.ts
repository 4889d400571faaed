// Problems in a carrier's files with their places, in words.
import { colours } from '../output.ts';

/** `line`: 0 for the whole file. */
export type FilePlace = { file: string; line: number; column: number; field?: string };

export type CarrierProblem = FilePlace & {
  severity: 'error' | 'warning';
  code: string;
  value: string;
  message: string;
};

export function describeProblem(problem: Omit<CarrierProblem, 'code'>): string {
  const { severity, field = '', value, message } = problem;
  const kind = severity === 'warning' ? 'warning: ' : '';
  // Most messages begin with the key.
  const what = message.startsWith(field) ? { value } : { field, value };
  return `${describePlace(problem)} ${kind}${message}${describeValue(what)}`;
}

export function describePlace({ file, line, column }: FilePlace): string {
  return colours.bold(line === 0 ? file : `${file}:${line}:${column}`);
}

export function describeValue({ field = 'it', value }: { field?: string; value: string }): string {
  return value === '' ? '' : ` (${field} is "${value}")`;
}
