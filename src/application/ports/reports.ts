// The sums that reports need from the store.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import type { Market } from '../../domain/quotes/quote.ts';
import type { Period } from '../../domain/reports/period.ts';
import type { DayNumber } from '../../domain/time/calendar.ts';

/** The member and the period. */
export type ReportScope = { memberId: MemberId; period: Period };

export type CarrierDay = {
  day: DayNumber;
  carrier: string;
  bookings: number;
  costCents: Cents;
  /** Later charges by carriers. */
  additionalCents: Cents;
};

/** A member, or all of them, and the period. */
export type SalesScope = { memberId: MemberId | undefined; period: Period };

/** What sums are grouped by; the key is `YYYY-MM`, a member's id, a string_id, or `NSW>VIC`. */
export type SalesBy = 'month' | 'member' | 'carrier' | 'lane';

export type SalesTotal = {
  by: SalesBy;
  key: string;
  bookings: number;
  soldCents: Cents;
  additionalCents: Cents;
  /** Part of what was sold. */
  warrantyCents: Cents;
  /** Of the bookings whose carrier's price is known. */
  bookingsOfKnownCost: number;
  soldAtKnownCostCents: Cents;
  additionalAtKnownCostCents: Cents;
  warrantyAtKnownCostCents: Cents;
  carrierCents: Cents;
  /** Deliveries with a promised day. */
  delivered: number;
  onTime: number;
  claims: number;
  claimedCents: Cents;
};

export type LaneTotal = {
  fromRegion: string;
  toRegion: string;
  bookings: number;
  costCents: Cents;
  quotedGrams: number;
};

export type WeighedTotal = {
  carrier: string;
  bookings: number;
  quotedGrams: number;
  scannedGrams: number;
  additionalCents: Cents;
};

export type WeighedBooking = {
  bookingId: BookingId;
  carrier: string;
  quotedGrams: number;
  scannedGrams: number;
};

/** How often a carrier priced, had nothing to offer, or failed to answer. */
export type AnswerCount = { quoted: number; absent: number; failed: number };
export type MonthlyAnswers = { month: string; carrier: string } & AnswerCount;
export type AnswersToAdd = MonthlyAnswers & { memberId: MemberId };

/** Carriers' answers counted in memory until they are written. */
export type CarrierAnswerLog = {
  note(memberId: MemberId, market: Market): void;
  /** A carrier's answers to all members, in every process, since this process began. */
  totalOf(carrier: string): Readonly<AnswerCount>;
  /** Writes every few seconds. Only servers start this. */
  start(): void;
  write(): Promise<void>;
  close(): Promise<void>;
};

/** None of these include cancelled bookings or demos. */
export type Reports = {
  carrierDays(scope: ReportScope): Promise<CarrierDay[]>;
  /** Busiest first. */
  lanes(scope: ReportScope, limit: number): Promise<LaneTotal[]>;
  /** Only bookings with a carrier's scanned weight. */
  weighed(scope: ReportScope): Promise<WeighedTotal[]>;
  /** Newest first. */
  weighedBookings(scope: ReportScope, limit: number): Promise<WeighedBooking[]>;
  /** By month (`YYYY-MM`) and carrier, from that month on. */
  answers(memberId: MemberId, fromMonth: string): Promise<MonthlyAnswers[]>;
  /** Without bookings on members' own carrier accounts; grouped in each way, with the claims for these bookings. */
  sales(scope: SalesScope): Promise<SalesTotal[]>;
  /** Adds to the stored counts. */
  addAnswers(counts: readonly AnswersToAdd[]): Promise<void>;
};
