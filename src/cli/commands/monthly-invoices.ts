// linehaul monthly-invoice preview | issue | list | email
import type { Command } from 'commander';
import {
  type IssuedMonths,
  issueMonth,
  issueMonthlyInvoice,
  listMonthlyInvoices,
  mailMonthlyInvoice,
  previewMonth,
  readMonth,
} from '../../application/payments/monthly-invoices.ts';
import type { App } from '../../application/ports.ts';
import { writtenAmount } from '../../domain/documents/written.ts';
import { dollars } from '../../domain/money.ts';
import {
  findMonthlyInvoiceNumber,
  type InvoicedMonth,
  monthlyInvoiceName,
} from '../../domain/payments/monthly-invoice.ts';
import { Refusal } from '../../domain/refusal.ts';
import { refusalSentence } from '../../wording/refusals.ts';
import { addCommand, type Context, recorded, wholeNumber } from '../command.ts';
import { type AsJson, tableOr } from '../output.ts';

const theMonth = ['--month <YYYY-MM>', 'the month; the last one without it'] as const;

export function addMonthlyInvoiceCommands(program: Command, context: Context): void {
  const invoices = program
    .command('monthly-invoice')
    .description("members' monthly invoices of their credit accounts");

  addCommand(invoices, 'preview', 'show what the invoices of a month would be; issues nothing')
    .option(...theMonth)
    .action((options: AsJson & { month?: string }) =>
      context.withApp(options, async (app, output) => {
        const found = await previewMonth(app, readMonth(app, options.month));
        const shown = found.map(({ member, number, first, lines, closingCents }) => ({
          member: member.email,
          invoice: number === undefined ? null : monthlyInvoiceName(number),
          issue_first: first?.month ?? null,
          lines,
          amount: dollars(closingCents),
        }));
        output.result(
          shown,
          tableOr(found, 'Nothing to invoice.', {
            member: ({ member }) => member.email,
            invoice: ({ number, first }) => {
              if (number !== undefined) return monthlyInvoiceName(number);
              return first === undefined ? 'not issued' : `issue ${first.month} first`;
            },
            lines: ({ lines }) => lines,
            amount: ({ closingCents }) => writtenAmount(closingCents),
          }),
        );
      }),
    );

  addCommand(invoices, 'issue', 'issue the invoices of a month that are not issued yet')
    .option(...theMonth)
    .option('--member <email or id>', 'of this member only')
    .option('--email', 'also send each new invoice to its member')
    .action((options: AsJson & { month?: string; member?: string; email?: true }) =>
      context.withApp(options, async (app, output) => {
        const month = readMonth(app, options.month);
        const isMailed = options.email === true;
        const { member } = options;
        const detail = { month: month.month, email: isMailed };
        const { issued, failed } = await recorded(
          app,
          'issue_invoice',
          { member, detail },
          () =>
            member === undefined
              ? issueMonth(app, month, { isMailed, catchesUp: false })
              : issueOne(app, member, month, isMailed),
          (done) =>
            done.issued.length === 0 && done.failed.length > 0 ? { outcome: 'failed' } : {},
        );
        const names = issued.map(monthlyInvoiceName);
        const unissued = failed.map(({ member, error }) => ({
          member: member.email,
          error: error instanceof Refusal ? refusalSentence(error.data) : String(error),
        }));
        const none = failed.length === 0 ? 'Nothing left to issue' : 'Issued nothing';
        output.result(
          { month: month.month, issued: names, failed: unissued },
          [
            `${names.length === 0 ? none : `Issued ${names.join(', ')}`} for ${month.month}.`,
            ...unissued.map(({ member, error }) => `${member}: not issued. ${error}`),
          ].join('\n'),
        );
        if (failed.length > 0) process.exitCode = 1;
      }),
    );

  addCommand(invoices, 'list', 'list issued invoices, newest first, 50 a page')
    .option('--month <YYYY-MM>', 'of this month only')
    .option('--page <number>', 'page', wholeNumber, 1)
    .action((options: AsJson & { month?: string; page: number }) =>
      context.withApp(options, async (app, output) => {
        const { month, page } = options;
        const found = await listMonthlyInvoices(app, { month, page });
        output.result(
          found.map(({ number, member, closingCents, leftCents, ...one }) => ({
            number: monthlyInvoiceName(number),
            member: member?.email ?? null,
            month: one.month,
            due_on: one.dueDay,
            amount: dollars(closingCents),
            left: dollars(leftCents),
            state: one.state,
            email: one.mail?.status ?? null,
          })),
          tableOr(found, 'No monthly invoices.', {
            number: ({ number }) => monthlyInvoiceName(number),
            member: ({ member }) => member?.email ?? '',
            month: (one) => one.month,
            due: ({ dueDay }) => dueDay,
            amount: ({ closingCents }) => writtenAmount(closingCents),
            left: ({ leftCents }) => writtenAmount(leftCents),
            state: ({ state }) => state.replace('_', ' '),
            'e-mail': ({ mail }) => mail?.status ?? '',
          }),
        );
      }),
    );

  addCommand(invoices, 'email', 'send an invoice to its member, again if it was sent before')
    .requiredOption('--number <MI-000123>', 'as list shows it')
    .action((options: AsJson & { number: string }) =>
      context.withApp(options, async (app, output) => {
        const number = findMonthlyInvoiceNumber(options.number);
        if (number === undefined)
          throw new Refusal({ code: 'monthly_invoice_not_found', name: options.number });
        await recorded(app, 'email_invoice', { thing: options.number }, () =>
          mailMonthlyInvoice(app, number),
        );
        output.result({ number: options.number }, `${options.number} will be sent.`);
      }),
    );
}

async function issueOne(
  app: App,
  member: string,
  month: InvoicedMonth,
  isMailed: boolean,
): Promise<IssuedMonths> {
  const made = await issueMonthlyInvoice(app, member, month, { isMailed });
  return { issued: made?.isNew === true ? [made.number] : [], failed: [] };
}
