// Carriers as quotes need them: rate cards, live carriers and cached answers.

import type { CarrierHealth } from '../../domain/carriers/carrier-health.ts';
import type { CircuitBreaker } from '../../domain/carriers/circuit-breaker.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { QuoteFailure } from '../../domain/quotes/quote.ts';
import type { Shipment } from '../../domain/quotes/shipment.ts';
import type { CarrierSnapshot } from '../../domain/rate-cards/carrier-snapshot.ts';
import type { PricePolicy } from '../../domain/rate-cards/carrier-terms.ts';
import type { RatingOutcome } from '../../domain/rate-cards/rating.ts';
import type { MergedCalls } from '../quotes/merged-calls.ts';
import type { BookingNeeds, ServiceOffer } from './connector.ts';
import type { CarrierBooking } from './consignments.ts';
import type { CarrierScan } from './tracking.ts';

export type QuoteTiming = {
  carrierDeadlineMs: number;
  quoteBudgetMs: number;
  /** How long a quoted price can be confirmed. */
  quoteTtlMs: number;
  /** How long an unconfirmed booking is kept. */
  quoteRetentionMs: number;
  /**
   * How long confirming waits for a gateway, and again for a carrier, before it answers that the outcome is unknown.
   */
  confirmDeadlineMs: number;
};

export type Carriers = {
  /** Read once per quote; a snapshot never changes after a reload. */
  snapshot(): CarrierSnapshot;
  /** A new list after every change to these carriers. */
  readonly live: readonly LiveCarrier[];
  /**
   * The same for a member with carrier accounts of their own, which replace the house's. Synchronous when nothing has
   * changed since the last call.
   */
  liveOf(memberId: MemberId): readonly LiveCarrier[] | Promise<readonly LiveCarrier[]>;
  breakerOf(name: string): CircuitBreaker;
  healthOf(name: string): CarrierHealth;
  /** Live calls in progress, shared by identical quotes. */
  asks: MergedCalls<LiveAnswer>;
  /** string_ids that the operator has switched off. */
  switchedOff(): ReadonlySet<string>;
};

/** A carrier that is asked over the network. `signal` aborts when the caller stops waiting. */
export type LiveCarrier = {
  stringId: string;
  mode: string;
  /** The source of its price; `live` by default. */
  policy?: PricePolicy;
  /** Present for a member's own account; absent for the house's. */
  own?: OwnAccountNames;
  /** Played by `serve --simulate` on this machine. Nothing is really sent, so the test gateway may pay for it. */
  isSimulated?: boolean;
  /** The name under which its answers are cached and shared, different for each account; its string_id by default. */
  answersAs?: string;
  /** Absent if it cannot be asked for a price. */
  quote?(shipment: Shipment, signal: AbortSignal): Promise<LiveOffer | { absence: LiveAbsence }>;
  /** Present if it takes bookings over the network; otherwise bookings get a connote from our own range. */
  carrierBooking?: CarrierBooking;
  /** Fields that the carrier requires for a booking. */
  bookingNeeds?: BookingNeeds;
  /** A consignment's events, in any order, possibly repeated; absent if it cannot be asked. */
  track?(connote: string, signal: AbortSignal): Promise<readonly CarrierScan[]>;
  /** Scans of deliveries have who signed, or a link to the proof. */
  reportsProof?: true | undefined;
};

/**
 * Names of an own account. They must differ from the names of every other account, because results are stored under
 * them.
 */
export type OwnAccountNames = {
  memberId: MemberId;
  /** For breakdowns: `ownAccountMark`. */
  mark: string;
  /** The name of its circuit breaker. */
  watchedAs: string;
};

/** With GST. */
export type LiveOffer = ServiceOffer;
export type LiveAbsence = Pick<QuoteFailure, 'code' | 'serviceability' | 'message'>;

/**
 * Live carriers' answers as texts, shared between processes by carrier name. An optimisation only: answers may be lost
 * at any time, and reads never wait long.
 */
export type SharedAnswers = {
  /** The known answers of these carriers, with the age of the oldest. Never rejects. */
  find(
    fingerprint: string,
    names: readonly string[],
    nowMs: number,
  ): Promise<{ texts: ReadonlyMap<string, string>; askedAtMs: number } | undefined>;
  /** Adds to the known answers, which keep their values and their age. */
  keep(fingerprint: string, texts: ReadonlyMap<string, string>, askedAtMs: number): void;
  close(): Promise<void>;
};

/** Either an offer or a failure. Only lasting answers are cached. */
export type LiveAnswer = { offer?: LiveOffer; failure?: QuoteFailure; isLasting: boolean };

/** Answers to one shipment, the same for every caller. */
export type CarrierAnswers = {
  ratings: Map<string, RatingOutcome>;
  live: Map<string, LiveAnswer>;
};

/** Carriers that the operator has switched off, by string_id. */
export type CarrierSwitches = {
  listOff(): Promise<string[]>;
  setOff(stringId: string, isOff: boolean): Promise<void>;
};
