// Whether live carriers are asked in parallel: thirty that each take half a second, one quote after the other,
// nothing cached. The caller compares with the goal.
import { setTimeout as delay } from 'node:timers/promises';
import { sydneyToMelbourne } from '../test/support/bookings/quote-bodies.ts';
import { scripted } from '../test/support/carriers/scripted-carriers.ts';
import { setups } from '../test/support/setups.ts';
import { startTestApp } from '../test/support/test-app.ts';
import { median } from './quantile.ts';

const quotes = 7;

/** Milliseconds from the request to the whole answer, the median of several. */
export async function measureSlowCarriers(carriers: number, eachMs: number): Promise<number> {
  const [embedded] = setups;
  if (embedded === undefined) throw new Error('there is always a setup');
  const live = Array.from({ length: carriers }, (_, n) =>
    scripted(`slow_${n}`, async () => {
      await delay(eachMs);
      return { priceCents: 1000 + n, transit: { text: '1 day', minDays: 1, maxDays: 1 } };
    }),
  );
  const t = await startTestApp(embedded, { live });
  try {
    const { key } = await t.addMember();
    const times: number[] = [];
    for (let n = 0; n <= quotes; n += 1) {
      const began = performance.now();
      const answer = await t.inject({
        method: 'POST',
        url: '/api/v5/bookings',
        headers: { 'api-key': key },
        payload: sydneyToMelbourne({ options: { disable_cache: true } }),
      });
      const { quotes: quoted } = answer.json<{ quotes: Record<string, unknown> }>();
      if (quoted[`slow_${carriers - 1}`] === undefined)
        throw new Error('a slow carrier is missing');
      // The first one warms up.
      if (n > 0) times.push(performance.now() - began);
    }
    return median(times);
  } finally {
    await t.close();
  }
}
