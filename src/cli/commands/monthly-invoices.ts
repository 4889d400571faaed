// linehaul monthly-invoice preview | issue | list | email
import type { Command } from 'commander';
import {
  issueMonthlyInvoice,
  listMonthlyInvoices,
  mailMonthlyInvoice,
  previewMonth,
  readMonth,
} from '../../application/payments/monthly-invoices.ts';
import { writtenAmount } from '../../domain/documents/written.ts';
import { dollars } from '../../domain/money.ts';
import {
  findMonthlyInvoiceNumber,
  monthlyInvoiceName,
} from '../../domain/payments/monthly-invoice.ts';
import { Refusal } from '../../domain/refusal.ts';
import { addCommand, type Context, wholeNumber } from '../command.ts';
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
        const shown = found.map(({ member, number, lines, closingCents }) => ({
          member: member.email,
          invoice: number === undefined ? null : monthlyInvoiceName(number),
          lines,
          amount: dollars(closingCents),
        }));
        output.result(
          shown,
          tableOr(found, 'Nothing to invoice.', {
            member: ({ member }) => member.email,
            invoice: ({ number }) =>
              number === undefined ? 'not issued' : monthlyInvoiceName(number),
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
        const members =
          options.member === undefined
            ? (await previewMonth(app, month))
                .filter(({ number }) => number === undefined)
                .map(({ member }) => String(member.id))
            : [options.member];
        const issued: string[] = [];
        for (const member of members) {
          const isMailed = options.email === true;
          const made = await issueMonthlyInvoice(app, member, month, { isMailed });
          if (made?.isNew === true) issued.push(monthlyInvoiceName(made.number));
        }
        output.result(
          { month: month.month, issued },
          issued.length === 0
            ? `Nothing left to issue for ${month.month}.`
            : `Issued ${issued.join(', ')} for ${month.month}.`,
        );
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
        await mailMonthlyInvoice(app, number);
        output.result({ number: options.number }, `${options.number} will be sent.`);
      }),
    );
}
