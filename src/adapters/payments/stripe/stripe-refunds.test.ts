// Refunding through Stripe with every fault on the way.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { anOddAmount } from '../../../../test/support/money/charges.ts';
import { StripeUnderTest } from '../../../../test/support/money/stripe/stripe-gateway.ts';
import type { Fault } from '../../../../test/support/money/stripe/stripe-server.ts';
import type { RefundRequest } from '../../../application/ports.ts';
import { dayMs } from '../../../domain/time/durations.ts';

const refunding = /^POST \/v1\/refunds$/;

describe('refunding through Stripe', () => {
  let under: StripeUnderTest;
  before(async () => {
    under = await StripeUnderTest.start({ repeats: 0 });
  });
  after(() => under.close());
  afterEach(() => under.server.calm());

  const newRefund = async (amountCents = anOddAmount): Promise<RefundRequest> => {
    const request = await under.newCharge();
    const charged = await under.gateway.charge(request);
    assert.equal(charged.outcome, 'charged');
    const { bookingId } = request;
    return {
      key: `${request.key}-refund`,
      chargeReference: charged.reference,
      amountCents,
      bookingId,
    };
  };
  const refunded = ({ chargeReference }: RefundRequest): number =>
    under.server.account.refundedCents(chargeReference);

  test('a refund names the payment, the amount and our key', async () => {
    const request = await newRefund();
    const outcome = await under.gateway.refund(request);
    const asked = under.server.requests.at(-1);
    assert.deepEqual(asked?.form, {
      payment_intent: request.chargeReference,
      amount: String(anOddAmount),
      metadata: { linehaul_key: request.key, linehaul_booking: '623634' },
    });
    assert.match(asked?.idempotencyKey ?? '', /^linehaul-/);
    assert.equal(outcome.outcome, 'refunded');
    assert.match(outcome.reference, /^re_/);
  });

  const faults: [string, Fault, boolean][] = [
    ['a timeout before the refund', 'silent', false],
    ['a timeout after the refund', 'done_then_silent', true],
    ['a connection broken before the refund', 'reset', false],
    ['a connection broken after the refund', 'done_then_reset', true],
    ['a truncated answer', 'done_then_truncated', true],
    ['a Stripe error after the refund', 'done_then_500', true],
    ['a Stripe error before the refund', { status: 500 }, false],
    ['too many requests', { status: 429, code: 'rate_limit' }, false],
    ['a key in use', { status: 409, code: 'idempotency_key_in_use' }, false],
    ['a rejected key', { status: 401 }, false],
  ];
  for (const [what, fault, isDone] of faults) {
    for (const forgets of [false, true]) {
      test(`${what}: unknown, then refunded once on retry${forgets ? ' days later, with all keys forgotten' : ''}`, async () => {
        const request = await newRefund();
        under.server.fail(refunding, fault);
        assert.equal((await (await under.asking(fault)).refund(request)).outcome, 'unknown');
        under.server.calm();
        if (forgets) {
          under.server.keys.forgetAll();
          under.nowMs += 3 * dayMs;
        }
        const found = await under.gateway.findRefund(request);
        assert.equal(found.outcome, isDone ? 'refunded' : 'absent');
        const again = await under.gateway.refund(request);
        assert.equal(again.outcome, 'refunded');
        assert.deepEqual(await under.gateway.findRefund(request), again);
        assert.deepEqual(await (await under.restart()).refund(request), again);
        assert.equal(refunded(request), anOddAmount);
      });
    }
  }

  test('a failure that Stripe replays for a day is resolved the next day', async () => {
    const request = await newRefund();
    // Stripe refunds nothing but stores the failure under the idempotency key.
    under.server.fail(refunding, 'done_then_500', 1);
    await under.gateway.refund(request);
    under.server.account.refunds.shift();
    assert.equal((await under.gateway.refund(request)).outcome, 'unknown');
    under.nowMs += dayMs;
    assert.equal((await under.gateway.refund(request)).outcome, 'refunded');
    assert.equal(refunded(request), anOddAmount);
  });

  test('sends no refund again while earlier refunds cannot be read', async () => {
    const request = await newRefund();
    under.server.fail(refunding, 'done_then_500', 1);
    await under.gateway.refund(request);
    under.server.keys.forgetAll();
    under.nowMs += 3 * dayMs;
    under.server.fail(/^GET \/v1\/refunds/, { status: 503 });
    const before = under.server.timesRequested(refunding);
    assert.equal((await under.gateway.refund(request)).outcome, 'unknown');
    assert.equal((await under.gateway.findRefund(request)).outcome, 'unknown');
    assert.equal(under.server.timesRequested(refunding), before);
  });

  test('finds a refund among many, over several pages', async () => {
    const request = await newRefund(10);
    const mine = await under.gateway.refund(request);
    const { account } = under.server;
    for (let n = 0; n < 250; n += 1) {
      account.createRefund({ payment_intent: request.chargeReference, amount: '10' });
    }
    assert.deepEqual(await under.gateway.findRefund(request), mine);
    assert.deepEqual(await under.gateway.refund(request), mine);
  });

  test('refuses, with the reason, a refund of a payment already refunded or disputed', async () => {
    const all = await newRefund(18_455);
    under.server.account.createRefund({ payment_intent: all.chargeReference });
    const outcome = await under.gateway.refund(all);
    assert.equal(outcome.outcome, 'refused');
    assert.match(outcome.reason, /already been refunded/);
    const disputed = await newRefund();
    under.server.fail(refunding, { status: 400, code: 'charge_disputed' });
    assert.equal((await under.gateway.refund(disputed)).outcome, 'refused');
  });

  test('reports a refund that later fails at the bank as refused', async () => {
    const request = await newRefund();
    const { account } = under.server;
    await under.gateway.refund(request);
    const [made] = account.refunds;
    assert.ok(made);
    made.status = 'failed';
    made.failure_reason = 'expired_or_canceled_card';
    const outcome = await under.gateway.findRefund(request);
    assert.equal(outcome.outcome, 'refused');
    assert.match(outcome.reason, /expired_or_canceled_card/);
    made.status = 'pending';
    assert.equal((await under.gateway.findRefund(request)).outcome, 'refunded');
  });

  test('refuses a payment of another gateway without a request', async () => {
    const other = { ...(await newRefund()), chargeReference: 'test_charge_1' };
    const before = under.server.requests.length;
    assert.equal((await under.gateway.refund(other)).outcome, 'refused');
    assert.equal((await under.gateway.findRefund(other)).outcome, 'absent');
    assert.equal(under.server.requests.length, before);
  });

  test('a refund stays unknown while the key of another account is configured', async () => {
    const request = await newRefund();
    const { intents } = under.server.account;
    const intent = under.server.account.intent(request.chargeReference);
    intents.delete(intent.id);
    assert.equal((await under.gateway.refund(request)).outcome, 'unknown');
    assert.equal((await under.gateway.findRefund(request)).outcome, 'unknown');
    assert.equal(under.log.at(-1)?.level, 'error');
    intents.set(intent.id, intent);
    assert.equal((await under.gateway.refund(request)).outcome, 'refunded');
    assert.equal(refunded(request), anOddAmount);
  });

  test('rejects a key that was used for another refund as a mistake, not an outcome', async () => {
    const request = await newRefund();
    await under.gateway.refund(request);
    const other = { ...request, amountCents: 1 };
    await assert.rejects(under.gateway.refund(other), /used for another refund/);
    assert.equal(refunded(request), anOddAmount);
  });
});
