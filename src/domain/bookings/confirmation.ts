// What a member chose when confirming: carrier, tier, pickup, and with them the price. Chosen from the quotes that are
// stored with the booking and checked against them; who pays is funding's question, and how old a quote may be the
// use-case's.
import type { Cents } from '../money.ts';
import { bookingCents } from '../quotes/pricing.ts';
import type { Quote, QuoteTier } from '../quotes/quote.ts';
import { type Issue, Refusal, refuseInvalid } from '../refusal.ts';
import { findDayNumber, findMinuteOfDay, type MinuteOfDay, minutesADay } from '../time/calendar.ts';
import { findPickupWindow, isWithinWindow, presentPickupWindow } from '../time/pickup-window.ts';

/** What the request says, "" where it says nothing, and what it calls the fields. */
export type ConfirmRequest = {
  carrier: string;
  tier: number | undefined;
  pickupDate: string;
  /** `HH:MM-HH:MM`. */
  pickupTime: string;
  fields: {
    carrier: string;
    tier: string;
    pickupDate: string;
    pickupTime: string;
    /** Another name of the date that was sent, and is not read here. */
    unreadPickupDate?: string | undefined;
    /** Where it names a saved card or wallet, with dots; `payment_method` when left out. */
    payment?: string;
  };
};

export type Confirmation = {
  /** string_id of the service, or `demo`. */
  carrier: string;
  tier: number | undefined;
  /** `YYYY-MM-DD` and `HH:MM`, by the clock of the pickup address. */
  pickupDate: string;
  pickupTime: { from: string; to: string };
  costCents: Cents;
  insuredCents: Cents;
  chargedGrams: number;
  /** `demo`, `credit`, `bankcard_12`, `wallet_7`. */
  funding: string;
  /** What the carrier is asked by: the booking's number, and which attempt it is if it was tried before. */
  reference: string;
  /** What its carrier does not hear over the network, though it takes the booking there: a person tells it. */
  unsaid?: readonly ManualRequest[];
  /** What its carrier calls the pickup that it was asked for over the network; "" where its answer was lost. */
  pickupNumber?: string;
  /** With the member's own account with the carrier, which bills the member itself: nothing is taken here. */
  isOwnAccount?: true;
};

/** `pickup`: that it is to come at all; `pickup_off`: that it is not to, though it was asked. */
export type ManualRequest = 'pickup' | 'pickup_off' | 'tailgate_pickup' | 'tailgate_delivery';

export type ConfirmationTerms = Omit<
  Confirmation,
  'funding' | 'reference' | 'unsaid' | 'pickupNumber' | 'isOwnAccount'
>;

export const demoCarrier = 'demo';

/** It reaches no carrier and no gateway, and costs nothing. */
export function isDemoConfirmation({ funding }: Pick<Confirmation, 'funding'>): boolean {
  return funding === 'demo';
}

/** Waterfalls keep kilograms times ten thousand. */
const kg4PerGram = 10;

/** Decisions: a carrier and a pickup date are needed for everything but a demo. */
export function missingIssues({ carrier, pickupDate, fields }: ConfirmRequest): Issue[] {
  const issues: Issue[] = [];
  if (carrier === '') issues.push({ path: [fields.carrier], problem: 'missing' });
  if (pickupDate === '')
    issues.push({
      path: [fields.pickupDate],
      problem: 'missing',
      unread: fields.unreadPickupDate,
    });
  return issues;
}

/** What a booking of this choice costs; undefined when it is not offered. */
export function chosenCents(
  quotes: readonly Quote[],
  { carrier, tier }: ConfirmRequest,
): Cents | undefined {
  const quote = quotes.find((one) => one.carrier === carrier);
  if (tier !== undefined)
    return quote?.tiers.find(({ identifier }) => identifier === tier)?.totalCents;
  return quote === undefined ? undefined : bookingCents(quote);
}

/** By the clock of the pickup address. */
export type ConfirmMoment = { readonly today: string; readonly minute: MinuteOfDay };

export function chooseTerms(
  quotes: readonly Quote[],
  wish: ConfirmRequest,
  now: ConfirmMoment,
): ConfirmationTerms {
  const { fields } = wish;
  const quote = quotes.find(({ carrier }) => carrier === wish.carrier);
  if (quote === undefined) {
    const path = [fields.carrier];
    const offered = quotes.map(({ carrier }) => carrier);
    throw new Refusal({
      code: 'validation',
      issues: [{ path, problem: 'carrier_has_no_quote', carrier: wish.carrier, offered }],
    });
  }
  const issues: Issue[] = [];
  const tier = chooseTier(quote, wish, issues);
  checkPickupDate(quote, wish, now, issues);
  const pickupTime = choosePickupTime(quote.pickupTime, wish, issues);
  if (issues.length === 0) checkTimeIsToCome(quote, pickupTime, wish, now, issues);
  refuseInvalid(issues);
  return {
    carrier: quote.carrier,
    tier: tier?.identifier,
    pickupDate: wish.pickupDate,
    pickupTime,
    costCents: tier?.totalCents ?? bookingCents(quote),
    insuredCents: quote.insuredCents,
    chargedGrams: Math.round(quote.waterfall.chargeKg4 / kg4PerGram),
  };
}

function chooseTier(quote: Quote, wish: ConfirmRequest, issues: Issue[]): QuoteTier | undefined {
  if (wish.tier === undefined) return undefined;
  const tier = quote.tiers.find(({ identifier }) => identifier === wish.tier);
  if (tier === undefined) {
    issues.push({
      path: [wish.fields.tier],
      problem: 'tier_not_offered',
      tier: wish.tier,
      carrier: quote.carrier,
      offered: quote.tiers.map(({ identifier }) => identifier),
    });
  }
  return tier;
}

function checkPickupDate(
  quote: Quote,
  wish: ConfirmRequest,
  now: ConfirmMoment,
  issues: Issue[],
): void {
  const { pickupDate } = wish;
  // A driver may come until the window ends; whether the carrier would still offer the day is what the quote has settled.
  const open = quote.pickupDates.filter((date) => isToCome(date, quote.pickupTime.to, now));
  if (open.includes(pickupDate)) return;
  issues.push({
    path: [wish.fields.pickupDate],
    problem: 'pickup_date_closed',
    date: pickupDate,
    why: whyNotOpen(quote, pickupDate, now),
    carrier: quote.carrier,
    until: quote.pickupTime.to,
    open,
  });
}

function whyNotOpen(quote: Quote, pickupDate: string, { today }: ConfirmMoment) {
  if (findDayNumber(pickupDate) === undefined) return 'no_date';
  if (pickupDate < today) return 'passed';
  return quote.pickupDates.includes(pickupDate) ? 'too_late' : 'not_collected';
}

function checkTimeIsToCome(
  quote: Quote,
  { to }: Confirmation['pickupTime'],
  { pickupDate, pickupTime, fields }: ConfirmRequest,
  now: ConfirmMoment,
  issues: Issue[],
): void {
  if (isToCome(pickupDate, to, now)) return;
  issues.push({
    path: [fields.pickupTime],
    problem: 'pickup_time_passed',
    time: pickupTime,
    date: pickupDate,
    until: quote.pickupTime.to,
  });
}

function isToCome(date: string, until: string, { today, minute }: ConfirmMoment): boolean {
  return date > today || (date === today && minute < (findMinuteOfDay(until) ?? minutesADay));
}

/** The time asked for when it lies in the window offered; the whole window when none is. */
export function choosePickupTime(
  offered: Confirmation['pickupTime'],
  wish: ConfirmRequest,
  issues: Issue[],
): Confirmation['pickupTime'] {
  if (wish.pickupTime === '') return offered;
  const place = { path: [wish.fields.pickupTime], value: wish.pickupTime };
  const wanted = findPickupWindow(wish.pickupTime);
  if (wanted === undefined) {
    issues.push({ ...place, problem: 'no_time_window' });
    return offered;
  }
  const window = {
    fromMinute: findMinuteOfDay(offered.from) ?? 0,
    toMinute: findMinuteOfDay(offered.to) ?? 0,
  };
  if (!isWithinWindow(wanted, window)) {
    issues.push({ ...place, problem: 'outside_pickup_hours', ...offered });
  }
  return presentPickupWindow(wanted);
}
