// Whether a call to a carrier failed: one rule for logging, searching and showing calls.

/** This status and higher ones are refusals. */
export const failedStatus = 400;

/** `trouble`: the kind, or "" if the carrier answered. */
export function hasFailed({ status, trouble }: { status: number; trouble: string }): boolean {
  return trouble !== '' || status >= failedStatus;
}
