// linehaul credit set | show | receive | statement
import type { Command } from 'commander';
import {
  readCreditAccount,
  readStatement,
  receiveCreditPayment,
  reverseCreditPayment,
  type Statement,
  setCreditLimit,
} from '../../application/payments/credit-account.ts';
import { writtenAmount, writtenMoney } from '../../domain/documents/written.ts';
import { dollars } from '../../domain/money.ts';
import { availableCents, type CreditAccount } from '../../domain/payments/credit.ts';
import {
  addCommand,
  amountCents,
  type Context,
  recorded,
  theMember,
  wholeNumber,
} from '../command.ts';
import { type AsJson, tableOr } from '../output.ts';

type ReceiveOptions = AsJson & {
  member: string;
  amount?: number;
  reference?: string;
  again?: true;
  undo?: number;
};

export function addCreditCommands(program: Command, context: Context): void {
  const credit = program.command('credit').description("members' credit accounts");

  addCommand(credit, 'set', "set a member's credit limit; 0 allows no new bookings")
    .requiredOption(...theMember)
    .requiredOption('--limit <amount>', 'limit in dollars', amountCents)
    .action((options: AsJson & { member: string; limit: number }) =>
      context.withAccounts(options, async (app, output) => {
        const detail = { limit: dollars(options.limit) };
        const account = await recorded(
          app,
          'set_credit_limit',
          { thing: options.member, detail },
          () => setCreditLimit(app, options.member, options.limit),
        );
        output.result(presentCredit(account), describeCredit(account));
      }),
    );

  addCommand(credit, 'show', "show a member's limit, balance and available credit")
    .requiredOption(...theMember)
    .action((options: AsJson & { member: string }) =>
      context.withAccounts(options, async (app, output) => {
        const account = await readCreditAccount(app, options.member);
        output.result(presentCredit(account), describeCredit(account));
      }),
    );

  addCommand(credit, 'receive', 'record a payment from a member')
    .requiredOption(...theMember)
    .option('--amount <amount>', 'amount in dollars', amountCents)
    .option(
      '--reference <text>',
      "the bank's reference; a second payment with the same reference is refused",
    )
    .option(
      '--again',
      'record it although the same amount was recorded in the last day; needed only without a reference',
    )
    .option(
      '--undo <number>',
      'reverse the receipt with this number in the statement, because it was a mistake or the bank returned it',
      wholeNumber,
    )
    .action(async (options: ReceiveOptions, command: Command) => {
      const { member, amount, reference, again, undo } = options;
      if ((amount === undefined) === (undo === undefined))
        command.error('error: use --amount AMOUNT, or --undo NUMBER');
      if (undo !== undefined && (reference !== undefined || again === true))
        command.error('error: --undo cannot be combined with --reference or --again');
      await context.withAccounts(options, async (app, output) => {
        if (undo !== undefined) {
          const account = await recorded(
            app,
            'reverse_receipt',
            { thing: member, detail: { receipt: undo } },
            () => reverseCreditPayment(app, member, undo),
          );
          output.result(presentCredit(account), describeCredit(account));
          return;
        }
        const payment = { amountCents: amount ?? 0, reference, isAnother: again === true };
        const detail = {
          amount: dollars(payment.amountCents),
          reference,
        };
        const { account, receipt } = await recorded(
          app,
          'receive_payment',
          { thing: member, detail },
          () => receiveCreditPayment(app, member, payment),
        );
        output.result(
          { receipt: receipt.id, ...presentCredit(account) },
          `Receipt ${receipt.id}. ${describeCredit(account)}`,
        );
      });
    });

  addCommand(credit, 'statement', "show the statement of a member's credit account")
    .requiredOption(...theMember)
    .action((options: AsJson & { member: string }) =>
      context.withAccounts(options, async (app, output) => {
        const statement = await readStatement(app, options.member);
        const { lines, owedCents, heldCents } = statement;
        output.result(
          presentStatement(statement),
          [
            tableOr(lines, 'No entries yet.', {
              number: (line) => line.id,
              at: (line) => new Date(line.atMs).toISOString(),
              what: (line) => line.kind,
              booking: (line) => line.bookingId ?? '',
              amount: (line) => writtenAmount(line.amountCents),
              balance: (line) => writtenAmount(line.balanceCents),
              'connote or reference': (line) => line.connote ?? line.reference ?? '',
            }),
            `Balance ${writtenMoney(owedCents)}, reserved for bookings in progress ${writtenMoney(heldCents)}.`,
          ].join('\n'),
        );
      }),
    );
}

function presentStatement({ lines, owedCents, heldCents }: Statement) {
  return {
    lines: lines.map((line) => ({
      id: line.id,
      at: new Date(line.atMs).toISOString(),
      what: line.kind,
      booking_id: line.bookingId ?? null,
      amount: dollars(line.amountCents),
      balance: dollars(line.balanceCents),
      connote: line.connote ?? null,
      reference: line.reference ?? null,
    })),
    balance: dollars(owedCents),
    held: dollars(heldCents),
  };
}

function presentCredit(account: CreditAccount) {
  return {
    limit: dollars(account.limitCents),
    balance: dollars(account.usedCents),
    available: dollars(availableCents(account)),
  };
}

function describeCredit(account: CreditAccount): string {
  return `Limit ${writtenMoney(account.limitCents)}, balance ${writtenMoney(account.usedCents)}, available ${writtenMoney(availableCents(account))}.`;
}
