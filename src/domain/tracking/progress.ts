// Derives the stage of a shipment and of each piece from all its events. Events count in the order they happened, not
// the order they arrived, so carriers may send them late, twice or backwards. Delivered is final. A manifest that
// arrives after the pickup does not undo the pickup; a parcel that returns to the depot after a failed delivery is in
// transit again.
import { type CarrierEvent, contentOfEvent, stageOfEvent } from './carrier-event.ts';
import type { EventStage } from './stage.ts';
import type { StageRule } from './stage-rules.ts';

export type StagedEvent = { readonly event: CarrierEvent; readonly stage: EventStage };

export type PieceProgress = {
  /** Undefined for the whole consignment. */
  readonly piece: number | undefined;
  readonly stage: EventStage;
  /** Newest first. */
  readonly events: readonly StagedEvent[];
};

export type Progress = {
  readonly stage: EventStage;
  readonly pieces: readonly PieceProgress[];
  readonly deliveredPieces: number;
  /** The event that decides the stage; undefined without events. */
  readonly decisive: StagedEvent | undefined;
};

export function progressOf(
  events: readonly CarrierEvent[],
  rules: readonly StageRule[],
  pieceCount: number,
): Progress {
  const staged = inOrder(events, rules);
  const isOfPiece = ({ event: { piece } }: StagedEvent): boolean =>
    piece !== undefined && piece >= 1 && piece <= pieceCount;
  const ofWhole = staged.filter((one) => !isOfPiece(one));
  const whole = pieceProgress(undefined, ofWhole, ofWhole);
  const numbers = new Set(staged.filter(isOfPiece).map(({ event }) => event.piece));
  const pieces = [...numbers]
    .sort((a = 0, b = 0) => a - b)
    .map((piece) => {
      const own = staged.filter(({ event }) => event.piece === piece);
      return pieceProgress(piece, own, inTime([...own, ...ofWhole]));
    });
  const unseen = pieceCount - pieces.length;
  const stage = stageOfAll(pieces, unseen, whole.stage);
  const deliveredPieces =
    pieces.filter((piece) => piece.stage === 'delivered').length +
    (whole.stage === 'delivered' ? unseen : 0);
  return {
    stage,
    pieces: pieces.length === 0 ? [whole] : ofWhole.length === 0 ? pieces : [whole, ...pieces],
    deliveredPieces,
    decisive:
      staged.findLast((one) => one.stage === stage) ??
      staged.findLast((one) => one.stage !== 'unknown') ??
      staged.at(-1),
  };
}

/** `decided` are the piece's own events and those of the whole consignment. */
function pieceProgress(
  piece: number | undefined,
  own: readonly StagedEvent[],
  decided: readonly StagedEvent[],
): PieceProgress {
  // Without events the piece waits for pickup; events without a known stage are "unknown".
  const beginning = decided.length === 0 ? 'pending' : 'unknown';
  const stage = decided.reduce<EventStage>((now, event) => nextStage(now, event.stage), beginning);
  return { piece, stage, events: own.toReversed() };
}

/** The stage after one more event, later than all before it. */
function nextStage(now: EventStage, said: EventStage): EventStage {
  if (now === 'delivered' || said === 'unknown') return now;
  if (said === 'pending') return now === 'unknown' ? said : now;
  // A second collection on the way, from a depot or by an agent, is not a step back.
  if (said === 'picked_up' && (now === 'in_transit' || now === 'out_for_delivery')) return now;
  return said;
}

/** Ordered from least to most important, for pieces with different stages. */
const urgency: readonly EventStage[] = [
  'unknown',
  'delivered',
  'out_for_delivery',
  'in_transit',
  'picked_up',
  'pending',
  'futile',
  'check_address',
  'damaged',
];

/**
 * The shipment is delivered when every piece is. Until then it has the stage of its last piece, or of a piece in
 * trouble.
 */
function stageOfAll(
  pieces: readonly PieceProgress[],
  unseen: number,
  whole: EventStage,
): EventStage {
  const stages = pieces.map(({ stage }) => stage);
  // "Booked" for the whole consignment says nothing new once pieces are on their way.
  const isTelling = whole !== 'unknown' && whole !== 'pending';
  if (unseen > 0 && (isTelling || pieces.length === 0)) stages.push(whole);
  const most = stages.reduce<EventStage>(
    (worst, stage) => (urgency.indexOf(stage) > urgency.indexOf(worst) ? stage : worst),
    'unknown',
  );
  // Pieces without scans are not delivered because the others are.
  const isPartOnly = most === 'delivered' && unseen > 0 && whole !== 'delivered';
  return isPartOnly ? 'in_transit' : most;
}

function inOrder(events: readonly CarrierEvent[], rules: readonly StageRule[]): StagedEvent[] {
  return inTime(events.map((event) => ({ event, stage: stageOfEvent(event, rules) })));
}

/** Orders events of one moment or without a time: less advanced first, then by content. */
const rank: readonly EventStage[] = [
  'unknown',
  'pending',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'futile',
  'check_address',
  'damaged',
  'delivered',
];

function inTime(events: readonly StagedEvent[]): StagedEvent[] {
  const never = Number.NEGATIVE_INFINITY;
  return events.toSorted((a, b) => {
    const [timeA, timeB] = [a.event.occurredAtMs ?? never, b.event.occurredAtMs ?? never];
    if (timeA !== timeB) return timeA < timeB ? -1 : 1;
    const byRank = rank.indexOf(a.stage) - rank.indexOf(b.stage);
    if (byRank !== 0) return byRank;
    const [textA, textB] = [contentOfEvent(a.event), contentOfEvent(b.event)];
    return textA < textB ? -1 : textA > textB ? 1 : 0;
  });
}
