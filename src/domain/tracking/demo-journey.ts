// The events of the Demo courier so far. They follow from the clock alone, without stored rows or jobs, so they are the
// same in every process and after every restart.
import type { CarrierEvent } from './carrier-event.ts';
import type { TrackingStage } from './stage.ts';

export type DemoJourney = {
  begunAtMs: number;
  /** The time from confirmation to delivery. */
  durationMs: number;
  from: string;
  to: string;
};

const steps: readonly {
  stage: TrackingStage;
  /** Share of the whole duration. */
  after: number;
  status: string;
  place: 'from' | 'to';
}[] = [
  { stage: 'pending', after: 0, status: 'Demo consignment booked', place: 'from' },
  { stage: 'picked_up', after: 1 / 6, status: 'Picked up by the Demo courier', place: 'from' },
  { stage: 'in_transit', after: 1 / 3, status: 'In transit to the delivery depot', place: 'from' },
  { stage: 'out_for_delivery', after: 2 / 3, status: 'On board for delivery', place: 'to' },
  { stage: 'delivered', after: 1, status: 'Delivered', place: 'to' },
];

/** When the journey reaches the stage; undefined for stages outside it. */
export function demoStageAtMs(journey: DemoJourney, stage: TrackingStage): number | undefined {
  const step = steps.find((one) => one.stage === stage);
  return step && journey.begunAtMs + Math.round(step.after * journey.durationMs);
}

export function demoEvents(journey: DemoJourney, nowMs: number): CarrierEvent[] {
  return steps.flatMap(({ stage, after, status, place }) => {
    const occurredAtMs = journey.begunAtMs + Math.round(after * journey.durationMs);
    if (occurredAtMs > nowMs) return [];
    const raw = {
      status,
      description: `${status} (demo, nothing travels)`,
      location: journey[place],
    };
    return [{ piece: undefined, occurredAtMs, givenStage: stage, raw }];
  });
}
