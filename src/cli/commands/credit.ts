// linehaul credit set | show
import type { Command } from 'commander';
import { readCreditAccount, setCreditLimit } from '../../application/members/credit-account.ts';
import { availableCents, type CreditAccount } from '../../domain/accounts/credit.ts';
import { dollars } from '../../domain/money.ts';
import { amountCents, type Context, withJson } from '../command.ts';

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
