// Carriers as quotes see them: rate cards, whoever is asked over the network, and the answers that are kept.

import type { CarrierHealth } from '../../domain/carriers/carrier-health.ts';
import type { CircuitBreaker } from '../../domain/carriers/circuit-breaker.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { QuoteFailure } from '../../domain/quotes/quote.ts';
import type { Shipment } from '../../domain/quotes/shipment.ts';
import type { CarrierSnapshot } from '../../domain/rate-cards/carrier-snapshot.ts';
import type { PricePolicy } from '../../domain/rate-cards/carrier-terms.ts';
import type { RatingOutcome } from '../../domain/rate-cards/rating.ts';
import type { SharedAsks } from '../quotes/shared-asks.ts';
import type { BookingNeeds, ServiceOffer } from './connector.ts';
import type { CarrierBooking } from './consignments.ts';
import type { CarrierScan } from './tracking.ts';

export type QuoteTiming = {
  carrierDeadlineMs: number;
  quoteBudgetMs: number;
  /** How long a quote is honoured when its booking is confirmed. */
  quoteTtlMs: number;
  /** How long a booking that nobody confirms is kept. */
  quoteRetentionMs: number;
  /** How long confirming waits for a gateway, and again for a carrier, before it answers that it does not know yet. */
  confirmDeadlineMs: number;
};

export type Carriers = {
  /** Taken once for each quote: it never changes, whatever is reloaded meanwhile. */
  snapshot(): CarrierSnapshot;
  /** Another list whenever anything about them has changed. */
  readonly live: readonly LiveCarrier[];
  /**
   * The same for a member with accounts of their own, which stand in the places of the house's: at once when nothing has
   * changed since the last time. Only for members who have some.
   */
  liveOf(memberId: MemberId): readonly LiveCarrier[] | Promise<readonly LiveCarrier[]>;
  breakerOf(name: string): CircuitBreaker;
  healthOf(name: string): CarrierHealth;
  /** Live questions under way, shared between identical quotes. */
  asks: SharedAsks<LiveAnswer>;
  /** string_ids the operator has switched off. */
  switchedOff(): ReadonlySet<string>;
};

/** A carrier that is asked over the network. `signal` is raised when nobody waits any more. */
export type LiveCarrier = {
  stringId: string;
  mode: string;
  /** Where its price comes from; `live` when nothing is said. */
  policy?: PricePolicy;
  /** Asked with a member's own account; absent: with the house's. */
  own?: OwnAccountNames;
  /** `serve --simulate` plays it on this machine: nothing is really sent, so the test gateway may pay for it. */
  isSimulated?: boolean;
  /** Under which its answers are remembered and shared: another name with another account. Its string_id when absent. */
  answersAs?: string;
  /** Absent where it can't be asked for a price. */
  quote?(shipment: Shipment, signal: AbortSignal): Promise<LiveOffer | { absence: LiveAbsence }>;
  /** Takes bookings over the network too; a carrier without one is booked with a number of our own. */
  carrierBooking?: CarrierBooking;
  /** Fields that the carrier requires before it takes a booking. */
  bookingNeeds?: BookingNeeds;
  /** What it has to say about a consignment; absent where it can't be asked. In any order, as often as it likes. */
  track?(connote: string, signal: AbortSignal): Promise<readonly CarrierScan[]>;
};

/** Nothing that is learnt with an own account may be known under a name that another account has too. */
export type OwnAccountNames = {
  memberId: MemberId;
  /** For breakdowns: `ownAccountMark`. */
  mark: string;
  /** Under which it is watched for failures. */
  watchedAs: string;
};

/** GST included. */
export type LiveOffer = ServiceOffer;
export type LiveAbsence = Pick<QuoteFailure, 'code' | 'serviceability' | 'message'>;

/**
 * Answers of live carriers as texts, by the names they are known by. Nothing depends on them but who asks the carrier: they
 * may be missed at any time, and are never waited for long.
 */
export type SharedAnswers = {
  /** Those of these names that are known, and when the oldest of them was asked for; never a rejection. */
  find(
    fingerprint: string,
    names: readonly string[],
    nowMs: number,
  ): Promise<{ texts: ReadonlyMap<string, string>; askedAtMs: number } | undefined>;
  /** Adds to what is known, which is neither replaced nor made younger by it. */
  keep(fingerprint: string, texts: ReadonlyMap<string, string>, askedAtMs: number): void;
  close(): Promise<void>;
};

/** Either an offer or a failure. One that does not last, because something went wrong, is never kept. */
export type LiveAnswer = { offer?: LiveOffer; failure?: QuoteFailure; isLasting: boolean };

/** Answers to one shipment. Nothing in them depends on the caller. */
export type CarrierAnswers = {
  ratings: Map<string, RatingOutcome>;
  live: Map<string, LiveAnswer>;
};

/** Carriers that the operator has switched off, by string_id. */
export type CarrierSwitches = {
  listOff(): Promise<string[]>;
  setOff(stringId: string, isOff: boolean): Promise<void>;
};
