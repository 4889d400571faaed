// A balance payment: a member pays what it owes on the credit account with a saved card or wallet. As for a booking, the
// payment is written down before the gateway is asked, and only the gateway's answer decides; after a crash, recovery
// asks again with the same key and ends in the same settlement (docs/internals/confirming.md).
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import { chargeMethod, oweRefund } from '../../domain/payments/ledger.ts';
import {
  newCharge,
  type Payment,
  type PaymentId,
  pauseBeforeRetryMs,
} from '../../domain/payments/payment.ts';
import {
  movesMoney,
  type PaymentMethod,
  paymentMethodName,
} from '../../domain/payments/payment-method.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { takeMoney } from '../bookings/ask-outside.ts';
import { claimLeaseMs, newPaymentKey } from '../bookings/claim-confirmation.ts';
import { addRefund, performRefund, returnLateCharge } from '../bookings/return-money.ts';
import { lateChargePauseMs, type Outcomes } from '../bookings/settle-confirmation.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, PaymentChange, Store } from '../ports.ts';
import { notePayment } from '../webhooks/note-events.ts';

/** Gateways take no smaller amounts, and their fees would be most of it. */
const leastCents = 100;

export type Balance = {
  owedCents: Cents;
  leastCents: Cents;
  /** The newest balance payment that is under way or was charged. */
  latest: Payment | undefined;
};

export async function readBalance(
  { store }: Pick<App, 'store'>,
  memberId: MemberId,
): Promise<Balance> {
  const [owedCents, latest] = await Promise.all([
    owedBy(store, memberId),
    store.payments.findLatestForBalance(memberId),
  ]);
  return { owedCents, leastCents, latest };
}

/**
 * `afterPayment`: the latest balance payment that the payer has seen, or 0. If there is a newer one, nothing is charged,
 * so two pages that pay the same balance charge once.
 */
export type BalancePaymentInput = { amountCents: Cents; method: string; afterPayment: number };

/** Charged, or still `pending` or `unknown`: then recovery settles it. */
export async function payBalance(
  app: App,
  { member }: SignedInCaller,
  { amountCents, method: name, afterPayment }: BalancePaymentInput,
): Promise<Payment> {
  const saved = await app.store.paymentMethods.list(member.id);
  const method = saved.find((one) => paymentMethodName(one) === name);
  if (method === undefined) {
    const issue = { path: ['payment_method'], problem: 'method_not_saved', method: name } as const;
    throw new Refusal({ code: 'validation', issues: [issue] });
  }
  refuseTestMoney(app, method);
  const payment = await app.store.transaction(async (store) => {
    // Of two simultaneous payments, the second sees the first.
    await store.members.lock(member.id);
    await refuseSecond(store, member.id, afterPayment);
    const owedCents = await owedBy(store, member.id);
    if (amountCents < leastCents || amountCents > owedCents) {
      const allowed = { least: leastCents, owed: owedCents };
      refuseInvalid([{ path: ['amount'], problem: 'not_within_balance', ...allowed }]);
    }
    const nowMs = app.clock.nowMs();
    const charge = newCharge({
      key: newPaymentKey(app),
      bookingId: undefined,
      memberId: member.id,
      method: name,
      methodId: method.id,
      amountCents,
      status: 'pending',
      createdAtMs: nowMs,
      retryAtMs: nowMs + claimLeaseMs(app),
    });
    return { ...charge, id: await store.payments.add(charge), attempts: 0, isLeased: false };
  });
  const outcome = await takeMoney(app, payment, method);
  await finishBalancePayment(app, payment, outcome);
  return await outcomeOf(app, payment, outcome);
}

async function owedBy({ ledger }: Pick<Store, 'ledger'>, memberId: MemberId): Promise<Cents> {
  const none = { sinceMs: 0, untilMs: 0, limit: 1, skip: 0 };
  return (await ledger.listOwed(memberId, none)).owedCents;
}

/** Freight that connected carriers have billed cannot be paid with money that does not move. */
function refuseTestMoney(app: App, method: PaymentMethod): void {
  if (movesMoney(method) || app.carriers.live.every(({ isSimulated }) => isSimulated === true))
    return;
  throw new Refusal({ code: 'balance_not_payable', why: 'test_card' });
}

async function refuseSecond(store: Store, memberId: MemberId, afterPayment: number): Promise<void> {
  const latest = await store.payments.findLatestForBalance(memberId);
  if (latest === undefined) return;
  if (latest.retryAtMs !== undefined)
    throw new Refusal({ code: 'balance_not_payable', why: 'under_way' });
  if (latest.id > afterPayment)
    throw new Refusal({ code: 'balance_not_payable', why: 'paid_meanwhile' });
}

/** Enters the gateway's answer, for the request and for recovery; a second settlement changes nothing. */
export async function finishBalancePayment(
  app: App,
  payment: Payment,
  outcome: Outcomes['charge'],
): Promise<void> {
  const isOurs = await app.store.transaction((store) => settle(app, store, payment, outcome));
  // A charge that succeeded after it was given up is refunded.
  if (!isOurs && outcome.outcome === 'charged')
    await returnLateCharge(app, payment, outcome.reference);
}

/** False, without a change, if another process has taken the payment up or settled it. */
async function settle(
  app: App,
  store: Store,
  payment: Payment,
  outcome: Outcomes['charge'],
): Promise<boolean> {
  const { id, memberId, bookingId, amountCents, attempts } = payment;
  const nowMs = app.clock.nowMs();
  const change = async (to: Omit<PaymentChange, 'from'>): Promise<boolean> => {
    const isOurs = await store.payments.change(id, {
      from: ['pending', 'unknown'],
      attempts,
      ...to,
    });
    if (isOurs) await notePayment(app, store, { ...payment, status: to.status });
    return isOurs;
  };
  switch (outcome.outcome) {
    case 'charged': {
      const { reference } = outcome;
      if (!(await change({ status: 'charged', reference, detail: '', retryAtMs: undefined })))
        return false;
      const entries = chargeMethod({ memberId, bookingId, paymentId: id }, amountCents);
      await store.ledger.post(entries, { nowMs, isLimited: false });
      return true;
    }
    case 'declined':
      return await change({ status: 'declined', detail: outcome.code, retryAtMs: undefined });
    case 'absent':
      return await change({ status: 'void', retryAtMs: nowMs + lateChargePauseMs });
    case 'unknown':
      return await change({
        status: 'unknown',
        detail: outcome.reason,
        retryAtMs: nowMs + pauseBeforeRetryMs(attempts),
      });
  }
}

/** Read again, because recovery may have settled it while this process waited. */
async function outcomeOf(
  app: App,
  { id, method, memberId }: Payment,
  outcome: Outcomes['charge'],
): Promise<Payment> {
  const payment = await app.store.payments.find(id);
  if (payment === undefined) throw new Error(`payment ${id} is gone`);
  const refund = await app.store.payments.findRefundOf({ id, memberId });
  const isGivenUp = payment.status === 'void' || refund !== undefined;
  if (payment.status !== 'declined' && !isGivenUp) return payment;
  const [reason, userMessage] =
    outcome.outcome === 'declined' && !isGivenUp
      ? [outcome.code, outcome.userMessage]
      : ['processing_error', undefined];
  throw new Refusal({
    code: 'payment_declined',
    reason,
    userMessage,
    refund,
    method,
    paymentId: id,
  });
}

/** Returns a whole balance payment to its card, for the operator; the amount is owed again. Idempotent. */
export async function refundBalancePayment(app: App, id: PaymentId): Promise<Payment> {
  const { refund, isNew } = await app.store.transaction(async (store) => {
    const charge = await store.payments.find(id);
    if (charge === undefined) throw new Refusal({ code: 'payment_not_found', id });
    await store.members.lock(charge.memberId);
    const found = await store.payments.findRefundOf(charge);
    if (found !== undefined) return { refund: found, isNew: false };
    const { bookingId, memberId, kind, status, amountCents } = charge;
    if (bookingId !== undefined || kind !== 'charge' || status !== 'charged')
      throw new Refusal({ code: 'balance_payment_not_refundable', id });
    const entries = oweRefund({ memberId, bookingId, paymentId: id }, amountCents);
    await store.ledger.post(entries, { nowMs: app.clock.nowMs(), isLimited: false });
    return { refund: await addRefund(app, store, charge), isNew: true };
  });
  // If this call fails or the process dies, recovery completes the recorded refund.
  if (isNew) await performRefund(app, refund);
  return (await app.store.payments.find(refund.id)) ?? refund;
}
