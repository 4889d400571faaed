// Stops calls to a carrier that keeps failing, so that it does not slow every quote down: after several failures in a row, calls
// pause for a while, then one call tries again.

export type CircuitBreaker = {
  /** Whether a call may be made now. After a pause, only the first call may. */
  mayAsk(nowMs: number): boolean;
  succeeded(): void;
  failed(nowMs: number): void;
  isOpen(nowMs: number): boolean;
  /** Whether a call has failed since the last success. */
  hasFailed(): boolean;
  /** Whether the breaker is open, or waits for the result of the first call after a pause. */
  isTripped(): boolean;
};

const failuresToOpen = 5;
const pauseMs = 30_000;

export function circuitBreaker(): CircuitBreaker {
  let failures = 0;
  let closedUntilMs = 0;
  // A time further ahead than a pause was set by a wrong clock.
  const isClosed = (nowMs: number): boolean =>
    nowMs < closedUntilMs && closedUntilMs <= nowMs + pauseMs;
  return {
    mayAsk: (nowMs) => {
      if (failures < failuresToOpen) return true;
      if (isClosed(nowMs)) return false;
      // One trial call; the others wait for its result.
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
