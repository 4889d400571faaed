// Evenly spaced moments, as customers arrive, whether or not earlier requests were answered.
import { setTimeout as delay } from 'node:timers/promises';

export type Pace = { perSecond: number; seconds: number };

/**
 * Each moment as it comes, with the time since it was due. Delays count; a timer that fired early does not.
 */
export async function* atPace({ perSecond, seconds }: Pace): AsyncGenerator<number> {
  const began = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = began + (n * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await delay(wait);
    yield Math.min(due, performance.now());
  }
}
