// One attempt to take money for a booking, or to give it back. The key is what the gateway knows it by: asking again
// with the same key never takes or gives twice. `retryAtMs` is when recovery is to look at it; undefined: it is settled.

import type { BookingId } from '../bookings/booking.ts';
import type { MemberId } from '../members/member.ts';
import type { Cents } from '../money.ts';
import { dayMs, hourMs } from '../time/durations.ts';
import type { PaymentMethodId } from './payment-method.ts';

export type PaymentId = number & { readonly brand: 'PaymentId' };

export const paymentId = (id: number): PaymentId => id as PaymentId;

/** What a payment is called in lists, where adjustments stand beside it under numbers of their own. */
export type PaymentName = `payment_${number}`;

export const paymentName = (id: PaymentId): PaymentName => `payment_${id}`;

/**
 * `pending`: under way. `unknown`: the gateway was asked and has not told. `void`: given up before any money moved.
 * `charged` and `declined` end a charge, `refunded` and `refused` a refund. `returned`: the gateway did not give it, and the
 * operator has paid it another way.
 */
export const paymentStatuses = [
  'pending',
  'unknown',
  'charged',
  'declined',
  'void',
  'refunded',
  'refused',
  'returned',
] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];

export type Payment = {
  id: PaymentId;
  key: string;
  kind: 'charge' | 'refund';
  bookingId: BookingId;
  memberId: MemberId;
  /** `credit`, `bankcard_12`, `wallet_7`. */
  method: string;
  /** Undefined for the credit account. */
  methodId: PaymentMethodId | undefined;
  /** Of a refund: the charge it returns. */
  ofPaymentId: PaymentId | undefined;
  amountCents: Cents;
  status: PaymentStatus;
  /** The gateway's own name for it. */
  reference: string;
  /** Why it was declined, refused or is not known. */
  detail: string;
  createdAtMs: number;
  retryAtMs: number | undefined;
  /** How often recovery has looked. */
  attempts: number;
  /** Somebody has taken it up, and has until `retryAtMs` to find out. */
  isLeased: boolean;
};

export type NewPayment = Omit<Payment, 'id' | 'attempts' | 'isLeased'>;

type Begun = Pick<
  Payment,
  'key' | 'amountCents' | 'createdAtMs' | 'retryAtMs' | 'method' | 'methodId'
>;

export function newCharge(
  charge: Begun & Pick<Payment, 'bookingId' | 'memberId'> & { status: 'pending' | 'charged' },
): NewPayment {
  return { ...charge, kind: 'charge', ofPaymentId: undefined, reference: '', detail: '' };
}

/** All or part of a charge goes back. */
export function newRefund(
  charge: Pick<Payment, 'id' | 'bookingId' | 'memberId'>,
  refund: Begun & { status: 'pending' | 'refunded' },
): NewPayment {
  const { id: ofPaymentId, bookingId, memberId } = charge;
  return { ...refund, kind: 'refund', bookingId, memberId, ofPaymentId, reference: '', detail: '' };
}

const firstPauseMs = 2_000;
const longestPauseMs = hourMs;
/** Then a person has had a week to look for a booking, and what is held for it is the member's again. */
export const holdPatienceMs = 7 * dayMs;
/** What is put off for longer was put off by a clock that ran ahead. */
export const longestRetryPauseMs = holdPatienceMs + dayMs;

/** The first retry follows soon, later ones after an hour at most. */
export function pauseBeforeRetryMs(attempts: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts, 20));
}
