// linehaul card add | list | default | remove, wallet …, payment list
import type { Command } from 'commander';
import { getMember } from '../../application/members/find-member.ts';
import { type ListedPayment, listPayments } from '../../application/payments/list-payments.ts';
import {
  addPaymentMethod,
  listPaymentMethods,
  makeDefaultMethod,
  removeMethod,
} from '../../application/payments/payment-methods.ts';
import type { AuditAction } from '../../domain/audit/audit-action.ts';
import { writtenAmount } from '../../domain/documents/written.ts';
import { dollars } from '../../domain/money.ts';
import { type PaymentMethodKind, paymentMethodName } from '../../domain/payments/payment-method.ts';
import { addCommand, type Context, recorded, theMember } from '../command.ts';
import { type AsJson, tableOr } from '../output.ts';

export function addPaymentCommands(program: Command, context: Context): void {
  for (const kind of ['card', 'wallet'] as const) addMethodCommands(program, context, kind);

  const payment = program.command('payment').description('payments and refunds');
  addCommand(payment, 'list', 'list payments and refunds, including failed attempts')
    .requiredOption(...theMember)
    .action((options: AsJson & { member: string }) =>
      context.withAccounts(options, async (app, output) => {
        const member = await getMember(app, options.member);
        const payments = (await listPayments(app, member.id)).toReversed();
        output.result(
          payments.map(presentPayment),
          tableOr(payments, 'No payments yet.', {
            id: (one) => one.id,
            booking: (one) => one.bookingId ?? '',
            method: (one) => one.method,
            amount: (one) => writtenAmount(one.cents),
            status: (one) => one.status,
            at: (one) => new Date(one.atMs).toISOString(),
          }),
        );
      }),
    );
}

function addMethodCommands(program: Command, context: Context, kind: PaymentMethodKind): void {
  const methods = program.command(kind).description(`members' saved ${kind}s`);
  addCommand(methods, 'add', `save a ${kind} for a member, by the payment gateway's token`)
    .requiredOption(...theMember)
    .requiredOption('--token <token>', "the gateway's token, never a card number")
    .option('--default', 'make it the default')
    .action((options: AsJson & { member: string; token: string; default?: true }) =>
      context.withAccounts(options, async (app, output) => {
        const { token } = options;
        const input = { kind, token, isDefault: options.default === true };
        const { id, maskedLabel, isNew } = await recorded(
          app,
          'add_payment_method',
          { member: options.member },
          () => addPaymentMethod(app, options.member, input),
          (method) => ({ added: method.id }),
        );
        output.result(
          { id },
          isNew
            ? `Saved as ${id}: ${maskedLabel}.`
            : `Updated ${id}: ${maskedLabel}. Future charges use this token.`,
        );
      }),
    );
  addCommand(methods, 'list', `a member's saved ${kind}s`)
    .requiredOption(...theMember)
    .action((options: AsJson & { member: string }) =>
      context.withAccounts(options, async (app, output) => {
        const member = await getMember(app, options.member);
        const saved = (await listPaymentMethods(app, member.id)).filter(
          (method) => method.kind === kind,
        );
        const shown = saved.map((method) => ({
          id: paymentMethodName(method),
          masked_label: method.maskedLabel,
          is_default: method.isDefault,
        }));
        output.result(
          shown,
          tableOr(shown, `No ${kind}s saved.`, {
            id: (one) => one.id,
            [kind]: (one) => one.masked_label,
            default: (one) => (one.is_default ? 'yes' : ''),
          }),
        );
      }),
    );
  addMethodChange(methods, context, {
    verb: 'default',
    about: `make a member's saved ${kind} the default`,
    action: 'make_default_method',
    change: makeDefaultMethod,
    done: (id) => `${id} is the default.`,
  });
  addMethodChange(methods, context, {
    verb: 'remove',
    about: `remove a member's saved ${kind}`,
    action: 'remove_payment_method',
    change: removeMethod,
    done: (id) => `${id} is removed.`,
  });
}

type MethodChange = {
  verb: string;
  about: string;
  action: AuditAction;
  change: typeof removeMethod;
  done: (id: string) => string;
};

function addMethodChange(
  methods: Command,
  context: Context,
  { verb, about, action, change, done }: MethodChange,
): void {
  const example = methods.name() === 'card' ? 'bankcard_12' : 'wallet_7';
  addCommand(methods, verb, about)
    .requiredOption(...theMember)
    .requiredOption(`--id <${example}>`, 'as list shows it')
    .action((options: AsJson & { member: string; id: string }) =>
      context.withAccounts(options, async (app, output) => {
        const { id } = options;
        const member = await getMember(app, options.member);
        await recorded(app, action, { thing: id, member: options.member }, () =>
          change(app, member.id, id),
        );
        output.result({ id }, done(id));
      }),
    );
}

function presentPayment({ id, bookingId, method, cents, status, atMs }: ListedPayment) {
  return {
    id,
    booking_id: bookingId ?? null,
    method,
    amount: dollars(cents),
    status,
    created_at: new Date(atMs).toISOString(),
  };
}
