import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayMs, minuteMs } from '../time/durations.ts';
import { leastPollPauseMs, longestPollPauseMs, nextPollAtMs } from './poll-plan.ts';
import { type EventStage, trackingStages } from './stage.ts';

test('polls most while out for delivery, less when old or failing, and stops when over', () => {
  const pause = (stage: EventStage, ageMs: number, failedPolls = 0): number | undefined => {
    const next = nextPollAtMs({ stage, begunAtMs: 0, failedPolls }, ageMs);
    return next === undefined ? undefined : (next - ageMs) / minuteMs;
  };
  assert.equal(pause('out_for_delivery', dayMs), 5);
  assert.equal(pause('pending', dayMs), 15);
  assert.equal(pause('damaged', dayMs), 15);
  assert.equal(pause('in_transit', 15 * dayMs), 360);
  assert.equal(pause('in_transit', dayMs, 1), 10);
  assert.equal(pause('in_transit', dayMs, 3), 40);
  assert.equal(pause('in_transit', dayMs, 50), 320);
  assert.equal(pause('delivered', dayMs), undefined);
  assert.equal(pause('in_transit', 61 * dayMs), undefined);
});

test('simulated carriers are polled at the configured pause until delivery', () => {
  const next = (stage: EventStage, failedPolls = 0): number | undefined =>
    nextPollAtMs({ stage, begunAtMs: 0, failedPolls }, dayMs, 5_000);
  assert.equal(next('in_transit'), dayMs + 5_000);
  assert.equal(next('in_transit', 9), dayMs + 5_000);
  assert.equal(next('delivered'), undefined);
});

test('polls never come within five minutes or after the longest pause', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...trackingStages, 'unknown' as const),
      fc.nat(100 * dayMs),
      fc.nat(1000),
      (stage, nowMs, failedPolls) => {
        const next = nextPollAtMs({ stage, begunAtMs: 0, failedPolls }, nowMs);
        assert.ok(next === undefined || next >= nowMs + leastPollPauseMs);
        // A later time means that a clock was wrong.
        assert.ok(next === undefined || next <= nowMs + longestPollPauseMs);
      },
    ),
  );
});
