// A carrier's invoice: what the carrier bills for each consignment, compared with what it quoted. Amounts include GST.
import type { BookingId } from '../bookings/booking.ts';
import type { MemberId } from '../members/member.ts';
import type { Cents } from '../money.ts';
import type { Finding } from './finding.ts';

export type CarrierInvoiceId = number & { readonly brand: 'CarrierInvoiceId' };

export const carrierInvoiceId = (id: number): CarrierInvoiceId => id as CarrierInvoiceId;

/** One consignment as billed: the lines of the file about it, added up. */
export type BilledConsignment = {
  /** The first of its lines in the file. */
  line: number;
  /** As the carrier wrote it; empty if the file has only the booking. */
  connote: string;
  /** The cell of the column for the booking's number. */
  booking: string;
  billedCents: Cents;
  billedGrams: number | undefined;
};

/** `agrees`: billed as quoted. The others need a person, or had one. */
export const lineStates = ['agrees', 'open', 'disputed', 'accepted'] as const;

export type LineState = (typeof lineStates)[number];

/** The facts about a booking that a bill is compared with. */
export type BilledBooking = {
  bookingId: BookingId;
  memberId: MemberId | undefined;
  /** The folder of its carrier, or the service if it has none. */
  carrier: string;
  isBooked: boolean;
  isOwnAccount: boolean;
  /** The carrier's price, GST included and without warranty; undefined if the quote is gone. */
  costCents: Cents | undefined;
  /** Later charges that were accepted already. */
  additionalCents: Cents;
};

/** Carriers round GST line by line. */
const toleranceCents = 2;

export type Circumstances = {
  /** The folder of the carrier that bills. */
  carrier: string;
  /** The booking's number stands in the column of the connote, where it may be another sender's connote. */
  isNumberAsConnote: boolean;
  isBilledBefore: boolean;
};

export function judge(
  { billedCents }: Pick<BilledConsignment, 'billedCents'>,
  matches: readonly BilledBooking[],
  circumstances: Circumstances,
): { finding: Finding; state: LineState } {
  const finding = findingOf(matches, circumstances);
  const [booking] = matches;
  const expected =
    finding === 'none' && booking?.costCents !== undefined
      ? booking.costCents + booking.additionalCents
      : undefined;
  const agrees = expected !== undefined && Math.abs(billedCents - expected) <= toleranceCents;
  return { finding, state: agrees ? 'agrees' : 'open' };
}

function findingOf(
  matches: readonly BilledBooking[],
  { carrier, isNumberAsConnote, isBilledBefore }: Circumstances,
): Finding {
  const [booking] = matches;
  if (booking === undefined) return 'unknown';
  if (matches.length > 1) return 'shared';
  if (isNumberAsConnote) return 'number_as_connote';
  if (!booking.isBooked) return 'not_booked';
  if (booking.isOwnAccount) return 'own_account';
  if (booking.carrier !== carrier) return 'other_carrier';
  if (isBilledBefore) return 'billed_before';
  return booking.costCents === undefined ? 'cost_unknown' : 'none';
}
