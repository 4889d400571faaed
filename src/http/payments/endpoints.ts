// /members/payment-methods, and the members area's /credit and /payments: a member's own payments.
// Tests: contract/own-money.
import type { FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import { mostInvoices, printInvoices } from '../../application/documents/print-invoices.ts';
import {
  linesPerPage,
  readCreditAccount,
  readStatement,
} from '../../application/payments/credit-account.ts';
import { listPayments, paymentsPerPage } from '../../application/payments/list-payments.ts';
import { payBalance, readBalance } from '../../application/payments/pay-balance.ts';
import {
  addTestMethod,
  listPaymentMethods,
  makeDefaultMethod,
  openCardPage,
  readPaymentSetup,
  removeMethod,
  type SavedMethod,
  saveFromCardPage,
} from '../../application/payments/payment-methods.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { mediaTypes, sendDocument } from '../documents/document.ts';
import { FileReply } from '../documents/endpoints.ts';
import { cents } from '../members/operator-member.ts';
import { csvShapes, sendCsv } from '../server/csv-download.ts';
import { endpoint, noBody, signedIn } from '../server/endpoint.ts';
import { withIdempotencyKey } from '../server/idempotency.ts';
import { PageParam, parseInstant } from '../server/list-query.ts';
import { IdParam } from '../server/whole-number.ts';
import {
  BalancePaymentBody,
  BalanceReply,
  CreditReply,
  ListedPaymentReply,
  PaymentReply,
  presentBalance,
  presentCredit,
  presentListedPayment,
  presentPayment,
  presentStatement,
  StatementReply,
  statementCsv,
} from './credit.ts';
import {
  NumberedPaymentMethodReply,
  PaymentMethodReply,
  presentPaymentMethod,
} from './payment-method.ts';

const SpanQuery = Type.Object({
  since: Type.Optional(Type.String({ description: 'ISO 8601' })),
  until: Type.Optional(Type.String({ description: 'ISO 8601, exclusive' })),
});

const readSpan = ({ since, until }: Static<typeof SpanQuery>) => ({
  sinceMs: parseInstant('since', since),
  untilMs: parseInstant('until', until),
});

export const credit = endpoint(
  { summary: 'Your credit account', reply: CreditReply },
  async (app, { caller }) =>
    presentCredit(await readCreditAccount(app, String(signedIn(caller).member.id))),
);

// Tests: contract/balance-payments.
export const balance = endpoint(
  {
    summary: 'What you owe, and your last payment of it by card',
    reply: BalanceReply,
  },
  async (app, { caller }) => presentBalance(await readBalance(app, signedIn(caller).member.id)),
);

// Tests: contract/balance-payments.
export const payOwed = endpoint(
  {
    summary: 'Pay what you owe, or a part of it, with a saved card',
    body: BalancePaymentBody,
    stores: true,
    successes: {
      202: 'The payment gateway has not answered yet: the result is found out automatically, and nothing is charged twice',
    },
    refusals: {
      402: 'The card was declined, and nothing was charged',
      409: 'Another payment of the balance is in progress, or was made since you read the balance',
    },
    reply: PaymentReply,
  },
  async (app, { caller, body, reply }) => {
    const payment = await payBalance(app, signedIn(caller), {
      amountCents: cents('amount', body.amount),
      method: body.payment_method,
      afterPayment: body.after_payment,
    });
    if (payment.status !== 'charged') reply.code(202);
    return presentPayment(payment);
  },
);

export const statement = endpoint(
  {
    summary: 'Your statement',
    description: `With a page, ${linesPerPage} lines, the newest on the first; all lines without.`,
    query: Type.Object({ ...SpanQuery.properties, page: Type.Optional(PageParam.blankOrSchema) }),
    reply: StatementReply,
  },
  async (app, { caller, query }) => {
    const { page } = query;
    const reference = String(signedIn(caller).member.id);
    const wanted = {
      ...readSpan(query),
      ...(page ? { page: PageParam.read(page) } : {}),
    };
    return presentStatement(await readStatement(app, reference, wanted));
  },
);

export const statementFile = endpoint(
  {
    summary: 'Your statement as CSV',
    query: SpanQuery,
    ...csvShapes,
  },
  async (app, { caller, query, reply }) => {
    const reference = String(signedIn(caller).member.id);
    const { lines } = await readStatement(app, reference, readSpan(query));
    return sendCsv(reply, 'linehaul-statement', statementCsv(lines));
  },
);

// Tests: contract/own-invoices.
export const invoices = endpoint(
  {
    summary: 'Your invoices of a period in one file',
    description: `For bookings since this time, and before until if given. At most ${mostInvoices}.`,
    query: SpanQuery,
    refusals: { 422: 'No invoices in that time, or too many' },
    isTagged: true,
    mediaTypes: mediaTypes.pdf,
    reply: FileReply,
  },
  async (app, { caller, query, reply }) => {
    const { sinceMs = 0, untilMs } = readSpan(query);
    return sendDocument(reply, await printInvoices(app, signedIn(caller), { sinceMs, untilMs }));
  },
);

export const payments = endpoint(
  {
    summary: 'Every charge and refund',
    description: `With what carriers charged later or less. Newest first, ${paymentsPerPage} a page; of one booking all.`,
    query: Type.Object({
      page: Type.Optional(PageParam.blankOrSchema),
      booking: Type.Optional(IdParam.blankOrSchema),
    }),
    reply: Type.Array(ListedPaymentReply),
  },
  async (app, { caller, query: { page, booking } }) => {
    const wanted = booking
      ? { bookingId: bookingId(IdParam.read(booking)) }
      : { page: PageParam.read(page || '1') };
    return (await listPayments(app, signedIn(caller).member.id, wanted)).map(presentListedPayment);
  },
);

// Tests: contract/own-money, contract/payments.
export const methods = endpoint(
  {
    summary: 'Saved payment methods',
    description: 'Cards and wallets that can pay for a booking; may be empty.',
    reply: { v4: Type.Array(NumberedPaymentMethodReply), v5: Type.Array(PaymentMethodReply) },
  },
  async (app, { caller, generation }) => {
    const methods = await listPaymentMethods(app, signedIn(caller).member.id);
    return methods.map((method) => presentPaymentMethod(method, generation));
  },
);

export const paymentSetup = endpoint(
  {
    summary: 'How payment methods are saved',
    reply: Type.Object({
      gateway: Type.String(),
      takes_test_cards: Type.Boolean({ description: 'A person may save a test card themselves.' }),
      has_card_page: Type.Boolean({
        description: 'Members can add a card on the gateway’s page.',
      }),
    }),
  },
  async (app) => {
    const { gateway, takesTestCards, hasCardPage } = readPaymentSetup(app);
    return { gateway, takes_test_cards: takesTestCards, has_card_page: hasCardPage };
  },
);

export const addMethod = endpoint(
  {
    summary: 'Save a test card',
    description: 'Only with the built-in test gateway. Saving the same card again keeps one.',
    body: Type.Object({ token: Type.String() }),
    stores: true,
    takesIdempotencyKey: true,
    successes: { 200: 'It was saved before, and this is that card' },
    reply: PaymentMethodReply,
  },
  (app, call) =>
    withIdempotencyKey<Static<typeof PaymentMethodReply>>(app, call, call.body, async () => {
      const method = await addTestMethod(app, signedIn(call.caller), call.body.token);
      return presentSavedCard(call.reply, method);
    }),
);

// Tests: contract/card-page.
export const cardPage = endpoint(
  {
    summary: 'Open the payment gateway’s page for adding a card',
    description: 'Nothing is charged. The browser then returns to the Payments page.',
    stores: true,
    reply: Type.Object({ url: Type.String({ description: 'Where to send the browser' }) }),
  },
  async (app, { caller, publicUrl, reply }) => {
    const openedAt = reply.request.headers.origin;
    const leftUrl = `${publicUrl}/payments`;
    const doneUrl = (session: string): string => `${leftUrl}?card=${session}`;
    const page = await openCardPage(app, signedIn(caller), { openedAt, doneUrl, leftUrl });
    return page;
  },
);

// Tests: contract/card-page.
export const cardFromPage = endpoint(
  {
    summary: 'Save the card added on the payment gateway’s page',
    description: 'Saving the same method again keeps one.',
    body: Type.Object({ session: Type.String({ maxLength: 255 }) }),
    stores: true,
    successes: { 200: 'It was saved before, and this is that card' },
    reply: PaymentMethodReply,
  },
  async (app, { caller, body, reply }) => {
    return presentSavedCard(reply, await saveFromCardPage(app, signedIn(caller), body.session));
  },
);

function presentSavedCard(
  reply: Pick<FastifyReply, 'code'>,
  { id, maskedLabel, isNew, isDefault }: SavedMethod,
) {
  if (!isNew) reply.code(200);
  return {
    id,
    type: 'credit_card' as const,
    masked_label: maskedLabel,
    is_default: isDefault,
  };
}

const methodParams = Type.Object({ id: Type.String() });

export const makeDefault = endpoint(
  { summary: 'Make a payment method the default', params: methodParams, reply: noBody },
  (app, { caller, params }) => makeDefaultMethod(app, signedIn(caller).member.id, params.id),
);

export const removeSaved = endpoint(
  { summary: 'Remove a payment method', params: methodParams, reply: noBody },
  (app, { caller, params }) => removeMethod(app, signedIn(caller).member.id, params.id),
);
