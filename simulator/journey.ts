// Works out a shipment's tracking stages from the clock and from stages reported by hand. A cancelled shipment stops;
// one with a reported exception waits for the next report.
import { isException, type TrackingStage } from '../src/domain/tracking/stage.ts';
import type { End } from './price-book.ts';
import type { Shipment } from './shipments.ts';

export type Passed = { readonly stage: TrackingStage; readonly atMs: number };

/** Each stage's share of the whole journey. */
const schedule: readonly (readonly [TrackingStage, number])[] = [
  ['pending', 0],
  ['picked_up', 1 / 6],
  ['in_transit', 1 / 3],
  ['out_for_delivery', 2 / 3],
  ['delivered', 1],
];

/** Oldest first; the last one is the current stage. */
export function passed(shipment: Shipment, journeyMs: number, nowMs: number): readonly Passed[] {
  const { createdAtMs, cancelledAtMs, reported } = shipment;
  const [firstReport] = reported;
  // A manual report ends the schedule.
  const endsAtMs = Math.min(
    nowMs,
    cancelledAtMs ?? Number.POSITIVE_INFINITY,
    firstReport?.atMs ?? Number.POSITIVE_INFINITY,
  );
  const scheduled = schedule
    .map(([stage, share]) => ({ stage, atMs: createdAtMs + Math.round(share * journeyMs) }))
    .filter(({ atMs }) => atMs <= endsAtMs);
  return [...scheduled, ...reported];
}

/** Whether a stage is scanned at the sender's end or the receiver's. */
export function whereAt({ consignment }: Shipment, stage: TrackingStage): End {
  return stage === 'pending' || stage === 'picked_up' ? consignment.from : consignment.to;
}

export function latest(stages: readonly Passed[]): Passed | undefined {
  return stages.at(-1);
}

/** Already picked up, so carriers do not cancel the shipment. */
export function hasLeft(stages: readonly Passed[]): boolean {
  return stages.some(({ stage }) => stage !== 'pending' && !isException(stage));
}
