import assert from 'node:assert/strict';
import { test } from 'node:test';
import { once } from './once.ts';

test('creates a value once on first use, even if it is undefined', () => {
  let times = 0;
  const nothing = once(() => {
    times += 1;
  });
  assert.equal(times, 0);
  nothing();
  nothing();
  assert.equal(times, 1);
});

test('retries a value whose creation failed', () => {
  let times = 0;
  const second = once(() => {
    times += 1;
    if (times === 1) throw new Error('not yet');
    return times;
  });
  assert.throws(second, /not yet/);
  assert.deepEqual([second(), second()], [2, 2]);
});
