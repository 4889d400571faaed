// How far a shipment is, as one of eight stages with the numbers that clients know them by. Interface, "Tracking
// response", and interface-gaps.md, "Numbers of tracking". Which words of a carrier mean which stage is in stage-rules.ts.

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

/** `unknown`: the carrier said something nobody has a rule for. It changes nothing about the shipment. */
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

/** Somebody has to do something before the shipment moves on. */
export function isException(stage: EventStage): boolean {
  return stage !== 'unknown' && codes[stage] < 0;
}

function stageOfCode(code: number): TrackingStage | undefined {
  return trackingStages.find((stage) => codes[stage] === code);
}

/** A stage by its number or its name, as people and files write it: `3`, `-1`, `out_for_delivery`, `Out for delivery`. */
export function findStage(text: string): TrackingStage | undefined {
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_');
  const isNumber = /^[-+]?\d$/.test(text.trim());
  return isNumber ? stageOfCode(Number(text)) : trackingStages.find((stage) => stage === plain);
}
