// The eight stages of a shipment and their public numbers. Interface, "Tracking response", and interface-gaps.md,
// "Numbers of tracking". stage-rules.ts maps carriers' words to stages.

export const trackingStages = [
  'pending',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'futile',
  'check_address',
  'damaged',
] as const;

export type TrackingStage = (typeof trackingStages)[number];

/** `unknown`: no rule matches the carrier's words. It never changes the shipment's stage. */
export type EventStage = TrackingStage | 'unknown';

const codes: Readonly<Record<TrackingStage, number>> = {
  pending: 0,
  picked_up: 1,
  in_transit: 2,
  out_for_delivery: 3,
  delivered: 4,
  futile: -1,
  check_address: -2,
  damaged: -3,
};

/** Undefined for `unknown`. */
export function stageCode(stage: EventStage): number | undefined {
  return stage === 'unknown' ? undefined : codes[stage];
}

/** A person has to act before the shipment moves on. */
export function isException(stage: EventStage): boolean {
  return stage !== 'unknown' && codes[stage] < 0;
}

function stageOfCode(code: number): TrackingStage | undefined {
  return trackingStages.find((stage) => codes[stage] === code);
}

/** Finds a stage by number or name as people and files write it: `3`, `-1`, `out_for_delivery`, `Out for delivery`. */
export function findStage(text: string): TrackingStage | undefined {
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_');
  const isNumber = /^[-+]?\d$/.test(text.trim());
  return isNumber ? stageOfCode(Number(text)) : trackingStages.find((stage) => stage === plain);
}
