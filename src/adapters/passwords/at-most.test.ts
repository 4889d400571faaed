import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMost } from './at-most.ts';

test('runs at most the limit at once, in order, past failures', async () => {
  const limited = atMost(2);
  const began: number[] = [];
  let running = 0;
  let most = 0;
  const work = (n: number) =>
    limited(async () => {
      began.push(n);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (n % 3 === 0) throw new Error(`no ${n}`);
      return n;
    });
  const outcomes = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map(work));
  assert.equal(most, 2);
  assert.deepEqual(began, [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(
    outcomes.map(({ status }) => status === 'fulfilled'),
    [false, true, true, false, true, true, false],
  );
  assert.equal(await work(7), 7);
});
