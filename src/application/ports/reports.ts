// What reports need from the store: sums, never records by the thousand.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import type { Market } from '../../domain/quotes/quote.ts';
import type { Period } from '../../domain/reports/period.ts';
import type { DayNumber } from '../../domain/time/calendar.ts';

/** Whose bookings of which time. */
export type ReportScope = { memberId: MemberId; period: Period };

export type CarrierDay = {
  day: DayNumber;
  carrier: string;
  bookings: number;
  costCents: Cents;
  /** What carriers charged on top afterwards. */
  additionalCents: Cents;
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

/** How often a carrier priced, had nothing to offer, or should have answered and did not. */
export type AnswerCount = { quoted: number; absent: number; failed: number };
export type MonthlyAnswers = { month: string; carrier: string } & AnswerCount;
export type AnswersToAdd = MonthlyAnswers & { memberId: MemberId };

/** The answers that wait in memory to be counted in the store. */
export type CarrierAnswerLog = {
  note(memberId: MemberId, market: Market): void;
  /** A carrier's answers to all members, in every process, since this process began. */
  totalOf(carrier: string): Readonly<AnswerCount>;
  /** Writes every few seconds from now on. */
  start(): void;
  write(): Promise<void>;
  close(): Promise<void>;
};

/** Bookings that were cancelled, and demos, which nobody pays for, are in none of these. */
export type Reports = {
  carrierDays(scope: ReportScope): Promise<CarrierDay[]>;
  /** The busiest first. */
  lanes(scope: ReportScope, limit: number): Promise<LaneTotal[]>;
  /** Only bookings that a carrier has weighed. */
  weighed(scope: ReportScope): Promise<WeighedTotal[]>;
  /** The newest of them first. */
  weighedBookings(scope: ReportScope, limit: number): Promise<WeighedBooking[]>;
  /** By month (`YYYY-MM`) and carrier, from that month on. */
  answers(memberId: MemberId, fromMonth: string): Promise<MonthlyAnswers[]>;
  /** Adds to what is counted already. */
  addAnswers(counts: readonly AnswersToAdd[]): Promise<void>;
};
