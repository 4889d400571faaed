// A member's monthly invoice: one tax invoice of a calendar month (Sydney time) with every change of what the member owes
// on the credit account, the balance brought forward, and the amount due. It is issued once and never changes; later
// changes are on the next one. Each ledger entry is on one invoice.
import type { Seller } from '../documents/invoice.ts';
import type { Cents } from '../money.ts';
import { findDayNumber, isoDate } from '../time/calendar.ts';
import { hourMs } from '../time/durations.ts';
import { homeZone } from '../time/home-clock.ts';
import { type Instant, instantOf, localTime } from '../time/time-zone.ts';

/** Transactions of the last moment have ended by then. */
const graceMs = hourMs;

/** `month`: `YYYY-MM`. */
export type InvoicedMonth = { month: string; fromMs: Instant; untilMs: Instant };

/** Undefined for other text. */
export function findMonth(month: string): InvoicedMonth | undefined {
  const first = /^\d{4}-\d\d$/.test(month) ? findDayNumber(`${month}-01`) : undefined;
  if (first === undefined) return undefined;
  const longestMonth = 31;
  const next = findDayNumber(`${isoDate(first + longestMonth).slice(0, month.length)}-01`);
  if (next === undefined) return undefined;
  const start = (day: number): Instant => instantOf(homeZone, { day, minute: 0 });
  return { month, fromMs: start(first), untilMs: start(next) };
}

/** The newest month that can be invoiced at this time. */
export function lastMonth(nowMs: Instant): InvoicedMonth {
  const today = isoDate(localTime(homeZone, nowMs - graceMs).day);
  const firstDay = findDayNumber(`${today.slice(0, 'YYYY-MM'.length)}-01`) ?? 0;
  const found = findMonth(isoDate(firstDay - 1).slice(0, 'YYYY-MM'.length));
  if (found === undefined) throw new Error(`no month before ${today}`);
  return found;
}

export function isOver({ untilMs }: InvoicedMonth, nowMs: Instant): boolean {
  return nowMs >= untilMs + graceMs;
}

/** `sale`: a booking on credit. `adjustment`: a later charge, or less. `reversal`: a cancellation. */
export type InvoicedCharge = {
  entryId: number;
  day: string;
  kind: 'sale' | 'adjustment' | 'reversal';
  bookingId: number;
  connote: string;
  customerReference: string;
  exCents: Cents;
  gstCents: Cents;
  totalCents: Cents;
};

/** `card`: through the payment gateway. Negative if it was reversed or refunded. */
export type InvoicedPayment = {
  entryId: number;
  day: string;
  by: 'bank' | 'card';
  reference: string;
  cents: Cents;
};

/** Everything that the invoice is drawn from, as it was when it was issued. */
export type MonthlyInvoiceFacts = {
  number: number;
  month: string;
  firstDay: string;
  lastDay: string;
  issuedDay: string;
  dueDay: string;
  seller: Seller;
  buyer: readonly string[];
  openingCents: Cents;
  charges: readonly InvoicedCharge[];
  payments: readonly InvoicedPayment[];
};

const numberDigits = 6;

/** `MI-000123`, unlike the numbers of single bookings' invoices. */
export const monthlyInvoiceName = (number: number): string =>
  `MI-${String(number).padStart(numberDigits, '0')}`;

/** Undefined for other text. */
export function findMonthlyInvoiceNumber(name: string): number | undefined {
  const digits = /^MI-(\d{6,12})$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export type MonthlyInvoiceSums = {
  exCents: Cents;
  gstCents: Cents;
  chargedCents: Cents;
  paidCents: Cents;
  closingCents: Cents;
};

export function sumsOfMonth({
  openingCents,
  charges,
  payments,
}: Pick<MonthlyInvoiceFacts, 'openingCents' | 'charges' | 'payments'>): MonthlyInvoiceSums {
  const sum = (pick: (one: InvoicedCharge) => Cents): Cents =>
    charges.reduce((total, one) => total + pick(one), 0);
  const chargedCents = sum(({ totalCents }) => totalCents);
  const paidCents = payments.reduce((total, { cents }) => total + cents, 0);
  return {
    exCents: sum(({ exCents }) => exCents),
    gstCents: sum(({ gstCents }) => gstCents),
    chargedCents,
    paidCents,
    closingCents: openingCents + chargedCents - paidCents,
  };
}

export type MonthlyInvoiceState = 'paid' | 'part_paid' | 'open' | 'overdue';

/** `creditedCents`: payments and refunds to the account since the month's end. They pay the oldest debt first. */
export function stateOfMonthlyInvoice(
  invoice: { closingCents: Cents; creditedCents: Cents; dueDay: string },
  today: string,
): { state: MonthlyInvoiceState; leftCents: Cents } {
  const due = Math.max(0, invoice.closingCents);
  const leftCents = Math.min(due, Math.max(0, due - invoice.creditedCents));
  if (leftCents === 0) return { state: 'paid', leftCents };
  if (today > invoice.dueDay) return { state: 'overdue', leftCents };
  return { state: leftCents < due ? 'part_paid' : 'open', leftCents };
}
