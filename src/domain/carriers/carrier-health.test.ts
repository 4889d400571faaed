import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carrierHealth } from './carrier-health.ts';

test('a carrier that was never asked is neither healthy nor failing', () => {
  assert.deepEqual(carrierHealth().read(), {
    asked: 0,
    failed: 0,
    medianMs: undefined,
    slowMs: undefined,
  });
});

test('health counts the last hundred answers only', () => {
  const health = carrierHealth();
  for (let n = 0; n < 50; n += 1) health.note({ isFailure: true, ms: 9_999 });
  for (let n = 1; n <= 100; n += 1) health.note({ isFailure: n % 10 === 0, ms: n });
  assert.deepEqual(health.read(), { asked: 100, failed: 10, medianMs: 51, slowMs: 95 });
});
