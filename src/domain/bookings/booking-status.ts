// What is true of a booking in each status, and what the status may become, as tables. Every set of statuses is made of
// `standings`; none is written down elsewhere. Confirmation and its recovery move a booking along `machine`; a person moves
// it to what may be set `byHand`. Money is not decided here, but every move that gives money back (to `new` or `cancelled`)
// must go through the ledger first.
import { type BookingStatus, bookingStatuses } from './booking.ts';

type Standing = {
  /** `under_way`: it may have been paid for or taken by its carrier, and nobody knows yet. `settled`: it is booked. */
  stage: 'quoted' | 'under_way' | 'settled' | 'cancelled';
  /** Who finds out what becomes of it: recovery asks gateway and carrier by itself, a person has to look. */
  awaits: 'nothing' | 'recovery' | 'person';
  carrier: 'not_asked' | 'asked' | 'has_it';
  /** A person may put a booking there; `cancelled` gives the money back on the way. */
  byHand: boolean;
};

const standings: Readonly<Record<BookingStatus, Standing>> = {
  new: { stage: 'quoted', awaits: 'nothing', carrier: 'not_asked', byHand: false },
  pending_payment: { stage: 'under_way', awaits: 'recovery', carrier: 'not_asked', byHand: false },
  paid: { stage: 'settled', awaits: 'nothing', carrier: 'not_asked', byHand: true },
  pending_review: { stage: 'settled', awaits: 'person', carrier: 'not_asked', byHand: true },
  request_sent: { stage: 'under_way', awaits: 'recovery', carrier: 'asked', byHand: true },
  request_failed: { stage: 'under_way', awaits: 'person', carrier: 'asked', byHand: true },
  reviewed: { stage: 'settled', awaits: 'nothing', carrier: 'not_asked', byHand: true },
  confirmed: { stage: 'settled', awaits: 'nothing', carrier: 'has_it', byHand: true },
  cancelled: { stage: 'cancelled', awaits: 'nothing', carrier: 'not_asked', byHand: true },
  booked_manually: { stage: 'settled', awaits: 'nothing', carrier: 'has_it', byHand: true },
};

/** Moves that confirming, settling and recovering make. */
const machine: Readonly<Record<BookingStatus, readonly BookingStatus[]>> = {
  new: ['pending_payment', 'confirmed'],
  // Back to new when nothing was taken; a charge without the carrier's answer is request_sent.
  pending_payment: ['new', 'request_sent', 'confirmed'],
  paid: [],
  pending_review: [],
  request_sent: ['new', 'confirmed', 'request_failed'],
  request_failed: [],
  reviewed: [],
  confirmed: [],
  cancelled: [],
  booked_manually: [],
};

/** The outcome of a charge or of a carrier's booking is still awaited by recovery. */
export function isUnsettled(status: BookingStatus): boolean {
  return standings[status].awaits === 'recovery';
}

/** It may have been paid for or taken by its carrier, and nobody knows yet: an order that left it could be sent twice. */
export function isUnderWay(status: BookingStatus | undefined): boolean {
  return status !== undefined && standings[status].stage === 'under_way';
}

/** Its confirmation is over and somebody is to carry it: its order is booked, and it has documents. */
export function isSettled(status: BookingStatus | undefined): boolean {
  return status !== undefined && standings[status].stage === 'settled';
}

/** The carrier was asked and has not said whether it has it; a person may say so. */
export function isCarrierAwaited(status: BookingStatus): boolean {
  return standings[status].carrier === 'asked';
}

export function isWithCarrier(status: BookingStatus): boolean {
  return standings[status].carrier === 'has_it';
}

/** Where somebody has to look, or soon may have to. */
export const troubledStatuses: readonly BookingStatus[] = bookingStatuses.filter(
  (status) => standings[status].awaits !== 'nothing',
);

/** Whether what a carrier has is this booking's: it goes with it, or the booking waits for what was sent by that reference. */
export function isConsignmentOf(
  booking: { status: BookingStatus; reference: string; connote: string | undefined },
  sent: { reference: string; connote: string },
): boolean {
  const isAwaiting = isUnderWay(booking.status);
  return booking.connote === sent.connote || (isAwaiting && booking.reference === sent.reference);
}

/** Decisions: a booking is paid from `pending_payment` on, and can't be changed any more. */
export function isPaid(status: BookingStatus): boolean {
  return status !== 'new';
}

export function mayMove(from: BookingStatus, to: BookingStatus): boolean {
  return machine[from].includes(to);
}

/** Says nothing about a payment under way: only its claim knows whether that is so. */
export function mayMoveByHand(from: BookingStatus, to: BookingStatus): boolean {
  return from !== 'cancelled' && from !== to && standings[to].byHand;
}

export const statusesByHand: readonly BookingStatus[] = bookingStatuses.filter(
  (status) => standings[status].byHand,
);

/** `new` as it is; every other status as words with capitals: interface, "Booking". */
export function statusTitle(status: BookingStatus): string {
  if (status === 'new') return status;
  return status
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
