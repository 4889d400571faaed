// How far clocks may differ. Machines whose clocks are right differ by seconds; one that lies by more was wrong, and what was
// written by it lies in a future that nobody waits for.
import { minuteMs } from './durations.ts';

export const mostSkewMs = 10 * minuteMs;
