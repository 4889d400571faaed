// What a booking's status may become, as a table. Confirmation and its recovery move a booking along `machine`; a person
// moves it along `operator`. A status that is in no row here is never left again. Money is not decided here, but every
// move that gives money back (to `new` or `cancelled`) must go through the ledger first.
import type { BookingStatus } from './booking.ts';

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

/** Where a person may put a booking; `cancelled` gives the money back on the way. */
const byHand: readonly BookingStatus[] = [
  'paid',
  'pending_review',
  'request_sent',
  'request_failed',
  'reviewed',
  'confirmed',
  'booked_manually',
  'cancelled',
];

/** Statuses in which the outcome of a charge or of a carrier's booking is still awaited by recovery. */
export const unsettledStatuses = ['pending_payment', 'request_sent'] as const;

export type UnsettledStatus = (typeof unsettledStatuses)[number];

export function isUnsettled(status: BookingStatus): status is UnsettledStatus {
  return status === 'pending_payment' || status === 'request_sent';
}

/** Whether what a carrier has is this booking's: it goes with it, or the booking waits for what was sent by that reference. */
export function isConsignmentOf(
  booking: { status: BookingStatus; reference: string; connote: string | undefined },
  sent: { reference: string; connote: string },
): boolean {
  const isAwaiting = isUnsettled(booking.status) || booking.status === 'request_failed';
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
  return from !== 'cancelled' && from !== to && byHand.includes(to);
}

/** `new` as it is; every other status as words with capitals: interface, "Booking". */
export function statusTitle(status: BookingStatus): string {
  if (status === 'new') return status;
  return status
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
