// linehaul credit set | show | receive | statement
import type { Command } from 'commander';
import {
  readCreditAccount,
  readStatement,
  receiveCreditPayment,
  type Statement,
  setCreditLimit,
  takeBackCreditPayment,
} from '../../application/members/credit-account.ts';
import { availableCents, type CreditAccount } from '../../domain/accounts/credit.ts';
import { writtenAmount, writtenMoney } from '../../domain/documents/written.ts';
import { dollars } from '../../domain/money.ts';
import { amountCents, type Context, wholeNumber, withJson } from '../command.ts';
import { table } from '../output.ts';

type ReceiveOptions = { json?: true; member: string; amount?: number; undo?: number };

export function addCreditCommands(program: Command, context: Context): void {
  const credit = program.command('credit').description("members' credit accounts");

  withJson(credit.command('set'))
    .description('set how much a member may owe; 0 closes the account to new bookings')
    .requiredOption('--member <e-mail or id>', 'the member')
    .requiredOption('--limit <amount>', 'limit in dollars', amountCents)
    .action((options: { json?: true; member: string; limit: number }) =>
      context.withAccounts(options.json === true, async (app, output) => {
        const account = await setCreditLimit(app, options.member, options.limit);
        output.result(presentCredit(account), describeCredit(account));
      }),
    );

  withJson(credit.command('show'))
    .description("show a member's limit, balance and available credit")
    .requiredOption('--member <e-mail or id>', 'the member')
    .action((options: { json?: true; member: string }) =>
      context.withAccounts(options.json === true, async (app, output) => {
        const account = await readCreditAccount(app, options.member);
        output.result(presentCredit(account), describeCredit(account));
      }),
    );

  withJson(credit.command('receive'))
    .description('note that a member has paid some of what is owed')
    .requiredOption('--member <e-mail or id>', 'the member')
    .option('--amount <amount>', 'amount in dollars', amountCents)
    .option(
      '--undo <number>',
      'the receipt of this number in the statement was noted by mistake, or the bank took it back: it is owed again',
      wholeNumber,
    )
    .action(async (options: ReceiveOptions, command: Command) => {
      const { member, amount, undo } = options;
      if ((amount === undefined) === (undo === undefined))
        command.error('error: say --amount AMOUNT, or --undo NUMBER');
      await context.withAccounts(options.json === true, async (app, output) => {
        const account =
          undo === undefined
            ? await receiveCreditPayment(app, member, amount ?? 0)
            : await takeBackCreditPayment(app, member, undo);
        output.result(presentCredit(account), describeCredit(account));
      });
    });

  withJson(credit.command('statement'))
    .description('what a member was billed, paid and was given back on the credit account')
    .requiredOption('--member <e-mail or id>', 'the member')
    .action((options: { json?: true; member: string }) =>
      context.withAccounts(options.json === true, async (app, output) => {
        const statement = await readStatement(app, options.member);
        const { lines, owedCents, heldCents } = statement;
        output.result(
          presentStatement(statement),
          [
            lines.length === 0
              ? 'Nothing was billed to this account yet.'
              : table(
                  ['number', 'at', 'what', 'booking', 'amount', 'balance'],
                  lines.map((line) => [
                    line.id,
                    new Date(line.atMs).toISOString(),
                    line.kind,
                    line.bookingId ?? '',
                    writtenAmount(line.amountCents),
                    writtenAmount(line.balanceCents),
                  ]),
                ),
            `Balance ${writtenMoney(owedCents)}, held for bookings under way ${writtenMoney(heldCents)}.`,
          ].join('\n'),
        );
      }),
    );
}

function presentStatement({ lines, owedCents, heldCents }: Statement) {
  return {
    lines: lines.map(({ id, atMs, kind, bookingId, amountCents: cents, balanceCents }) => ({
      id,
      at: new Date(atMs).toISOString(),
      what: kind,
      booking_id: bookingId ?? null,
      amount: dollars(cents),
      balance: dollars(balanceCents),
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
