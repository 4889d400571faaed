// The members area's view of a member's money: the credit account, its statement, and every payment and refund
// attempt.
import { type Static, Type } from 'typebox';
import type {
  CreditStanding,
  Statement,
  StatementLine,
} from '../../application/payments/credit-account.ts';
import type { ListedPayment } from '../../application/payments/list-payments.ts';
import type { Balance } from '../../application/payments/pay-balance.ts';
import { csvText } from '../../domain/csv/csv-text.ts';
import { dollars } from '../../domain/money.ts';
import { availableCents } from '../../domain/payments/credit.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { reasonWords } from '../../wording/reasons.ts';

export const CreditReply = Type.Object(
  {
    has_account: Type.Boolean({ description: 'The operator has given a limit.' }),
    limit: Type.Number(),
    used: Type.Number(),
    available: Type.Number(),
  },
  { $id: 'Credit' },
);

export const StatementReply = Type.Object(
  {
    owed: Type.Number(),
    held: Type.Number({ description: 'Reserved for bookings in progress' }),
    lines: Type.Array(
      Type.Object({
        id: Type.Integer(),
        at: Type.String(),
        kind: Type.String(),
        booking_id: Type.Union([Type.Integer(), Type.Null()]),
        amount: Type.Number({ description: 'The change of the amount owed' }),
        balance: Type.Number(),
        connote: Type.Union([Type.String(), Type.Null()], {
          description: 'The consignment note of its booking, which has an invoice then',
        }),
        reference: Type.Union([Type.String(), Type.Null()], {
          description: 'The bank’s reference of your payment',
        }),
      }),
    ),
  },
  { $id: 'Statement' },
);

export const PaymentReply = Type.Object(
  {
    id: Type.Integer(),
    booking_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Null for a payment of the account’s balance',
    }),
    kind: Type.String({ description: 'charge or refund' }),
    method: Type.String(),
    amount: Type.Number(),
    status: Type.String(),
    detail: Type.String(),
    created_at: Type.String(),
  },
  { $id: 'Payment' },
);

export const BalanceReply = Type.Object(
  {
    owed: Type.Number({ description: 'Negative if you have paid too much' }),
    least_payment: Type.Number({ description: 'The least amount that can be paid by card' }),
    latest_payment: Type.Union([PaymentReply, Type.Null()], {
      description: 'The newest payment of the balance that is in progress or was charged',
    }),
  },
  { $id: 'Balance' },
);

export const BalancePaymentBody = Type.Object({
  amount: Type.Number({
    minimum: 0,
    description: 'Dollars, from `least_payment` to the amount owed',
  }),
  payment_method: Type.String({ description: 'A saved method, such as bankcard_12' }),
  after_payment: Type.Integer({
    minimum: 0,
    description:
      'The id of the `latest_payment` that you have read, 0 if it is null. If there is a newer one, nothing is charged.',
  }),
});

/** For the operator. */
export const OpenPayment = Type.Object(
  {
    ...PaymentReply.properties,
    attempts: Type.Integer({ description: 'How often its result was checked' }),
    retry_at: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'OpenPayment' },
);

/** A payment, or an adjustment after the carrier charged a different amount. */
export const ListedPaymentReply = Type.Object(
  {
    ...PaymentReply.properties,
    id: Type.String({ description: 'payment_12 or adjustment_7' }),
    kind: Type.String({ description: 'charge, refund or adjustment' }),
    amount: Type.Number({ description: 'Negative for a refund, and where a carrier charged less' }),
  },
  { $id: 'ListedPayment' },
);

export function presentCredit(account: CreditStanding): Static<typeof CreditReply> {
  return {
    has_account: account.hasAccount,
    limit: dollars(account.limitCents),
    used: dollars(account.usedCents),
    available: dollars(availableCents(account)),
  };
}

export function presentStatement(statement: Statement): Static<typeof StatementReply> {
  return {
    owed: dollars(statement.owedCents),
    held: dollars(statement.heldCents),
    lines: statement.lines.map((line) => ({
      id: line.id,
      at: timestampWithColon(line.atMs, homeZone),
      kind: line.kind,
      booking_id: line.bookingId ?? null,
      amount: dollars(line.amountCents),
      balance: dollars(line.balanceCents),
      connote: line.connote ?? null,
      reference: line.reference ?? null,
    })),
  };
}

export function statementCsv(lines: readonly StatementLine[]): string {
  return csvText([
    ['entry', 'time', 'kind', 'booking', 'amount', 'balance', 'connote', 'reference'],
    ...lines.map((line) => [
      line.id,
      timestampWithColon(line.atMs, homeZone),
      line.kind,
      line.bookingId,
      dollars(line.amountCents),
      dollars(line.balanceCents),
      line.connote,
      line.reference,
    ]),
  ]);
}

export function presentBalance({
  owedCents,
  leastCents,
  latest,
}: Balance): Static<typeof BalanceReply> {
  return {
    owed: dollars(owedCents),
    least_payment: dollars(leastCents),
    latest_payment: latest === undefined ? null : presentPayment(latest),
  };
}

export function presentPayment(payment: Payment): Static<typeof PaymentReply> {
  return {
    id: payment.id,
    booking_id: payment.bookingId ?? null,
    kind: payment.kind,
    method: payment.method,
    amount: dollars(payment.amountCents),
    status: payment.status,
    detail: reasonWords(payment.detail),
    created_at: timestampWithColon(payment.createdAtMs, homeZone),
  };
}

export function presentOpenPayment(payment: Payment): Static<typeof OpenPayment> {
  return {
    ...presentPayment(payment),
    attempts: payment.attempts,
    retry_at:
      payment.retryAtMs === undefined ? null : timestampWithColon(payment.retryAtMs, homeZone),
  };
}

export function presentListedPayment(payment: ListedPayment): Static<typeof ListedPaymentReply> {
  return {
    id: payment.id,
    booking_id: payment.bookingId ?? null,
    kind: payment.kind,
    method: payment.method,
    amount: dollars(payment.cents),
    status: payment.status,
    detail: reasonWords(payment.detail),
    created_at: timestampWithColon(payment.atMs, homeZone),
  };
}
