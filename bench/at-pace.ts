// Moments that come evenly, as customers do, whether or not those before were served.
import { setTimeout as delay } from 'node:timers/promises';

export type Pace = { perSecond: number; seconds: number };

/** Each moment as it comes, and since when whoever comes then has waited: late is counted, a timer that went off early is not. */
export async function* atPace({ perSecond, seconds }: Pace): AsyncGenerator<number> {
  const began = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = began + (n * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await delay(wait);
    yield Math.min(due, performance.now());
  }
}
