import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayMs, hourMs, minuteMs } from '../time/durations.ts';
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

test('polls for a missing proof one and six hours and one, two and three days after the delivery', () => {
  const asked: number[] = [];
  for (let failedPolls = 0, nowMs = 0; ; failedPolls += 1) {
    const shipment = { stage: 'delivered', begunAtMs: 0, failedPolls, awaitsProof: true } as const;
    const next = nextPollAtMs(shipment, nowMs);
    if (next === undefined) break;
    nowMs = next;
    asked.push(nowMs / hourMs);
  }
  // The last one only ends the polling.
  assert.deepEqual(asked, [1, 6, 24, 48, 72, 96]);
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
      fc.boolean(),
      (stage, nowMs, failedPolls, awaitsProof) => {
        const next = nextPollAtMs({ stage, begunAtMs: 0, failedPolls, awaitsProof }, nowMs);
        assert.ok(next === undefined || next >= nowMs + leastPollPauseMs);
        // A later time means that a clock was wrong.
        assert.ok(next === undefined || next <= nowMs + longestPollPauseMs);
      },
    ),
  );
});
