// The tolerated differences between clocks.
import { minuteMs, secondMs } from './durations.ts';

/** A time further ahead than this was written by a wrong clock. */
export const longestSkewMs = 10 * minuteMs;

/**
 * Clocks on a time service differ by milliseconds; an operator should look at a machine that is off by more than this.
 */
const mostMachineAheadMs = 10 * secondMs;

export function isClockWrong(machineAheadMs: number): boolean {
  return Math.abs(machineAheadMs) > mostMachineAheadMs;
}
