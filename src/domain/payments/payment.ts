// One attempt to charge for a booking, or to pay the balance of a credit account, or to refund either. The gateway
// identifies the attempt by `key`: repeating a request with the same key never moves the money twice. Recovery checks
// the payment at `retryAtMs`; undefined means that it is settled.

import type { BookingId } from '../bookings/booking.ts';
import type { MemberId } from '../members/member.ts';
import type { Cents } from '../money.ts';
import { dayMs, hourMs } from '../time/durations.ts';
import type { PaymentMethodId } from './payment-method.ts';

export type PaymentId = number & { readonly brand: 'PaymentId' };

export const paymentId = (id: number): PaymentId => id as PaymentId;

/** The name of a payment in lists that also show adjustments, which have their own numbers. */
export type PaymentName = `payment_${number}`;

export const paymentName = (id: PaymentId): PaymentName => `payment_${id}`;

/**
 * `pending`: under way. `unknown`: the gateway was asked and has not answered. `void`: abandoned before any money
 * moved. `charged` and `declined` end a charge, `refunded` and `refused` a refund. `returned`: the gateway could not
 * refund the money, and the operator paid it another way.
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
  /** Undefined for a balance payment, which pays what the member owes on the credit account. */
  bookingId: BookingId | undefined;
  memberId: MemberId;
  /** `credit`, `bankcard_12`, `wallet_7`. */
  method: string;
  /** Undefined for the credit account. */
  methodId: PaymentMethodId | undefined;
  /** For a refund: the charge that it returns. */
  ofPaymentId: PaymentId | undefined;
  amountCents: Cents;
  status: PaymentStatus;
  /** The gateway's reference. */
  reference: string;
  /** Why the payment was declined or refused, or why its outcome is unknown. */
  detail: string;
  createdAtMs: number;
  retryAtMs: number | undefined;
  /** How often recovery has tried to settle the payment. */
  attempts: number;
  /** A process has leased the payment and has until `retryAtMs` to settle it. */
  isLeased: boolean;
};

export type BookingPayment = Payment & { bookingId: BookingId };

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

/** Refunds all or part of a charge. */
export function newRefund(
  charge: Pick<Payment, 'id' | 'bookingId' | 'memberId'>,
  refund: Begun & { status: 'pending' | 'refunded' },
): NewPayment {
  const { id: ofPaymentId, bookingId, memberId } = charge;
  return { ...refund, kind: 'refund', bookingId, memberId, ofPaymentId, reference: '', detail: '' };
}

const firstPauseMs = 2_000;
const longestPauseMs = hourMs;
/** A person has a week to find the carrier's booking; after that the hold is released to the member. */
export const holdPatienceMs = 7 * dayMs;
/** A retry planned further ahead than this was written by a clock that ran ahead. */
export const longestRetryPauseMs = holdPatienceMs + dayMs;

/** The first retry follows soon; later ones at most an hour apart. */
export function pauseBeforeRetryMs(attempts: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts, 20));
}
