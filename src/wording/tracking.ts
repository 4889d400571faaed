// Tracking: the state of a shipment, and what is wrong with an event or a file of events.
import type { ShipmentReport, Situation } from '../domain/tracking/shipment-report.ts';
import type { EventStage } from '../domain/tracking/stage.ts';
import type { ProblemSentences } from './problem-sentences.ts';

export const trackingProblems = {
  no_time: ({ value }) =>
    `"${value}" is not a time. Write 2026-11-16T09:00:00+11:00, 2026-11-16 09:00 or 16/11/2026 9:00 am.`,
  time_ahead: ({ value }) =>
    `"${value}" is more than a day in the future. Give the time of the scan.`,
  time_too_early: ({ value }) => `"${value}" is before the year 2000. Give the time of the scan.`,
  no_tracked_piece: ({ piece, pieces }) =>
    `No piece ${piece}: the shipment has ${pieces}. Leave it empty for all pieces.`,
  events_full: () => 'The shipment has reached the limit of tracking events.',
  no_such_event: ({ booking, event }) =>
    `Booking ${booking} has no event ${event}. List its events again: it may be removed already.`,
  carrier_event: ({ event }) =>
    `Event ${event} came from the carrier, which would report it again. Only events entered by a person can be removed.`,
  event_columns_missing: ({ needs }) => `Add a column ${columnWords[needs]}.`,
  no_piece_number: ({ value }) =>
    `"${value}" is not a piece number. Write 1 for the first piece, or leave it empty for all pieces.`,
  no_status: ({ value }) =>
    `${value} is not a status. Use 0 to 4, -1 to -3, or the carrier's own words.`,
  line_without_event: () => 'Give a status or a description.',
  no_confirmed_booking: ({ booking }) => `No confirmed booking ${booking}. Check the number.`,
  no_shipment: ({ connote, carrier }) =>
    `No shipment with connote ${connote}${carrier === '' ? '' : ` of ${carrier}`}. Check the connote, or give the booking.`,
  several_shipments: ({ count, connote, carrier }) =>
    `${count} shipments have connote ${connote}. Give the booking${carrier === '' ? ' or the carrier' : ''}.`,
} satisfies Partial<ProblemSentences>;

const columnWords = {
  shipment: '"booking" or "connote"',
  event: '"status" or "description"',
  time: '"at", or "date" and "time"',
};

type Words = {
  phrase: string;
  headline: string;
  summary: string;
  /** The sentence for a sender, where "contact the sender" makes no sense. */
  forSender?: string;
};

export const notFoundWords: Words = {
  phrase: 'Not found',
  headline: 'We could not find this shipment',
  summary: 'Check the booking id or consignment note and try again.',
};

const situationWords: Readonly<Record<Situation, Words>> = {
  not_booked: {
    phrase: 'Not booked yet',
    headline: 'This shipment is not booked yet',
    summary: 'It can be tracked once it is confirmed with a carrier.',
  },
  cancelled: {
    phrase: 'Cancelled',
    headline: 'This booking was cancelled',
    summary: 'It was cancelled before it arrived.',
  },
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
  return stage === 'unknown' ? undefined : situationWords[stage].phrase;
}

export function situationPhrase({ situation }: Pick<ShipmentReport, 'situation'>): string {
  return situationWords[situation].phrase;
}

export function situationHeadline({ situation }: Pick<ShipmentReport, 'situation'>): string {
  return situationWords[situation].headline;
}

export function reportSummary(report: ShipmentReport, reader: 'sender' | 'anyone'): string {
  const { situation, stage, deliveredPieces, pieces, isLate } = report;
  const { summary, forSender = summary } = situationWords[situation];
  const sentences = [reader === 'sender' ? forSender : summary];
  if (stage !== 'delivered' && deliveredPieces > 0)
    sentences.push(`${deliveredPieces} of ${pieces} pieces have arrived.`);
  if (isLate) sentences.push('It is running later than the carrier’s usual transit time.');
  return sentences.join(' ');
}

export function pieceLabel(
  connote: string,
  { piece }: { piece: number | undefined },
  pieces: number,
): string {
  return piece === undefined ? connote : `${connote} piece ${piece} of ${pieces}`;
}
