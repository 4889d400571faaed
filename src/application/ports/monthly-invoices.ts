// Members' monthly invoices in the store.
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import type { LedgerEntry } from '../../domain/payments/ledger.ts';
import type { InvoicedMonth, MonthlyInvoiceFacts } from '../../domain/payments/monthly-invoice.ts';
import type { MailEnd } from './tracking.ts';

export type IssuedMonth = InvoicedMonth & {
  number: number;
  memberId: MemberId;
  /** When the first invoice of the member begins. */
  sinceMs: number;
  closingCents: Cents;
};

type NewMonthlyInvoice = Omit<IssuedMonth, 'number' | 'fromMs'> & {
  issuedAtMs: number;
  facts: Omit<MonthlyInvoiceFacts, 'number'>;
  entryIds: readonly number[];
};

export type InvoiceMailState = 'waiting' | MailEnd;

export type ListedMonthlyInvoice = {
  number: number;
  memberId: MemberId;
  month: string;
  issuedAtMs: number;
  dueDay: string;
  closingCents: Cents;
  /** Payments and refunds to the account since the month's end. */
  creditedCents: Cents;
  /** Undefined if it was never sent by e-mail. */
  mail: { status: InvoiceMailState; detail: string } | undefined;
};

/** An invoice that could not be issued automatically, or whose e-mail ended unsent. */
export type MonthlyInvoiceProblem = {
  memberId: MemberId;
  month: string;
  sinceMs: number;
  /** Undefined if it could not be issued. */
  issued: { number: number; mail: { status: InvoiceMailState; detail: string } } | undefined;
};

export type WaitingInvoiceMail = {
  number: number;
  round: number;
  attempts: number;
  wantedAtMs: number;
};

type MonthlyInvoicesWanted = {
  memberId?: MemberId | undefined;
  month?: string | undefined;
  limit: number;
  skip: number;
};

export type MonthlyInvoices = {
  /** Members who may owe something on a credit account. */
  listDebtors(): Promise<MemberId[]>;
  findLatest(memberId: MemberId): Promise<IssuedMonth | undefined>;
  findOfMonth(memberId: MemberId, month: string): Promise<IssuedMonth | undefined>;
  /** The member's entries of this time that changed the amount owed and are on no invoice, oldest first. */
  listOpenEntries(
    memberId: MemberId,
    time: { sinceMs: number; untilMs: number },
  ): Promise<LedgerEntry[]>;
  /** What the member owed before this time. */
  owedBefore(memberId: MemberId, atMs: number): Promise<Cents>;
  /** Within a transaction that has locked the member. Returns the number, the next without a gap. */
  add(invoice: NewMonthlyInvoice): Promise<number>;
  find(number: number): Promise<{ memberId: MemberId; facts: MonthlyInvoiceFacts } | undefined>;
  /** Newest first. */
  list(wanted: MonthlyInvoicesWanted): Promise<ListedMonthlyInvoice[]>;
  /** Queues the e-mail of an invoice; again after it ended. */
  wantMail(number: number, nowMs: number): Promise<void>;
  /** Claims due e-mails until `untilMs`; a process that dies leaves them to the next. */
  takeUpMails(request: {
    nowMs: number;
    untilMs: number;
    limit: number;
  }): Promise<WaitingInvoiceMail[]>;
  retryMail(mail: WaitingInvoiceMail, dueAtMs: number, detail: string): Promise<void>;
  endMail(mail: WaitingInvoiceMail, end: MailEnd, detail: string): Promise<void>;
  /** The invoices that could not be issued, one for each member, in place of the earlier ones. */
  setUnissued(
    unissued: readonly { memberId: MemberId; month: string }[],
    nowMs: number,
  ): Promise<void>;
  /** At most this many of each kind. */
  listProblems(limit: number): Promise<MonthlyInvoiceProblem[]>;
};
