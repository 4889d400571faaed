// The member's choice when confirming a booking: carrier, tier and pickup, and the resulting price. The choice is
// checked against the quotes that are stored with the booking. Funding decides who pays; the use-case decides how old
// a quote may be.
import type { Cents } from '../money.ts';
import { bookingCents } from '../quotes/pricing.ts';
import type { Quote, QuoteTier } from '../quotes/quote.ts';
import { carrierCentsOf } from '../quotes/sold-quote.ts';
import { type Issue, Refusal, refuseInvalid } from '../refusal.ts';
import { findDayNumber, findMinuteOfDay, type MinuteOfDay, minutesADay } from '../time/calendar.ts';
import { findPickupWindow, isWithinWindow, presentPickupWindow } from '../time/pickup-window.ts';

/** The values of the request, "" where absent, and the request's names for the fields. */
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
    /** Another spelling of the pickup date that the request used and that is not read here. */
    unreadPickupDate?: string | undefined;
    /** The path of the saved card or wallet in the request, with dots; `payment_method` by default. */
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
  /** What the carrier quoted for it, without warranty; absent from older bookings and from demos. */
  carrierCents?: Cents;
  /** The warranty fee in the price; absent without one, and from older bookings. */
  warrantyCents?: Cents;
  insuredCents: Cents;
  chargedGrams: number;
  /** `demo`, `credit`, `bankcard_12`, `wallet_7`. */
  funding: string;
  /** The reference sent to the carrier: the booking's number, with the attempt number after a retry. */
  reference: string;
  /** Requests that the carrier's interface cannot carry, so a person has to pass them on. */
  unsaid?: readonly ManualRequest[];
  /** The carrier's number for a pickup that was requested over the network; "" if its answer was lost. */
  pickupNumber?: string;
  /** Set for the member's own carrier account: the carrier bills the member, so we take no payment. */
  isOwnAccount?: true;
};

/** `pickup`: request the collection; `pickup_off`: cancel a collection that was requested. */
export type ManualRequest = 'pickup' | 'pickup_off' | 'tailgate_pickup' | 'tailgate_delivery';

export type ConfirmationTerms = Omit<
  Confirmation,
  'funding' | 'reference' | 'unsaid' | 'pickupNumber' | 'isOwnAccount'
>;

export const demoCarrier = 'demo';

/** A demo reaches no carrier and no gateway, and costs nothing. */
export function isDemoConfirmation({ funding }: Pick<Confirmation, 'funding'>): boolean {
  return funding === 'demo';
}

/** Waterfalls store kilograms times ten thousand. */
const kg4PerGram = 10;

/** Decisions: every confirmation except a demo needs a carrier and a pickup date. */
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

/** The cost of booking this choice; undefined when it is not offered. */
export function chosenCents(
  quotes: readonly Quote[],
  { carrier, tier }: ConfirmRequest,
): Cents | undefined {
  const quote = quotes.find((one) => one.carrier === carrier);
  if (tier !== undefined)
    return quote?.tiers.find(({ identifier }) => identifier === tier)?.totalCents;
  return quote === undefined ? undefined : bookingCents(quote);
}

/** The date and time at the pickup address. */
export type ConfirmMoment = { readonly today: string; readonly minute: MinuteOfDay };

export function chooseTerms(
  quotes: readonly Quote[],
  input: ConfirmRequest,
  now: ConfirmMoment,
): ConfirmationTerms {
  const { fields } = input;
  const quote = quotes.find(({ carrier }) => carrier === input.carrier);
  if (quote === undefined) {
    const path = [fields.carrier];
    const offered = quotes.map(({ carrier }) => carrier);
    throw new Refusal({
      code: 'validation',
      issues: [{ path, problem: 'carrier_has_no_quote', carrier: input.carrier, offered }],
    });
  }
  const issues: Issue[] = [];
  const tier = chooseTier(quote, input, issues);
  checkPickupDate(quote, input, now, issues);
  const pickupTime = choosePickupTime(quote.pickupTime, input, issues);
  if (issues.length === 0) checkTimeIsToCome(quote, pickupTime, input, now, issues);
  refuseInvalid(issues);
  return {
    carrier: quote.carrier,
    tier: tier?.identifier,
    pickupDate: input.pickupDate,
    pickupTime,
    costCents: tier?.totalCents ?? bookingCents(quote),
    ...partsOf(quote, tier),
    insuredCents: quote.insuredCents,
    chargedGrams: Math.round(quote.waterfall.chargeKg4 / kg4PerGram),
  };
}

function partsOf(
  quote: Quote,
  tier: QuoteTier | undefined,
): Pick<ConfirmationTerms, 'carrierCents' | 'warrantyCents'> {
  const carrierCents = tier === undefined ? carrierCentsOf(quote) : tier.carrierCents;
  const { feeCents: warrantyCents } = tier ?? quote;
  return {
    ...(carrierCents === undefined ? {} : { carrierCents }),
    ...(warrantyCents === 0 ? {} : { warrantyCents }),
  };
}

function chooseTier(quote: Quote, input: ConfirmRequest, issues: Issue[]): QuoteTier | undefined {
  if (input.tier === undefined) return undefined;
  const tier = quote.tiers.find(({ identifier }) => identifier === input.tier);
  if (tier === undefined) {
    issues.push({
      path: [input.fields.tier],
      problem: 'tier_not_offered',
      tier: input.tier,
      carrier: quote.carrier,
      offered: quote.tiers.map(({ identifier }) => identifier),
    });
  }
  return tier;
}

function checkPickupDate(
  quote: Quote,
  input: ConfirmRequest,
  now: ConfirmMoment,
  issues: Issue[],
): void {
  const { pickupDate } = input;
  // A driver may come until the window ends. The cut-off was already applied when the booking was quoted.
  const open = quote.pickupDates.filter((date) => isToCome(date, quote.pickupTime.to, now));
  if (open.includes(pickupDate)) return;
  issues.push({
    path: [input.fields.pickupDate],
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

export function checkTimeIsToCome(
  quote: Pick<Quote, 'pickupTime'>,
  { to }: Confirmation['pickupTime'],
  { pickupDate, pickupTime, fields }: Pick<ConfirmRequest, 'pickupDate' | 'pickupTime' | 'fields'>,
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

export function isToCome(date: string, until: string, { today, minute }: ConfirmMoment): boolean {
  return date > today || (date === today && minute < (findMinuteOfDay(until) ?? minutesADay));
}

/** The requested window if it lies within the offered one; without a request, the whole offered window. */
export function choosePickupTime(
  offered: Confirmation['pickupTime'],
  input: ConfirmRequest,
  issues: Issue[],
): Confirmation['pickupTime'] {
  if (input.pickupTime === '') return offered;
  const place = { path: [input.fields.pickupTime], value: input.pickupTime };
  const wanted = findPickupWindow(input.pickupTime);
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
