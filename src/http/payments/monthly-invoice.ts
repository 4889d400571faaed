// Monthly invoices on the wire: lists, the preview of a month, and the lines as CSV.
import { type Static, Type } from 'typebox';
import type { Issues } from '../../application/issues/list-issues.ts';
import type {
  PreviewedInvoice,
  ShownMonthlyInvoice,
} from '../../application/payments/monthly-invoices.ts';
import { csvText } from '../../domain/csv/csv-text.ts';
import { dollars } from '../../domain/money.ts';
import {
  findMonthlyInvoiceNumber,
  type MonthlyInvoiceFacts,
  monthlyInvoiceName,
} from '../../domain/payments/monthly-invoice.ts';
import { Refusal } from '../../domain/refusal.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { reasonWords } from '../../wording/reasons.ts';
import { Owner, presentOwner } from '../members/owner.ts';
import { orNull, wordOf } from '../server/values.ts';

const states = ['paid', 'part_paid', 'open', 'overdue'] as const;

export const MonthlyInvoiceReply = Type.Object(
  {
    number: Type.String({ description: 'MI-000123' }),
    month: Type.String({ description: 'YYYY-MM, in Sydney time' }),
    issued_at: Type.String(),
    due_on: Type.String({ description: 'YYYY-MM-DD' }),
    amount: Type.Number({ description: 'What was owed at the end of the month' }),
    left: Type.Number({ description: 'What is left of it to pay' }),
    state: wordOf(states),
  },
  { $id: 'MonthlyInvoice' },
);

const InvoiceEmail = Type.Object({
  status: Type.String({ description: 'waiting, sent, failed, expired or withheld' }),
  detail: Type.String(),
});

export const UnsentMonthlyInvoice = Type.Object({
  member: Owner,
  month: Type.String({ description: 'YYYY-MM' }),
  since: Type.String(),
  number: orNull(Type.String({ description: 'Null if it could not be issued' })),
  email: orNull(InvoiceEmail, { description: 'Null if it could not be issued' }),
});

export const MembersMonthlyInvoice = Type.Object(
  {
    ...MonthlyInvoiceReply.properties,
    member: Owner,
    email: orNull(InvoiceEmail, { description: 'Null if it was never sent by e-mail' }),
  },
  { $id: 'MembersMonthlyInvoice' },
);

export const MonthPreviewReply = Type.Object(
  {
    month: Type.String(),
    can_email: Type.Boolean({ description: 'A mail server is configured.' }),
    members: Type.Array(
      Type.Object({
        member: Owner,
        number: orNull(Type.String({ description: 'Null until it is issued' })),
        issue_first: orNull(
          Type.String({ description: 'An earlier month, YYYY-MM, that has to be issued before' }),
        ),
        lines: Type.Integer({ description: 'Charges and payments to be invoiced' }),
        amount: Type.Number({ description: 'Owed at the end of the month' }),
      }),
    ),
  },
  { $id: 'MonthPreview' },
);

export const IssueBody = Type.Object({
  month: Type.String({ description: 'A past month, YYYY-MM' }),
  member: Type.Integer({ minimum: 1 }),
  email: Type.Boolean({ description: 'Also send it to the member by e-mail' }),
});

export const IssuedReply = Type.Object({
  number: orNull(Type.String({ description: 'Null if there is nothing to invoice' })),
  is_new: Type.Boolean({ description: 'False if it was issued before' }),
});

export function presentMonthlyInvoice(
  invoice: ShownMonthlyInvoice,
): Static<typeof MonthlyInvoiceReply> {
  return {
    number: monthlyInvoiceName(invoice.number),
    month: invoice.month,
    issued_at: timestampWithColon(invoice.issuedAtMs, homeZone),
    due_on: invoice.dueDay,
    amount: dollars(invoice.closingCents),
    left: dollars(invoice.leftCents),
    state: invoice.state,
  };
}

export function presentMembersMonthlyInvoice(
  invoice: ShownMonthlyInvoice,
): Static<typeof MembersMonthlyInvoice> {
  const { mail, member } = invoice;
  return {
    ...presentMonthlyInvoice(invoice),
    member: presentOwner(member),
    email: mail === undefined ? null : presentEmail(mail),
  };
}

const presentEmail = ({ status, detail }: Static<typeof InvoiceEmail>) => ({
  status,
  detail: reasonWords(detail),
});

export function presentUnsent(
  unsent: Issues['monthlyInvoices'][number],
): Static<typeof UnsentMonthlyInvoice> {
  const { member, month, sinceMs, issued } = unsent;
  return {
    member: presentOwner(member),
    month,
    since: timestampWithColon(sinceMs, homeZone),
    number: issued === undefined ? null : monthlyInvoiceName(issued.number),
    email: issued === undefined ? null : presentEmail(issued.mail),
  };
}

export function presentPreview(
  previewed: readonly PreviewedInvoice[],
): Static<typeof MonthPreviewReply>['members'] {
  return previewed.map(({ member, number, first, lines, closingCents }) => ({
    member: presentOwner(member),
    number: number === undefined ? null : monthlyInvoiceName(number),
    issue_first: first?.month ?? null,
    lines,
    amount: dollars(closingCents),
  }));
}

export function readInvoiceName(name: string): number {
  const number = findMonthlyInvoiceNumber(name);
  if (number === undefined) throw new Refusal({ code: 'monthly_invoice_not_found', name });
  return number;
}

/** Charges and payments in the order of the ledger; payments are negative. */
export function monthlyInvoiceCsv({ number, charges, payments }: MonthlyInvoiceFacts): string {
  const name = monthlyInvoiceName(number);
  const lines = [
    ...charges.map((charge) => ({
      id: charge.entryId,
      cells: [
        ...[name, charge.entryId, charge.day, charge.kind, charge.bookingId, charge.connote],
        charge.customerReference,
        ...[charge.exCents, charge.gstCents, charge.totalCents].map(dollars),
      ],
    })),
    ...payments.map(({ entryId, day, by, reference, cents }) => ({
      id: entryId,
      cells: [name, entryId, day, `payment_${by}`, '', '', reference, '', '', dollars(-cents)],
    })),
  ].sort((left, right) => left.id - right.id);
  return csvText([
    [
      ...['invoice', 'entry', 'day', 'kind', 'booking', 'connote', 'reference'],
      ...['ex_gst', 'gst', 'amount'],
    ],
    ...lines.map(({ cells }) => cells),
  ]);
}
