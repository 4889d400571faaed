// linehaul credit set | show | receive | statement
import type { Command } from 'commander';
import {
  readCreditAccount,
  readStatement,
  receiveCreditPayment,
  type Statement,
  setCreditLimit,
} from '../../application/members/credit-account.ts';
import { availableCents, type CreditAccount } from '../../domain/accounts/credit.ts';
import { dollars } from '../../domain/money.ts';
import { amountCents, type Context, withJson } from '../command.ts';
import { table } from '../output.ts';

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
    .requiredOption('--amount <amount>', 'amount in dollars', amountCents)
    .action((options: { json?: true; member: string; amount: number }) =>
      context.withAccounts(options.json === true, async (app, output) => {
        const account = await receiveCreditPayment(app, options.member, options.amount);
        output.result(presentCredit(account), describeCredit(account));
      }),
    );

  withJson(credit.command('statement'))
    .description('what a member was billed, paid and was given back on the credit account')
    .requiredOption('--member <e-mail or id>', 'the member')
    .action((options: { json?: true; member: string }) =>
      context.withAccounts(options.json === true, async (app, output) => {
        const statement = presentStatement(await readStatement(app, options.member));
        const { lines, balance, held } = statement;
        output.result(
          statement,
          [
            lines.length === 0
              ? 'Nothing was billed to this account yet.'
              : table(
                  ['at', 'what', 'booking', 'amount', 'balance'],
                  lines.map((line) => [
                    line.at,
                    line.what,
                    line.booking_id ?? '',
                    line.amount.toFixed(2),
                    line.balance.toFixed(2),
                  ]),
                ),
            `Balance $${balance.toFixed(2)}, held for bookings under way $${held.toFixed(2)}.`,
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
  const amount = (cents: number): string => `$${dollars(cents).toFixed(2)}`;
  return `Limit ${amount(account.limitCents)}, balance ${amount(account.usedCents)}, available ${amount(availableCents(account))}.`;
}
