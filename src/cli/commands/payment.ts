// linehaul card add | wallet add | payment list
import type { Command } from 'commander';
import { getMember } from '../../application/members/find-member.ts';
import { addPaymentMethod } from '../../application/members/payment-methods.ts';
import { listMoneyMoves, type MoneyMove } from '../../application/payments/list-money-moves.ts';
import { writtenAmount } from '../../domain/documents/written.ts';
import { dollars } from '../../domain/money.ts';
import type { PaymentMethodKind } from '../../domain/payments/payment-method.ts';
import { type Context, withJson } from '../command.ts';
import { table } from '../output.ts';

export function addPaymentCommands(program: Command, context: Context): void {
  addMethodCommand(program, context, 'card');
  addMethodCommand(program, context, 'wallet');

  const payment = program.command('payment').description('money taken and given back');
  withJson(payment.command('list'))
    .description('every attempt to take money from a member, or to give it back')
    .requiredOption('--member <e-mail or id>', 'the member')
    .action((options: { json?: true; member: string }) =>
      context.withAccounts(options.json === true, async (app, output) => {
        const member = await getMember(app, options.member);
        const payments = (await listMoneyMoves(app, member.id)).toReversed().map(presentMove);
        output.result(
          payments,
          payments.length === 0
            ? 'No payments yet.'
            : table(
                ['id', 'booking', 'method', 'amount', 'status', 'at'],
                payments.map((one) => [
                  one.id,
                  one.booking_id ?? '',
                  one.method,
                  writtenAmount(Math.round(one.amount * 100)),
                  one.status,
                  one.created_at,
                ]),
              ),
        );
      }),
    );
}

function addMethodCommand(program: Command, context: Context, kind: PaymentMethodKind): void {
  const methods = program.command(kind).description(`members' saved ${kind}s`);
  withJson(methods.command('add'))
    .description(`save a ${kind} for a member, by the payment gateway's token`)
    .requiredOption('--member <e-mail or id>', 'the member')
    .requiredOption('--token <token>', "the gateway's token, never a card number")
    .option('--default', 'make it the default')
    .action((options: { json?: true; member: string; token: string; default?: true }) =>
      context.withAccounts(options.json === true, async (app, output) => {
        const { token } = options;
        const wish = { kind, token, isDefault: options.default === true };
        const { id, maskedLabel, isNew } = await addPaymentMethod(app, options.member, wish);
        output.result(
          { id },
          isNew
            ? `Saved as ${id}: ${maskedLabel}.`
            : `Saved before as ${id}: ${maskedLabel}. It is charged with this token from now on.`,
        );
      }),
    );
}

function presentMove({ id, bookingId, method, cents, status, atMs }: MoneyMove) {
  return {
    id,
    booking_id: bookingId ?? null,
    method,
    amount: dollars(cents),
    status,
    created_at: new Date(atMs).toISOString(),
  };
}
