import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carrierHealth } from './carrier-health.ts';

test('a carrier that was never asked is neither healthy nor failing', () => {
  assert.deepEqual(carrierHealth().read(), {
    asked: 0,
    failed: 0,
    p50Ms: undefined,
    p95Ms: undefined,
    maxMs: undefined,
  });
});

test('health counts the last hundred answers only', () => {
  const health = carrierHealth();
  for (let n = 0; n < 50; n += 1) health.note({ isFailure: true, ms: 9_999 });
  for (let n = 1; n <= 100; n += 1) health.note({ isFailure: n % 10 === 0, ms: n });
  assert.deepEqual(health.read(), {
    asked: 100,
    failed: 10,
    p50Ms: 50,
    p95Ms: 95,
    maxMs: 100,
  });
});

test('of two answers, the 95th percentile and the maximum are the slower one', () => {
  const health = carrierHealth();
  for (const ms of [1_010, 88]) health.note({ isFailure: false, ms });
  const { p50Ms, p95Ms, maxMs } = health.read();
  assert.deepEqual([p50Ms, p95Ms, maxMs], [88, 1_010, 1_010]);
});
