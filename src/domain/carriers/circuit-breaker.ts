// Stops asking a carrier that keeps failing, so that its slowness is not paid on every quote: after some failures in
// a row it is left alone for a while, then one quote tries again. The clock is passed in.

export type CircuitBreaker = {
  /** Whether the carrier may be asked now. While it is being tried again, only the first asker may. */
  mayAsk(nowMs: number): boolean;
  succeeded(): void;
  failed(nowMs: number): void;
  isOpen(nowMs: number): boolean;
  /** Since its last success. */
  hasFailed(): boolean;
  /** Nobody may ask but one who tries whether it is well again. */
  isTripped(): boolean;
};

const failuresToOpen = 5;
const pauseMs = 30_000;

export function circuitBreaker(): CircuitBreaker {
  let failures = 0;
  let closedUntilMs = 0;
  // Farther ahead than a pause it was put by a clock that was wrong then.
  const isClosed = (nowMs: number): boolean =>
    nowMs < closedUntilMs && closedUntilMs <= nowMs + pauseMs;
  return {
    mayAsk: (nowMs) => {
      if (failures < failuresToOpen) return true;
      if (isClosed(nowMs)) return false;
      // One trial; the others go on being refused until it has succeeded or failed.
      closedUntilMs = nowMs + pauseMs;
      return true;
    },
    succeeded: () => {
      failures = 0;
    },
    failed: (nowMs) => {
      failures += 1;
      if (failures >= failuresToOpen) closedUntilMs = nowMs + pauseMs;
    },
    isOpen: (nowMs) => failures >= failuresToOpen && isClosed(nowMs),
    hasFailed: () => failures > 0,
    isTripped: () => failures >= failuresToOpen,
  };
}
