// Validates the query string. The router passes on any input, so every name that a page reads gets a valid value or
// undefined here.

import { claimStates } from '../../src/domain/claims/claim-state.ts';
import { listedStatuses } from '../../src/domain/orders/order.ts';
import { groupNames } from './api/audit-groups.ts';
import { statusChoices } from './api/booking-status.ts';

type Search = Record<string, unknown>;

/** The page to open after signing in: only our own pages, never another site. */
export function ownPath(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])[^\\]*$/.test(value) ? value : undefined;
}

type Readers = Readonly<Record<string, (value: unknown) => unknown>>;

/** Each name that a page reads, by its reader. */
const searchOf =
  <Of extends Readers>(readers: Of) =>
  (search: Search): { [Name in keyof Of]?: ReturnType<Of[Name]> | undefined } =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(search[name])]),
    ) as never;

function text(value: unknown): string | undefined {
  // The router turns digits into a number.
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function wholeNumber(value: unknown, least = 1): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return Number.isSafeInteger(number) && Number(number) >= least ? Number(number) : undefined;
}

const id = (value: unknown) => wholeNumber(value);
/** The first page is the address without one. */
const laterPage = (value: unknown) => wholeNumber(value, 2);

/** Days are `YYYY-MM-DD`, both ends of a span included. */
function day(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;
}

const oneOf =
  <Choice>(choices: readonly Choice[]) =>
  (value: unknown): Choice | undefined =>
    choices.find((choice) => choice === value);

export const returnSearch = searchOf({ to: ownPath });

export const quoteSearch = searchOf({
  booking: id,
  again: id,
  /** The booking whose freight is to be sent back. */
  back: id,
  order: id,
});

/** Every list can be searched, and sorted by the service. */
const list = { q: text, page: laterPage, sort: text };

export const membersSearch = searchOf(list);
export type MembersSearch = ReturnType<typeof membersSearch>;

const bookingFilter = {
  carrier: text,
  status: oneOf(statusChoices.map(({ value }) => value)),
  from: day,
  to: day,
  /** For the operator: only this member's bookings. */
  member: id,
};

const bookingFilterSearch = searchOf(bookingFilter);
export type BookingFilter = ReturnType<typeof bookingFilterSearch>;

/** The views of the list of bookings; the default is `booked`. */
const shownBookings = ['booked', 'quotes', 'attention'] as const;
export type ShownBookings = (typeof shownBookings)[number];

export const bookingsSearch = searchOf({ ...list, ...bookingFilter, show: oneOf(shownBookings) });
export type BookingsSearch = ReturnType<typeof bookingsSearch>;

export const ordersSearch = searchOf({ ...list, status: oneOf(listedStatuses) });
export type OrdersSearch = ReturnType<typeof ordersSearch>;

export const claimsSearch = searchOf({ state: oneOf(claimStates), page: laterPage });
export type ClaimsSearch = ReturnType<typeof claimsSearch>;

export const carriersSearch = searchOf({ q: text, sort: text });
export const addressesSearch = searchOf({ q: text, page: laterPage });

/** `card`: the gateway's page on which the member added a card. */
export const paymentsSearch = searchOf({ card: text });

/** One carrier, one pickup day, or both. */
export const runSheetsSearch = searchOf({ carrier: text, day });
export type RunSheetsSearch = ReturnType<typeof runSheetsSearch>;

export const trackingSearch = searchOf({ of: text, page: laterPage });

/** `booking`: the one whose events are shown. */
export const eventsSearch = searchOf({ q: text, booking: id });

/** The dashboard's period in months. */
export const shownMonths = [3, 6, 12] as const;
const months = (value: unknown) => oneOf<number>(shownMonths)(wholeNumber(value));

export const dashboardSearch = searchOf({ months });

/** One member, or all of them. */
export const salesSearch = searchOf({ months, member: id });
export type SalesSearch = ReturnType<typeof salesSearch>;

export const bookSearch = searchOf({
  carrier: text,
  tier: (value) => wholeNumber(value, 0),
  /** The order that these quotes are for. */
  order: id,
});

/** Filters for the log of carrier calls. */
export const callsSearch = searchOf({
  carrier: text,
  operation: text,
  outcome: text,
  booking: id,
  page: laterPage,
  sort: text,
});
export type CallsSearch = ReturnType<typeof callsSearch>;

export const auditSearch = searchOf({
  /** A whole e-mail, or the whole name of a key. */
  actor: text,
  group: oneOf(Object.keys(groupNames) as (keyof typeof groupNames)[]),
  from: day,
  to: day,
  /** For the operator: only what concerns this member. */
  member: id,
  sort: oneOf(['at', '-at']),
  page: laterPage,
});
export type AuditSearch = ReturnType<typeof auditSearch>;
