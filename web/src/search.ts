// Validates the query string. The router passes on any input, so every name that a page reads gets a valid value or
// undefined here.

import { groupNames } from './api/audit-groups.ts';
import { statusChoices } from './api/booking-status.ts';

type Search = Record<string, unknown>;

/** The page to open after signing in: only our own pages, never another site. */
export function ownPath(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])[^\\]*$/.test(value) ? value : undefined;
}

function text(value: unknown): string | undefined {
  // The router turns digits into a number.
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
  /** The booking whose freight is to be sent back. */
  back?: number | undefined;
  order?: number | undefined;
} => ({
  booking: wholeNumber(search.booking),
  again: wholeNumber(search.again),
  back: wholeNumber(search.back),
  order: wholeNumber(search.order),
});

/** The views of the list of bookings; the default is `booked`. */
const shownBookings = ['booked', 'quotes', 'attention'] as const;
export type ShownBookings = (typeof shownBookings)[number];

/** Days are `YYYY-MM-DD`, both included. */
export type BookingFilter = {
  carrier?: string | undefined;
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** For the operator: only this member's bookings. */
  member?: number | undefined;
};

export type BookingsSearch = BookingFilter & ListSearch & { show?: ShownBookings | undefined };

export const bookingsSearch = (search: Search): BookingsSearch => ({
  ...listSearch(search),
  show: shownBookings.find((one) => one === search.show),
  carrier: text(search.carrier),
  status: statusChoices.find(({ value }) => value === search.status)?.value,
  from: day(search.from),
  to: day(search.to),
  member: wholeNumber(search.member),
});

function day(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;
}

/** Every list can be searched, and sorted by the service. */
export type ListSearch = {
  q?: string | undefined;
  page?: number | undefined;
  sort?: string | undefined;
};

const listSearch = (search: Search): ListSearch => ({
  q: text(search.q),
  page: wholeNumber(search.page, 2),
  sort: text(search.sort),
});

export type OrdersSearch = ListSearch & { status?: ShownOrders | undefined };

export const ordersSearch = (search: Search): OrdersSearch => ({
  ...listSearch(search),
  status: shownOrders.find((one) => one === search.status),
});

const shownClaims = ['open', 'sent_to_carrier', 'accepted', 'rejected', 'paid'] as const;

export type ClaimsSearch = {
  state?: (typeof shownClaims)[number] | undefined;
  page?: number | undefined;
};

export const claimsSearch = (search: Search): ClaimsSearch => ({
  state: shownClaims.find((one) => one === search.state),
  page: wholeNumber(search.page, 2),
});

export type CarriersSearch = Omit<ListSearch, 'page'>;

export const carriersSearch = (search: Search): CarriersSearch => ({
  q: text(search.q),
  sort: text(search.sort),
});

export const addressesSearch = (
  search: Search,
): { q?: string | undefined; page?: number | undefined } => ({
  q: text(search.q),
  page: wholeNumber(search.page, 2),
});

/** `card`: the gateway's page on which the member added a card. */
export const paymentsSearch = (search: Search): { card?: string | undefined } => ({
  card: text(search.card),
});

/** Statuses by which orders can be filtered. */
const shownOrders = [
  'pending',
  'ready_to_book',
  'booked',
  'manually_dispatched',
  'cancelled',
] as const;
type ShownOrders = (typeof shownOrders)[number];

export const membersSearch = listSearch;

/** One carrier, one pickup day, or both. */
export type RunSheetsSearch = { carrier?: string | undefined; day?: string | undefined };

export const runSheetsSearch = (search: Search): RunSheetsSearch => ({
  carrier: text(search.carrier),
  day: day(search.day),
});

export const trackingSearch = (
  search: Search,
): { of?: string | undefined; page?: number | undefined } => ({
  of: text(search.of),
  page: wholeNumber(search.page, 2),
});

/** `booking`: the one whose events are shown. */
export const eventsSearch = (
  search: Search,
): { q?: string | undefined; booking?: number | undefined } => ({
  q: text(search.q),
  booking: wholeNumber(search.booking),
});

/** The dashboard's period in months. */
export const shownMonths = [3, 6, 12] as const;

export const dashboardSearch = (search: Search): { months?: number | undefined } => ({
  months: shownMonths.find((months) => months === wholeNumber(search.months)),
});

/** One member, or all of them. */
export type SalesSearch = { months?: number | undefined; member?: number | undefined };

export const salesSearch = (search: Search): SalesSearch => ({
  ...dashboardSearch(search),
  member: wholeNumber(search.member),
});

export const bookSearch = (
  search: Search,
): {
  carrier?: string | undefined;
  tier?: number | undefined;
  /** The order that these quotes are for. */
  order?: number | undefined;
} => ({
  carrier: text(search.carrier),
  tier: wholeNumber(search.tier, 0),
  order: wholeNumber(search.order),
});

export type CallsSearch = {
  carrier?: string | undefined;
  operation?: string | undefined;
  outcome?: string | undefined;
  booking?: number | undefined;
  page?: number | undefined;
  sort?: string | undefined;
};

/** Filters for the log of carrier calls. */
export const callsSearch = (search: Search): CallsSearch => ({
  carrier: text(search.carrier),
  operation: text(search.operation),
  outcome: text(search.outcome),
  booking: wholeNumber(search.booking),
  page: wholeNumber(search.page, 2),
  sort: text(search.sort),
});

export type AuditSearch = {
  /** A whole e-mail, or the whole name of a key. */
  actor?: string | undefined;
  group?: keyof typeof groupNames | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** For the operator: only what concerns this member. */
  member?: number | undefined;
  sort?: string | undefined;
  page?: number | undefined;
};

export const auditSearch = (search: Search): AuditSearch => ({
  actor: text(search.actor),
  group: (Object.keys(groupNames) as (keyof typeof groupNames)[]).find(
    (one) => one === search.group,
  ),
  from: day(search.from),
  to: day(search.to),
  member: wholeNumber(search.member),
  sort: ['at', '-at'].find((one) => one === search.sort),
  page: wholeNumber(search.page, 2),
});
