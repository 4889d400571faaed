// How far clocks may differ.
import { minuteMs, secondMs } from './durations.ts';

/** What lies farther ahead than this was written by a clock that was wrong, in a future that nobody waits for. */
export const mostSkewMs = 10 * minuteMs;

/** Clocks that are kept by a time service differ by milliseconds; a machine off by more than this needs a person. */
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
