// Whether a call to a carrier failed: one rule for what is kept, found and shown.

/** From this status on the carrier's answer is a refusal. */
export const failedStatus = 400;

/** `trouble` is the kind of trouble, empty when there was an answer. */
export function hasFailed({ status, trouble }: { status: number; trouble: string }): boolean {
  return trouble !== '' || status >= failedStatus;
}
