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

/** "This machine's clock is 120 seconds ahead of the database's." */
export function clockSentence(machineAheadMs: number): string {
  const seconds = Math.abs(Math.round(machineAheadMs / secondMs));
  const side = machineAheadMs < 0 ? 'behind' : 'ahead of';
  return `This machine's clock is ${seconds} ${seconds === 1 ? 'second' : 'seconds'} ${side} the database's.`;
}
