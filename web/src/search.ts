// What the address says behind the question mark, made safe. The router hands on whatever it was given, so every name a
// page reads is stated here with a value, undefined included.

import { statusChoices } from './api/booking-status.ts';

type Search = Record<string, unknown>;

/** Where to go on after signing in: only ever a page of our own, never another site. */
export function ownPath(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])[^\\]*$/.test(value) ? value : undefined;
}

function text(value: unknown): string | undefined {
  // A search for digits arrives as a number.
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function wholeNumber(value: unknown, least = 1): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return Number.isSafeInteger(number) && Number(number) >= least ? Number(number) : undefined;
}

export const returnSearch = ({ to }: Search): { to?: string | undefined } => ({ to: ownPath(to) });

export const quoteSearch = (
  search: Search,
): {
  booking?: number | undefined;
  again?: number | undefined;
  order?: number | undefined;
} => ({
  booking: wholeNumber(search.booking),
  again: wholeNumber(search.again),
  order: wholeNumber(search.order),
});

/** Which bookings are listed: what was booked unless the address says otherwise. */
const shownBookings = ['booked', 'quotes', 'attention'] as const;
export type ShownBookings = (typeof shownBookings)[number];

export const bookingsSearch = (
  search: Search,
): {
  q?: string | undefined;
  page?: number | undefined;
  show?: ShownBookings | undefined;
  carrier?: string | undefined;
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
} => ({
  q: text(search.q),
  page: wholeNumber(search.page, 2),
  show: shownBookings.find((one) => one === search.show),
  carrier: text(search.carrier),
  status: statusChoices.find(({ value }) => value === search.status)?.value,
  from: day(search.from),
  to: day(search.to),
});

function day(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;
}

export const ordersSearch = (
  search: Search,
): { q?: string | undefined; page?: number | undefined; status?: ShownOrders | undefined } => ({
  q: text(search.q),
  page: wholeNumber(search.page, 2),
  status: shownOrders.find((one) => one === search.status),
});

/** `card`: the page of the payment gateway's on which a card was added. */
export const paymentsSearch = (search: Search): { card?: string | undefined } => ({
  card: text(search.card),
});

/** Which orders can be listed by themselves. */
const shownOrders = [
  'pending',
  'ready_to_book',
  'booked',
  'manually_dispatched',
  'cancelled',
] as const;
export type ShownOrders = (typeof shownOrders)[number];

export const membersSearch = (
  search: Search,
): { q?: string | undefined; page?: number | undefined } => ({
  q: text(search.q),
  page: wholeNumber(search.page, 2),
});

/** Which bookings the operator sees. */
export type OperatorBookingsSearch = {
  q?: string | undefined;
  member?: number | undefined;
  /** Only those whose carrier a person has to tell. */
  show?: 'to_tell' | undefined;
  page?: number | undefined;
};

export const operatorBookingsSearch = (search: Search): OperatorBookingsSearch => ({
  q: text(search.q),
  member: wholeNumber(search.member),
  show: search.show === 'to_tell' ? 'to_tell' : undefined,
  page: wholeNumber(search.page, 2),
});

export const trackingSearch = (
  search: Search,
): { of?: string | undefined; page?: number | undefined } => ({
  of: text(search.of),
  page: wholeNumber(search.page, 2),
});

/** How many months back the dashboard looks. */
export const shownMonths = [3, 6, 12] as const;

export const dashboardSearch = (search: Search): { months?: number | undefined } => ({
  months: shownMonths.find((months) => months === wholeNumber(search.months)),
});

export const bookSearch = (
  search: Search,
): {
  carrier?: string | undefined;
  tier?: number | undefined;
  /** The order that the prices were asked for. */
  order?: number | undefined;
} => ({
  carrier: text(search.carrier),
  tier: wholeNumber(search.tier, 0),
  order: wholeNumber(search.order),
});

/** Which calls to carriers are listed. */
export const callsSearch = (
  search: Search,
): {
  carrier?: string | undefined;
  operation?: string | undefined;
  outcome?: string | undefined;
  booking?: number | undefined;
  before?: number | undefined;
} => ({
  carrier: text(search.carrier),
  operation: text(search.operation),
  outcome: text(search.outcome),
  booking: wholeNumber(search.booking),
  before: wholeNumber(search.before),
});
