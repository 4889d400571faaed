// A shipment's tracking for people: state, phrase, headline and sentence, for the shipment and each piece. Interface,
// "Tracking response". Wire spelling and time formats belong to the front doors.
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

export type ShipmentReport = {
  stage: EventStage;
  state: TrackingState;
  statusPhrase: string;
  headline: string;
  summary: string;
  /** The summary for the sender, where "contact the sender" makes no sense. */
  summaryForSender: string;
  isHelpRecommended: boolean;
  isAttachmentRecommended: boolean;
  /** While the shipment is under way and not in trouble. */
  expectedDate: string | undefined;
  decisive: StagedEvent | undefined;
  /** Position in `journeySteps` of the furthest step reached. */
  stepReached: number;
  items: readonly (PieceProgress & { label: string })[];
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
  const words = wordsOf(shipment, isCalledOff, stage);
  const isOver = isCalledOff || stage === 'delivered';
  // A shipment in trouble has no reliable date.
  const expectedDate = isOver || isException(stage) ? undefined : shipment.expectedDate;
  const isLate = expectedDate !== undefined && expectedDate < today;
  const summary = (sentence: string): string =>
    summaryOf(sentence, progress, { isLate, pieces: shipment.pieces });
  return {
    stage,
    state: isCalledOff ? 'attention' : stateOf(stage),
    statusPhrase: words.phrase,
    headline: words.headline,
    summary: summary(words.summary),
    summaryForSender: summary(words.forSender ?? words.summary),
    isHelpRecommended: isException(stage) || isLate,
    isAttachmentRecommended: stage === 'damaged',
    expectedDate,
    decisive: progress.decisive,
    stepReached: stepReached(progress),
    items: shipment.connote === undefined ? [] : itemsOf(progress, shipment),
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

function wordsOf({ connote }: TrackedShipment, isCalledOff: boolean, stage: EventStage): Words {
  if (isCalledOff) return cancelledWords;
  return connote === undefined ? unbookedWords : stageWords[stage];
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

function itemsOf({ pieces }: Progress, shipment: TrackedShipment): ShipmentReport['items'] {
  return pieces.map((one) => ({
    ...one,
    label:
      one.piece === undefined
        ? (shipment.connote ?? '')
        : `${shipment.connote ?? ''} piece ${one.piece} of ${shipment.pieces}`,
  }));
}

type Words = {
  phrase: string;
  headline: string;
  summary: string;
  /** The sentence for a sender, if it differs. */
  forSender?: string;
};

export const notFoundWords: Words = {
  phrase: 'Not found',
  headline: 'We could not find this shipment',
  summary: 'Check the booking id or consignment note and try again.',
};

const unbookedWords: Words = {
  phrase: 'Not booked yet',
  headline: 'This shipment is not booked yet',
  summary: 'It can be tracked once it is confirmed with a carrier.',
};

const cancelledWords: Words = {
  phrase: 'Cancelled',
  headline: 'This booking was cancelled',
  summary: 'It was cancelled before it arrived.',
};

const stageWords: Readonly<Record<EventStage, Words>> = {
  unknown: {
    phrase: 'Not yet available',
    headline: 'The carrier has reported on the shipment',
    summary: 'What it reported is shown in its own words.',
  },
  pending: {
    phrase: 'Awaiting pickup',
    headline: 'Waiting to be picked up',
    summary: 'The carrier has not picked the shipment up yet.',
  },
  picked_up: {
    phrase: 'Picked up',
    headline: 'The carrier has the shipment',
    summary: 'It was picked up from the sender.',
  },
  in_transit: {
    phrase: 'In transit',
    headline: 'The shipment is on its way',
    summary: 'It is moving through the carrier’s network.',
  },
  out_for_delivery: {
    phrase: 'Out for delivery',
    headline: 'The shipment is out for delivery',
    summary: 'It is on board a vehicle on its way to the receiver.',
  },
  delivered: {
    phrase: 'Delivered',
    headline: 'The shipment was delivered',
    summary: 'It has arrived.',
  },
  futile: {
    phrase: 'Delivery attempted',
    headline: 'The carrier could not complete the delivery',
    summary: 'Contact the sender to arrange what happens next.',
    forSender: 'Ask the receiver when they can take delivery, then tell your freight desk.',
  },
  check_address: {
    phrase: 'Check address',
    headline: 'The carrier needs a better address',
    summary: 'Contact the sender to confirm the delivery address.',
    forSender: 'Ask the receiver for the right address, then tell your freight desk.',
  },
  damaged: {
    phrase: 'Damaged',
    headline: 'The carrier reported damage',
    summary: 'Contact the sender, with photographs if there are any.',
    forSender: 'Ask the receiver for photographs, then tell your freight desk.',
  },
};

/** Undefined for an unknown stage. */
export function stagePhrase(stage: EventStage): string | undefined {
  return stage === 'unknown' ? undefined : stageWords[stage].phrase;
}

function summaryOf(
  sentence: string,
  progress: Progress,
  { isLate, pieces }: { isLate: boolean; pieces: number },
): string {
  const { deliveredPieces, stage } = progress;
  const sentences = [sentence];
  if (stage !== 'delivered' && deliveredPieces > 0) {
    sentences.push(`${deliveredPieces} of ${pieces} pieces have arrived.`);
  }
  if (isLate) sentences.push('It is running later than the carrier’s usual transit time.');
  return sentences.join(' ');
}
