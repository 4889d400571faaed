// The meaning of each booking status, and the allowed changes of status, as tables. Every set of statuses is derived
// from `standings`. Confirmation and recovery move a booking along `machine`; a person may set the statuses marked
// `byHand`. This file does not decide about money, but every move to `new` or `cancelled` must first refund the
// booking through the ledger.
import { type BookingStatus, bookingStatuses } from './booking.ts';

type Standing = {
  /**
   * `under_way`: the booking may have been paid or accepted by the carrier; the outcome is unknown. `settled`:
   * booked.
   */
  stage: 'quoted' | 'under_way' | 'settled' | 'cancelled';
  /**
   * Who resolves the booking: recovery queries the gateway and the carrier automatically; otherwise a person must.
   */
  awaits: 'nothing' | 'recovery' | 'person';
  carrier: 'not_asked' | 'asked' | 'has_it';
  /** A person may set this status; setting `cancelled` refunds the booking. */
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

/** The changes of status that confirmation and recovery make. */
const machine: Readonly<Record<BookingStatus, readonly BookingStatus[]>> = {
  new: ['pending_payment', 'confirmed'],
  // Back to `new` if no money was taken; `request_sent` after a charge without an answer from the carrier.
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

/** Recovery still has to find out whether the charge or the carrier's booking succeeded. */
export function isUnsettled(status: BookingStatus): boolean {
  return standings[status].awaits === 'recovery';
}

/**
 * The booking may have been paid or accepted by the carrier. Detaching its order now could ship the order twice.
 */
export function isUnderWay(status: BookingStatus | undefined): boolean {
  return status !== undefined && standings[status].stage === 'under_way';
}

/** The booking is confirmed, so its order counts as booked and its documents can be printed. */
export function isSettled(status: BookingStatus | undefined): boolean {
  return status !== undefined && standings[status].stage === 'settled';
}

/** The carrier was sent the booking and has not confirmed it; a person may record the outcome. */
export function isCarrierAwaited(status: BookingStatus): boolean {
  return standings[status].carrier === 'asked';
}

export function isWithCarrier(status: BookingStatus): boolean {
  return standings[status].carrier === 'has_it';
}

/** The statuses that need a person's attention, or may need it soon. */
export const troubledStatuses: readonly BookingStatus[] = bookingStatuses.filter(
  (status) => standings[status].awaits !== 'nothing',
);

/**
 * Whether the carrier's consignment belongs to this booking: by its connote, or by the reference of a request that is
 * still unanswered.
 */
export function isConsignmentOf(
  booking: { status: BookingStatus; reference: string; connote: string | undefined },
  sent: { reference: string; connote: string },
): boolean {
  const isAwaiting = isUnderWay(booking.status);
  return booking.connote === sent.connote || (isAwaiting && booking.reference === sent.reference);
}

/** Decisions: a booking counts as paid from `pending_payment` on and can no longer be changed. */
export function isPaid(status: BookingStatus): boolean {
  return status !== 'new';
}

export function mayMove(from: BookingStatus, to: BookingStatus): boolean {
  return machine[from].includes(to);
}

/** Does not check for a payment under way: only the claim on the booking shows that. */
export function mayMoveByHand(from: BookingStatus, to: BookingStatus): boolean {
  return from !== 'cancelled' && from !== to && standings[to].byHand;
}

export const statusesByHand: readonly BookingStatus[] = bookingStatuses.filter(
  (status) => standings[status].byHand,
);

/** Interface, "Booking": `new` stays in lower case; every other status becomes capitalised words. */
export function statusTitle(status: BookingStatus): string {
  if (status === 'new') return status;
  return status
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
