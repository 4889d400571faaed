// A machine whose clock is wrong.
import { secondMs } from '../domain/time/durations.ts';

/** "This machine's clock is 120 seconds ahead of the database's." */
export function clockSentence(machineAheadMs: number): string {
  const seconds = Math.abs(Math.round(machineAheadMs / secondMs));
  const side = machineAheadMs < 0 ? 'behind' : 'ahead of';
  return `This machine's clock is ${seconds} ${seconds === 1 ? 'second' : 'seconds'} ${side} the database's.`;
}
