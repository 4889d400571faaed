// One line of the doctor's report.
export type Finding = { check: string; status: 'ok' | 'warning' | 'problem'; detail: string };

/** Some system errors have only a code. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}
