// Payment gateways: requests to them, notices from them, and the records of both.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';

/** A saved card or wallet as the gateway knows it. */
export type ChargeMethod = {
  kind: 'card' | 'wallet';
  token: string;
  customer: string | undefined;
};

type SavedMethod = {
  token: string;
  customer: string | undefined;
  maskedLabel: string;
  /** Identifies the card or wallet: each token of one card has the same. */
  fingerprint: string;
};

export type ChargeRequest = {
  key: string;
  amountCents: Cents;
  method: ChargeMethod;
  /** Undefined for a balance payment. */
  bookingId: BookingId | undefined;
  memberId: MemberId;
  description: string;
  /**
   * The charge must begin before this time; afterwards recovery treats it as not sent. Undefined for lookups.
   */
  chargeBeforeMs?: number | undefined;
};

export type ChargeOutcome =
  | { outcome: 'charged'; reference: string }
  | { outcome: 'declined'; code: string; userMessage: string }
  // The outcome is not known yet: ask again with the same key.
  | { outcome: 'unknown'; reason: string };

export type RefundRequest = {
  key: string;
  chargeReference: string;
  amountCents: Cents;
  bookingId: BookingId | undefined;
};

export type RefundOutcome =
  | { outcome: 'refunded'; reference: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; reason: string };

/** A page of the gateway on which a member enters a card. Card details never reach Linehaul. */
export type CardPage = {
  /**
   * Opens a page for this member. It sends the browser to `doneUrl` with the page's session, or to `leftUrl`.
   */
  open(request: {
    memberId: MemberId;
    email: string;
    doneUrl: (session: string) => string;
    leftUrl: string;
  }): Promise<{ url: string }>;
  /** The token of the saved card; refused unless the page was opened for this member and completed. */
  findSaved(request: { memberId: MemberId; session: string }): Promise<string>;
};

export type Gateway = {
  name: string;
  /** Idempotent by key; never throws for an outcome. */
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /**
   * The outcome of the charge with this key. `absent`: the gateway never received it, so it will not happen unless it
   * is sent again.
   */
  findCharge(request: ChargeRequest): Promise<ChargeOutcome | { outcome: 'absent' }>;
  /** Idempotent by key. */
  refund(request: RefundRequest): Promise<RefundOutcome>;
  findRefund(request: RefundRequest): Promise<RefundOutcome | { outcome: 'absent' }>;
  /**
   * Checks a token that the operator entered and saves it with the gateway. Returns the details to store and a label.
   */
  saveMethod(request: {
    kind: 'card' | 'wallet';
    token: string;
    memberId: MemberId;
    email: string;
  }): Promise<SavedMethod>;
  /** Undefined if the gateway has none; then cards are entered by the operator or as test tokens. */
  cardPage?: CardPage;
};

/** A verified notice from a gateway. It is never more than a hint to ask the gateway. */
export type PaymentNotice =
  | { kind: 'settled'; key: string }
  | { kind: 'irrelevant' }
  | { kind: 'forged'; reason: string };

export type PaymentNotices = {
  read(sent: {
    body: Buffer;
    signature: string | undefined;
    nowMs: number;
  }): Promise<PaymentNotice>;
};

export type TestCharge = {
  key: string;
  token: string;
  amountCents: Cents;
  isAccepted: boolean;
  reference: string;
  bookingId: BookingId | undefined;
  memberId: MemberId;
  enteredAtMs: number;
};

export type TestRefund = {
  key: string;
  chargeReference: string;
  amountCents: Cents;
  reference: string;
  enteredAtMs: number;
};

/**
 * The records of the built-in test gateway. They simulate an external party, so only the test gateway uses them, and
 * never inside another transaction.
 */
export type TestGatewayBooks = {
  /** Enters a charge unless its key has one, and returns the stored charge. */
  enterCharge(charge: TestCharge): Promise<TestCharge>;
  findCharge(key: string): Promise<TestCharge | undefined>;
  /** Enters a refund unless its key has one, or the charge has less than this left. */
  enterRefund(refund: TestRefund): Promise<TestRefund | 'no_such_charge' | 'too_much'>;
  findRefund(key: string): Promise<TestRefund | undefined>;
};

/** The record of a request to a gateway, so that repeating it cannot move money twice. */
export type GatewayAttempt = {
  key: string;
  /** Random; the gateway recognises a repeated request by it. */
  nonce: string;
  /** The gateway's id for it, once recorded. */
  reference: string | undefined;
  /** Given up: it must not be continued, and only a new attempt with a new nonce may follow. */
  isClosed: boolean;
  openedAtMs: number;
};

export type NewGatewayAttempt = { key: string; nonce: string; nowMs: number };

export type GatewayAttempts = {
  find(key: string): Promise<GatewayAttempt | undefined>;
  /** The open attempt; a new one if there is none or the last one was closed. */
  open(fresh: NewGatewayAttempt): Promise<GatewayAttempt>;
  /** Records the reference if the attempt is open and has none. Returns the stored attempt. */
  keepReference(attempt: GatewayAttempt, reference: string): Promise<GatewayAttempt>;
  /**
   * Closes the attempt unless it has a reference, or stores a closed one if there is none. Returns the stored
   * attempt.
   */
  closeUnlessReferenced(fresh: NewGatewayAttempt): Promise<GatewayAttempt>;
  close(attempt: GatewayAttempt): Promise<void>;
};
