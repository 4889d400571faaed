// A shipment's tracking: state and situation of the shipment and stage of each piece. Interface, "Tracking response". Words,
// wire spelling and time formats belong to the front doors.
import type { CarrierEvent } from './carrier-event.ts';
import { type PieceProgress, type Progress, progressOf, type StagedEvent } from './progress.ts';
import { type EventStage, isException } from './stage.ts';
import type { StageRule } from './stage-rules.ts';

export type TrackingState =
  | 'not_found'
  | 'pending'
  | 'picked_up'
  | 'in_transit'
  | 'out_for_delivery'
  | 'delivered'
  | 'attention';

/** The parts of a booking that tracking needs. */
export type TrackedShipment = {
  /** Undefined until the booking is confirmed. */
  connote: string | undefined;
  pieces: number;
  isCancelled: boolean;
  /** `YYYY-MM-DD`, from the quote's transit time. */
  expectedDate: string | undefined;
};

/** What a person is told about: the stage, unless the shipment is not booked or was cancelled. */
export type Situation = EventStage | 'not_booked' | 'cancelled';

export type ShipmentReport = {
  stage: EventStage;
  state: TrackingState;
  situation: Situation;
  pieces: number;
  deliveredPieces: number;
  /** The expected date has passed. */
  isLate: boolean;
  isHelpRecommended: boolean;
  isAttachmentRecommended: boolean;
  /** While the shipment is under way and not in trouble. */
  expectedDate: string | undefined;
  decisive: StagedEvent | undefined;
  /** Position in `journeySteps` of the furthest step reached. */
  stepReached: number;
  items: readonly PieceProgress[];
};

export function reportOf(
  shipment: TrackedShipment,
  events: readonly CarrierEvent[],
  rules: readonly StageRule[],
  today: string,
): ShipmentReport {
  const progress = progressOf(events, rules, shipment.pieces);
  const isCalledOff = shipment.isCancelled && progress.stage !== 'delivered';
  const { stage } = progress;
  const isOver = isCalledOff || stage === 'delivered';
  // A shipment in trouble has no reliable date.
  const expectedDate = isOver || isException(stage) ? undefined : shipment.expectedDate;
  const isLate = expectedDate !== undefined && expectedDate < today;
  return {
    stage,
    state: isCalledOff ? 'attention' : stateOf(stage),
    situation: situationOf(shipment, isCalledOff, stage),
    pieces: shipment.pieces,
    deliveredPieces: progress.deliveredPieces,
    isLate,
    isHelpRecommended: isException(stage) || isLate,
    isAttachmentRecommended: stage === 'damaged',
    expectedDate,
    decisive: progress.decisive,
    stepReached: stepReached(progress),
    items: shipment.connote === undefined ? [] : progress.pieces,
  };
}

/** The steps of an undisturbed journey. */
export const journeySteps: readonly EventStage[] = [
  'pending',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
];

/** A shipment in trouble keeps the steps it has reached. Pieces may be further than the whole. */
function stepReached({ stage, pieces }: Progress): number {
  const stepOf = (one: EventStage): number => journeySteps.indexOf(one);
  if (stepOf(stage) >= 0) return stepOf(stage);
  const said = pieces.flatMap(({ events }) => events.map((event) => stepOf(event.stage)));
  // A partial delivery does not complete the journey.
  return Math.min(Math.max(0, ...said), stepOf('out_for_delivery'));
}

function situationOf(
  { connote }: TrackedShipment,
  isCalledOff: boolean,
  stage: EventStage,
): Situation {
  if (isCalledOff) return 'cancelled';
  return connote === undefined ? 'not_booked' : stage;
}

/** The wire has no `unknown` state: until something is known the shipment is pending. */
export function stateOf(stage: EventStage): Exclude<TrackingState, 'not_found'> {
  switch (stage) {
    case 'unknown':
      return 'pending';
    case 'futile':
    case 'check_address':
    case 'damaged':
      return 'attention';
    default:
      return stage;
  }
}
