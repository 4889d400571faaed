// Issues members' monthly invoices. An invoice takes every entry of its time that is on none yet, under a lock on the
// member, so repeating it issues nothing twice, and dying in the middle leaves whole invoices. Each charge has the GST
// that the booking's own invoice shows.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Booking, bookingId } from '../../domain/bookings/booking.ts';
import { isInternational } from '../../domain/bookings/customs-declaration.ts';
import type { AdjustmentNote, InvoiceContent } from '../../domain/documents/invoice.ts';
import { invoiceContent } from '../../domain/documents/invoice.ts';
import { datedAdjustments } from '../../domain/documents/invoice-adjustments.ts';
import type { Member, MemberId } from '../../domain/members/member.ts';
import { type Cents, gstWithin } from '../../domain/money.ts';
import { balanceOf, type LedgerEntry } from '../../domain/payments/ledger.ts';
import {
  findMonth,
  type InvoicedCharge,
  type InvoicedMonth,
  type InvoicedPayment,
  isOver,
  lastMonth,
  type MonthlyInvoiceFacts,
  type MonthlyInvoiceState,
  monthlyInvoiceName,
  stateOfMonthlyInvoice,
  sumsOfMonth,
} from '../../domain/payments/monthly-invoice.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { dayMs } from '../../domain/time/durations.ts';
import { homeDay } from '../../domain/time/home-clock.ts';
import { buyerOf, hasInvoice, issuedInvoice } from '../documents/print-invoice.ts';
import { getMember } from '../members/find-member.ts';
import type {
  AccountsApp,
  App,
  IssuedMonth,
  ListedMonthlyInvoice,
  Owner,
  Store,
} from '../ports.ts';

/** A past month, `YYYY-MM`; the last one if undefined. */
export function readMonth(app: Pick<App, 'clock'>, month: string | undefined): InvoicedMonth {
  const nowMs = app.clock.nowMs();
  if (month === undefined || month === '') return lastMonth(nowMs);
  const found = findMonth(month);
  if (found === undefined || !isOver(found, nowMs)) {
    const latest = lastMonth(nowMs).month;
    refuseInvalid([{ path: ['month'], problem: 'no_past_month', value: month, latest }]);
  }
  return found as InvoicedMonth;
}

type Draft = {
  /** The invoice of this month, if there is one. */
  issued: number | undefined;
  /** An earlier month that has to be invoiced before this one, because months are invoiced in order. */
  first: InvoicedMonth | undefined;
  sinceMs: number;
  openingCents: Cents;
  entries: readonly LedgerEntry[];
  closingCents: Cents;
};

/** Undefined if there is nothing to invoice, or if a later month is invoiced already. */
async function draftOf(
  store: Store,
  memberId: MemberId,
  month: InvoicedMonth,
): Promise<Draft | undefined> {
  const issued = await store.monthlyInvoices.findOfMonth(memberId, month.month);
  if (issued !== undefined) return ofIssued(issued);
  const latest = await store.monthlyInvoices.findLatest(memberId);
  if (latest !== undefined && latest.month > month.month) return undefined;
  const sinceMs = latest?.sinceMs ?? month.fromMs;
  const { untilMs } = month;
  const [entries, openingCents] = await Promise.all([
    store.monthlyInvoices.listOpenEntries(memberId, { sinceMs, untilMs }),
    latest?.closingCents ?? store.monthlyInvoices.owedBefore(memberId, sinceMs),
  ]);
  const closingCents = openingCents + balanceOf(entries, 'owed');
  if (entries.length === 0 && closingCents <= 0) return undefined;
  const first = latest && firstOpenMonth(entries, latest.untilMs, month);
  return { issued: undefined, first, sinceMs, openingCents, entries, closingCents };
}

/** Undefined if no month since `sinceMs` and before this one has an entry. */
function firstOpenMonth(
  entries: readonly LedgerEntry[],
  sinceMs: number,
  { fromMs }: InvoicedMonth,
): InvoicedMonth | undefined {
  const earlier = entries.filter(({ atMs }) => atMs >= sinceMs && atMs < fromMs);
  const firstDay = earlier.map(({ atMs }) => homeDay(atMs)).sort()[0];
  return firstDay === undefined ? undefined : findMonth(firstDay.slice(0, 'YYYY-MM'.length));
}

function ofIssued({ number, sinceMs, closingCents }: IssuedMonth): Draft {
  return { issued: number, first: undefined, sinceMs, openingCents: 0, entries: [], closingCents };
}

export type PreviewedInvoice = {
  member: Member;
  /** Undefined until it is issued. */
  number: number | undefined;
  /** An earlier month that has to be issued before this one. */
  first: InvoicedMonth | undefined;
  lines: number;
  closingCents: Cents;
};

/** The invoices of a month, issued or to be issued, by member. */
export async function previewMonth(
  app: Pick<App, 'store'>,
  month: InvoicedMonth,
): Promise<PreviewedInvoice[]> {
  const previewed: PreviewedInvoice[] = [];
  for (const memberId of await app.store.monthlyInvoices.listDebtors()) {
    const draft = await draftOf(app.store, memberId, month);
    const member = draft && (await app.store.members.find(memberId));
    if (draft === undefined || member === undefined) continue;
    const { issued: number, first, entries, closingCents } = draft;
    previewed.push({ member, number, first, lines: entries.length, closingCents });
  }
  return previewed;
}

/** `isMailed`: sends it by e-mail as well, once. Undefined if there is nothing to invoice. */
export async function issueMonthlyInvoice(
  app: App,
  memberReference: string,
  month: InvoicedMonth,
  { isMailed }: { isMailed: boolean },
): Promise<{ number: number; isNew: boolean } | undefined> {
  const member = await getMember(app, memberReference);
  const draft = await draftOf(app.store, member.id, month);
  if (draft === undefined) return undefined;
  if (draft.issued !== undefined) return { number: draft.issued, isNew: false };
  if (draft.first !== undefined) {
    const { month: first } = draft.first;
    throw new Refusal({ code: 'earlier_month_not_issued', month: month.month, first });
  }
  const drawn = await linesOf(app, draft.entries);
  const nowMs = app.clock.nowMs();
  return await app.store.transaction(async (store) => {
    await store.members.lock(member.id);
    const now = await draftOf(store, member.id, month);
    if (now?.issued !== undefined) return { number: now.issued, isNew: false };
    const entryIds = draft.entries.map(({ id }) => id);
    if (now === undefined || String(now.entries.map(({ id }) => id)) !== String(entryIds))
      throw new Error(`the entries of member ${member.id} changed while they were invoiced`);
    const facts: Omit<MonthlyInvoiceFacts, 'number'> = {
      month: month.month,
      firstDay: homeDay(month.fromMs),
      lastDay: homeDay(month.untilMs - 1),
      issuedDay: homeDay(nowMs),
      dueDay: homeDay(nowMs, app.operator.invoiceTermsDays),
      seller: app.operator.seller,
      buyer: buyerOf(member),
      openingCents: now.openingCents,
      ...drawn,
    };
    const { closingCents } = sumsOfMonth(facts);
    if (closingCents !== now.closingCents)
      throw new Error(`the lines of member ${member.id} do not add up to the balance`);
    const { sinceMs } = now;
    const number = await store.monthlyInvoices.add({
      ...{ memberId: member.id, month: month.month, sinceMs, untilMs: month.untilMs },
      ...{ issuedAtMs: nowMs, closingCents, facts, entryIds },
    });
    if (isMailed) await store.monthlyInvoices.wantMail(number, nowMs);
    return { number, isNew: true };
  });
}

export type IssuedMonths = {
  issued: number[];
  /** With the month that could not be issued. */
  failed: { member: Member; month: string; error: unknown }[];
};

/**
 * Issues the invoices of a month that are not issued yet. One that fails does not delay those of other members.
 * `catchesUp`: issues earlier months first where they are open, instead of failing.
 */
export async function issueMonth(
  app: App,
  month: InvoicedMonth,
  { isMailed, catchesUp }: { isMailed: boolean; catchesUp: boolean },
): Promise<IssuedMonths> {
  const issued: number[] = [];
  const failed: IssuedMonths['failed'] = [];
  for (const { member, number } of await previewMonth(app, month)) {
    if (number !== undefined) continue;
    let next = month;
    try {
      do {
        if (catchesUp) next = (await draftOf(app.store, member.id, month))?.first ?? month;
        const made = await issueMonthlyInvoice(app, String(member.id), next, { isMailed });
        if (made?.isNew === true) issued.push(made.number);
      } while (next !== month);
    } catch (error) {
      failed.push({ member, month: next.month, error });
    }
  }
  return { issued, failed };
}

/** Issues and e-mails the invoices of all past months. One that fails is an issue, and is retried next time. */
export async function issueUntilLastMonth(app: App): Promise<void> {
  if (!app.operator.issuesMonthlyInvoices) {
    // What is issued by hand fails in front of a person.
    await app.store.monthlyInvoices.setUnissued([], app.clock.nowMs());
    return;
  }
  const options = { isMailed: true, catchesUp: true };
  const { failed } = await issueMonth(app, lastMonth(app.clock.nowMs()), options);
  for (const { member, month, error } of failed)
    app.log.error(
      { err: error, member: member.id, month },
      'a monthly invoice could not be issued',
    );
  const unissued = failed.map(({ member, month }) => ({ memberId: member.id, month }));
  await app.store.monthlyInvoices.setUnissued(unissued, app.clock.nowMs());
}

type Lines = Pick<MonthlyInvoiceFacts, 'charges' | 'payments'>;

async function linesOf(app: App, entries: readonly LedgerEntry[]): Promise<Lines> {
  const charges: InvoicedCharge[] = [];
  const payments: InvoicedPayment[] = [];
  const references = await referencesOf(app, entries);
  for (const entry of entries) {
    if (entry.bookingId === undefined) {
      payments.push(paymentOf(entry, references.get(entry.id) ?? ''));
      continue;
    }
    // Requests get a turn between two bookings.
    await nextTurn();
    charges.push(await chargeOf(app, entry, entry.bookingId));
  }
  return { charges, payments };
}

const referencesAtOnce = 500;

async function referencesOf(
  { store }: Pick<App, 'store'>,
  entries: readonly LedgerEntry[],
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  const receipts = entries.filter(({ bookingId: of }) => of === undefined);
  for (let first = 0; first < receipts.length; first += referencesAtOnce) {
    const some = receipts.slice(first, first + referencesAtOnce);
    const owner = some[0]?.memberId;
    if (owner === undefined) break;
    const ids = some.map(({ id }) => id);
    for (const [id, text] of await store.ledger.listReferences(owner, ids)) found.set(id, text);
  }
  return found;
}

function paymentOf(entry: LedgerEntry, reference: string): InvoicedPayment {
  const by = entry.debit === 'bank' || entry.credit === 'bank' ? 'bank' : 'card';
  const cents = -balanceOf([entry], 'owed');
  return { entryId: entry.id, day: homeDay(entry.atMs), by, reference, cents };
}

async function chargeOf(
  app: App,
  entry: LedgerEntry,
  id: NonNullable<LedgerEntry['bookingId']>,
): Promise<InvoicedCharge> {
  const booking = await app.store.bookings.findForAnyMember(bookingId(id));
  if (booking === undefined) throw new Error(`booking ${id} of entry ${entry.id} is missing`);
  const totalCents = balanceOf([entry], 'owed');
  const gstCents = (await gstOfEntries(app, booking, entry.memberId)).get(entry.id) ?? 0;
  return {
    ...{ entryId: entry.id, day: homeDay(entry.atMs), kind: kindOf(entry), bookingId: id },
    connote: booking.connote ?? '',
    customerReference: booking.customerReference,
    ...{ exCents: totalCents - gstCents, gstCents, totalCents },
  };
}

/**
 * The GST of each entry that changed the amount owed for a booking, by the entry's id. A reversal takes back everything
 * that is owed, and with it exactly the GST of the entries before it.
 */
async function gstOfEntries(
  app: App,
  booking: Booking,
  memberId: MemberId,
): Promise<ReadonlyMap<number, Cents>> {
  const entries = await app.store.ledger.listOfBooking({ bookingId: booking.id, memberId });
  const gstOfCharge = await gstRuleOf(app, booking);
  const found = new Map<number, Cents>();
  let gstSoFar = 0;
  for (const entry of entries) {
    const cents = balanceOf([entry], 'owed');
    if (cents === 0) continue;
    const gstCents = entry.kind === 'reversal' ? 0 - gstSoFar : gstOfCharge(entry, cents);
    gstSoFar += gstCents;
    found.set(entry.id, gstCents);
  }
  return found;
}

type GstRule = (entry: LedgerEntry, cents: Cents) => Cents;

/** Later charges are also made for bookings without an invoice of their own, such as those booked by hand. */
async function gstRuleOf(app: App, booking: Booking): Promise<GstRule> {
  if (!hasInvoice(booking)) {
    const isTaxed = app.operator.seller.isGstRegistered && !isInternational(booking);
    return (_entry, cents) => (isTaxed ? gstWithin(cents) : 0);
  }
  const { facts, entries } = await issuedInvoice(app, booking);
  const adjustments = datedAdjustments(entries);
  const content = invoiceContent({
    ...facts,
    adjustments: adjustments.map(({ atMs, ...one }) => ({ ...one, day: homeDay(atMs) })),
  });
  return (entry, cents) => {
    const noted = kindOf(entry) === 'sale' ? content : noteOf(entry, adjustments, content);
    return gstShare(cents, noted, content);
  };
}

function kindOf({ kind }: LedgerEntry): InvoicedCharge['kind'] {
  return kind === 'adjustment' || kind === 'reversal' ? kind : 'sale';
}

/** The adjustment note of the booking's own invoice that the entry belongs to. */
function noteOf(
  { atMs }: LedgerEntry,
  adjustments: ReturnType<typeof datedAdjustments>,
  content: InvoiceContent,
): AdjustmentNote | undefined {
  const at = adjustments.findIndex((one) => one.atMs === atMs && !one.isCancellation);
  return content.adjustments[at];
}

/** Exactly the note's GST where the entry is all of it. */
function gstShare(
  cents: Cents,
  noted: Pick<AdjustmentNote, 'gstCents' | 'totalCents'> | undefined,
  { lines }: InvoiceContent,
): Cents {
  if (noted !== undefined && noted.totalCents === cents) return noted.gstCents;
  if (noted !== undefined && noted.totalCents !== 0)
    return Math.round((noted.gstCents * cents) / noted.totalCents);
  return lines.some(({ taxability }) => taxability === 'gst') ? gstWithin(cents) : 0;
}

export type ShownMonthlyInvoice = ListedMonthlyInvoice & {
  member: Member | undefined;
  state: MonthlyInvoiceState;
  leftCents: Cents;
};

export const monthlyInvoicesPerPage = 50;

/** Of one member, or of all; newest first. */
export async function listMonthlyInvoices(
  { store, clock }: Pick<AccountsApp, 'store' | 'clock'>,
  wanted: { memberId?: MemberId; month?: string | undefined; page: number },
): Promise<ShownMonthlyInvoice[]> {
  const limit = monthlyInvoicesPerPage;
  const found = await store.monthlyInvoices.list({
    memberId: wanted.memberId,
    month: wanted.month,
    limit,
    skip: (wanted.page - 1) * limit,
  });
  const today = homeDay(clock.nowMs());
  return await Promise.all(
    found.map(async (one) => ({
      ...one,
      ...stateOfMonthlyInvoice(one, today),
      member: await store.members.find(one.memberId),
    })),
  );
}

/** A member reads only its own; `operator` reads all. */
export async function readMonthlyInvoice(
  { store }: Pick<App, 'store'>,
  reader: Owner,
  number: number,
): Promise<{ memberId: MemberId; facts: MonthlyInvoiceFacts }> {
  const found = await store.monthlyInvoices.find(number);
  if (found === undefined || (reader !== 'operator' && found.memberId !== reader))
    throw new Refusal({ code: 'monthly_invoice_not_found', name: monthlyInvoiceName(number) });
  return found;
}

/** Sends it by e-mail, again if it was sent before; once while it waits. */
export async function mailMonthlyInvoice(app: App, number: number): Promise<void> {
  await readMonthlyInvoice(app, 'operator', number);
  await app.store.monthlyInvoices.wantMail(number, app.clock.nowMs());
}

/** E-mails older than this are not sent; the operator can send the invoice again. */
export const invoiceMailUsefulMs = 7 * dayMs;
