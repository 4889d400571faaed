// Payment gateways: what is asked of them, what they say of their own accord, and what is written down about both.

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
  /** The same for one card or wallet, with whatever token it comes; never the same for two. */
  fingerprint: string;
};

export type ChargeRequest = {
  key: string;
  amountCents: Cents;
  method: ChargeMethod;
  bookingId: BookingId;
  memberId: MemberId;
  description: string;
  /** Whoever charges must have begun by then: afterwards it is taken for never asked. Undefined: whoever only asks. */
  chargeBeforeMs?: number | undefined;
};

export type ChargeOutcome =
  | { outcome: 'charged'; reference: string }
  | { outcome: 'declined'; code: string; userMessage: string }
  // Nobody knows yet: ask again with the same key.
  | { outcome: 'unknown'; reason: string };

export type RefundRequest = {
  key: string;
  chargeReference: string;
  amountCents: Cents;
  bookingId: BookingId;
};

export type RefundOutcome =
  | { outcome: 'refunded'; reference: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; reason: string };

/** A page of the gateway's own on which a person saves a card. What they type there never comes here. */
export type CardPage = {
  /** A new one for this member. From it the browser is sent to `doneUrl` of the page's own name, or to `leftUrl`. */
  open(request: {
    memberId: MemberId;
    email: string;
    doneUrl: (session: string) => string;
    leftUrl: string;
  }): Promise<{ url: string }>;
  /** The token of what was saved on one; refused unless it was opened for this member and is finished. */
  findSaved(request: { memberId: MemberId; session: string }): Promise<string>;
};

export type Gateway = {
  name: string;
  /** Idempotent by key; never throws for an outcome. */
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /** What became of the charge with that key; `absent`: the gateway never saw it, so it will not happen unless asked again. */
  findCharge(request: ChargeRequest): Promise<ChargeOutcome | { outcome: 'absent' }>;
  /** Idempotent by key. */
  refund(request: RefundRequest): Promise<RefundOutcome>;
  findRefund(request: RefundRequest): Promise<RefundOutcome | { outcome: 'absent' }>;
  /** Checks and takes a token of the operator's into the gateway; what is to be stored for later charges, and how to show it. */
  saveMethod(request: {
    kind: 'card' | 'wallet';
    token: string;
    memberId: MemberId;
    email: string;
  }): Promise<SavedMethod>;
  /** Undefined: it has none, and cards come by the operator or as test tokens. */
  cardPage?: CardPage;
};

/** What a gateway sends by itself, read and checked; it only ever says that asking again is worth while. */
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
  bookingId: BookingId;
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
 * The books of the built-in test gateway. They stand for a party outside: nothing but that gateway reads or
 * writes them, and never inside somebody's transaction.
 */
export type TestGatewayBooks = {
  /** Enters a charge unless there is one under its key; the one that is there then. */
  enterCharge(charge: TestCharge): Promise<TestCharge>;
  findCharge(key: string): Promise<TestCharge | undefined>;
  /** Enters a refund unless there is one under its key, or less than that is left of the charge. */
  enterRefund(refund: TestRefund): Promise<TestRefund | 'no_such_charge' | 'too_much'>;
  findRefund(key: string): Promise<TestRefund | undefined>;
};

/** What is remembered of asking a gateway, so that asking twice can not move money twice. */
export type GatewayAttempt = {
  key: string;
  /** Ours alone; by it the gateway recognises a request that is sent again. */
  nonce: string;
  /** What the gateway calls it, once that is written down. */
  reference: string | undefined;
  /** Given up: nobody may go on with it, and only a new attempt with a new nonce may follow. */
  isClosed: boolean;
  openedAtMs: number;
};

export type NewGatewayAttempt = { key: string; nonce: string; nowMs: number };

export type GatewayAttempts = {
  find(key: string): Promise<GatewayAttempt | undefined>;
  /** The attempt under way; a new one when there is none, or the last one was closed. */
  open(fresh: NewGatewayAttempt): Promise<GatewayAttempt>;
  /** Writes the reference down if the attempt is still open and has none; the attempt under that key as it is then. */
  keepReference(attempt: GatewayAttempt, reference: string): Promise<GatewayAttempt>;
  /** Closes what has no reference, also when nothing was opened yet; the attempt as it is then. */
  closeUnlessReferenced(fresh: NewGatewayAttempt): Promise<GatewayAttempt>;
  close(attempt: GatewayAttempt): Promise<void>;
};
