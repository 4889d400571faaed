// A member's credit account: its limit, which only the operator sets, the amount owed, and the statement.
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import type { CreditAccount } from '../../domain/payments/credit.ts';
import {
  balanceOf,
  type LedgerEntry,
  type Receipt,
  readReference,
  receivePayment,
  reverseReceipt,
} from '../../domain/payments/ledger.ts';
import { Refusal } from '../../domain/refusal.ts';
import { dayMs } from '../../domain/time/durations.ts';
import { getMember } from '../members/find-member.ts';
import type { AccountsApp, Store } from '../ports.ts';

export async function readCreditAccount(
  app: AccountsApp,
  memberReference: string,
): Promise<CreditStanding> {
  const member = await getMember(app, memberReference);
  return await accountOf(app, member.id);
}

/** `hasAccount`: the operator has set a limit, even if it is zero. */
export type CreditStanding = CreditAccount & { hasAccount: boolean };

/**
 * Finds the account of each of these members. A member without an account may owe money too, after an adjustment of a
 * booking that was paid by card.
 */
export async function listCreditAccounts(
  { store }: Pick<AccountsApp, 'store'>,
  memberIds: readonly MemberId[],
): Promise<(id: MemberId) => CreditStanding> {
  const accounts = await store.credit.list(memberIds);
  const owedAnyway = await store.ledger.usedBy(memberIds.filter((id) => !accounts.has(id)));
  return (id) => {
    const account = accounts.get(id);
    return account === undefined
      ? { hasAccount: false, limitCents: 0, usedCents: owedAnyway.get(id) ?? 0 }
      : { hasAccount: true, ...account };
  };
}

async function accountOf(app: AccountsApp, memberId: MemberId): Promise<CreditStanding> {
  return (await listCreditAccounts(app, [memberId]))(memberId);
}

export async function setCreditLimit(
  app: AccountsApp,
  memberReference: string,
  limitCents: Cents,
): Promise<CreditAccount> {
  const member = await getMember(app, memberReference);
  return await app.store.credit.setLimit(member.id, limitCents, app.clock.nowMs());
}

/**
 * `reference`: the bank's reference, under which a payment is recorded once. Without one, two payments of the same
 * amount cannot be told apart.
 */
export type ReceivedPayment = {
  amountCents: Cents;
  reference: string | undefined;
  /**
   * Records a payment without a reference even if another of the same amount was recorded within a day; otherwise it
   * is refused as a likely duplicate.
   */
  isAnother?: boolean;
};

/**
 * Records a payment by the member outside Linehaul, which frees credit. `note` runs in the same transaction, so that
 * the caller can record whether it was committed.
 */
export async function receiveCreditPayment(
  app: AccountsApp,
  memberReference: string,
  { amountCents, reference: given, isAnother = false }: ReceivedPayment,
  note: (store: Store) => Promise<void> = async () => {},
): Promise<{ account: CreditAccount; receipt: Receipt }> {
  const reference = readReference(given ?? '');
  const member = await getMember(app, memberReference);
  const of = { memberId: member.id, bookingId: undefined, paymentId: undefined };
  const [entry] = receivePayment(of, amountCents);
  if (entry === undefined) {
    throw new Refusal({
      code: 'validation',
      issues: [{ path: ['amount'], problem: 'amount_missing' }],
    });
  }
  const receipt = await app.store.transaction(async (store) => {
    const nowMs = app.clock.nowMs();
    const alikeSinceMs = isAnother ? undefined : nowMs - dayMs;
    const options = { nowMs, reference, alikeSinceMs };
    const { isNoted, receipt: found } = await store.ledger.receive(entry, options);
    if (!isNoted) throw notedBefore(found, { isNamed: reference !== undefined });
    await note(store);
    return found;
  });
  return { account: await accountOf(app, member.id), receipt };
}

/**
 * Names the reference as first recorded, which may be spelt differently now; a likely duplicate is reported without
 * one.
 */
function notedBefore(found: Receipt, { isNamed }: { isNamed: boolean }): Refusal {
  const { id, amountCents } = found;
  const reference = isNamed ? found.reference : undefined;
  return new Refusal({ code: 'receipt_noted_before', id, amountCents, reference });
}

/**
 * Reverses a receipt that was recorded by mistake or returned by the bank, so the amount is owed again. Idempotent.
 */
export async function reverseCreditPayment(
  app: AccountsApp,
  memberReference: string,
  receiptId: number,
): Promise<CreditAccount> {
  const member = await getMember(app, memberReference);
  const of = { memberId: member.id, bookingId: undefined, paymentId: undefined };
  await app.store.transaction(async (store) => {
    const nowMs = app.clock.nowMs();
    const receipt = await store.ledger.findReceipt(member.id, receiptId);
    if (receipt === undefined) throw new Refusal({ code: 'receipt_not_found', id: receiptId });
    if (!(await store.ledger.markTakenBack(receipt.id, nowMs))) return;
    const entries = reverseReceipt(of, receipt.amountCents);
    await store.ledger.post(entries, { nowMs, isLimited: false });
  });
  return await accountOf(app, member.id);
}

const receiptsShown = 10;

/** The latest receipts, newest first. */
export async function listReceipts(app: AccountsApp, memberReference: string): Promise<Receipt[]> {
  const member = await getMember(app, memberReference);
  return await app.store.ledger.listReceipts(member.id, receiptsShown);
}

export type StatementLine = Pick<LedgerEntry, 'id' | 'atMs' | 'kind' | 'bookingId'> & {
  /** The change of the amount owed; negative for a payment or refund. */
  amountCents: Cents;
  balanceCents: Cents;
  /**
   * The booking's connote. With it the booking has an invoice too, because only bookings that the operator sold are
   * owed.
   */
  connote: string | undefined;
  /** The bank's reference of a receipt. */
  reference: string | undefined;
};

export type Statement = { lines: StatementLine[]; owedCents: Cents; heldCents: Cents };

const entriesAtOnce = 1_000;
export const linesPerPage = 50;
/** Connotes and references are looked up in groups, because databases limit the parameters of a query. */
const namesAtOnce = 500;

/** Entries from `sinceMs` on and before `untilMs`. `page`: page 1 has the newest; all entries without it. */
export type StatementWanted = {
  sinceMs?: number | undefined;
  untilMs?: number | undefined;
  page?: number;
};

/**
 * The entries that changed the amount owed, oldest first, with the balance after each. Holds are not owed.
 */
export async function readStatement(
  app: AccountsApp,
  memberReference: string,
  { sinceMs = 0, untilMs = Number.MAX_SAFE_INTEGER, page }: StatementWanted = {},
): Promise<Statement> {
  const { id: memberId } = await getMember(app, memberReference);
  const { entered, owedCents, heldCents } =
    page === undefined
      ? await addUpAll(app, memberId)
      : await addUpPage(app, memberId, { sinceMs, untilMs, page });
  const shown = entered.filter(({ atMs }) => atMs >= sinceMs && atMs < untilMs);
  return { lines: await named(app, memberId, shown), owedCents, heldCents };
}

type Entered = Omit<StatementLine, 'connote' | 'reference'>;
type AddedUp = { entered: Entered[]; owedCents: Cents; heldCents: Cents };

/** Reads the whole history in batches. */
async function addUpAll(app: AccountsApp, memberId: MemberId): Promise<AddedUp> {
  const entered: Entered[] = [];
  let owedCents = 0;
  let heldCents = 0;
  for await (const entry of entriesOf(app, memberId)) {
    heldCents += balanceOf([entry], 'held');
    if (balanceOf([entry], 'owed') === 0) continue;
    const line = enter(entry, owedCents);
    owedCents = line.balanceCents;
    entered.push(line);
  }
  return { entered, owedCents, heldCents };
}

/** Reads only the entries of the page; the database adds up the balance before them. */
async function addUpPage(
  { store }: AccountsApp,
  memberId: MemberId,
  { sinceMs, untilMs, page }: Required<StatementWanted> & { sinceMs: number; untilMs: number },
): Promise<AddedUp> {
  const { entries, openingCents, owedCents, heldCents } = await store.ledger.listOwed(memberId, {
    sinceMs,
    untilMs,
    limit: linesPerPage,
    skip: (page - 1) * linesPerPage,
  });
  let balanceCents = openingCents;
  const entered = entries.map((entry) => {
    const line = enter(entry, balanceCents);
    balanceCents = line.balanceCents;
    return line;
  });
  return { entered, owedCents, heldCents };
}

function enter(entry: LedgerEntry, beforeCents: Cents): Entered {
  const { id, atMs, kind, bookingId } = entry;
  const amountCents = balanceOf([entry], 'owed');
  return { id, atMs, kind, bookingId, amountCents, balanceCents: beforeCents + amountCents };
}

async function named(
  { store }: AccountsApp,
  memberId: MemberId,
  entered: readonly Entered[],
): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (let first = 0; first < entered.length; first += namesAtOnce) {
    const some = entered.slice(first, first + namesAtOnce);
    const bookings = new Set(some.flatMap(({ bookingId }) => bookingId ?? []));
    const receipts = some.filter(({ kind }) => kind === 'receipt').map(({ id }) => id);
    const [connotes, references] = await Promise.all([
      store.bookings.listConnotes([...bookings], memberId),
      store.ledger.listReferences(memberId, receipts),
    ]);
    for (const line of some)
      lines.push({
        ...line,
        connote: line.bookingId === undefined ? undefined : connotes.get(line.bookingId),
        reference: references.get(line.id),
      });
  }
  return lines;
}

async function* entriesOf(app: AccountsApp, memberId: MemberId): AsyncGenerator<LedgerEntry> {
  for (let afterId = 0; ; ) {
    const entries = await app.store.ledger.list(memberId, afterId, entriesAtOnce);
    yield* entries;
    const last = entries.at(-1);
    if (last === undefined || entries.length < entriesAtOnce) return;
    afterId = last.id;
  }
}
