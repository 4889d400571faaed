// Charging through Stripe with every fault on the way, against a simulated Stripe that counts the actual charges.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { gate } from '../../../../test/support/carriers/scripted-carriers.ts';
import { StripeUnderTest } from '../../../../test/support/money/stripe/stripe-gateway.ts';
import type { Fault } from '../../../../test/support/money/stripe/stripe-server.ts';
import { secretKey } from '../../../../test/support/money/stripe/stripe-server.ts';
import { until } from '../../../../test/support/until.ts';

const making = /^POST \/v1\/payment_intents$/;
const confirming = /^POST .*\/confirm$/;
const cancelling = /^POST .*\/cancel$/;
const absent = { outcome: 'absent' };

describe('charging through Stripe', () => {
  let under: StripeUnderTest;
  before(async () => {
    // Without the SDK's own retries, each fault reaches the gateway.
    under = await StripeUnderTest.start({ repeats: 0 });
  });
  after(() => under.close());
  afterEach(() => under.server.calm());

  test('prepares a payment, then confirms it off-session with our key', async () => {
    const request = await under.newCharge();
    under.server.requests.length = 0;
    const outcome = await under.gateway.charge(request);
    const [made, confirmed, ...more] = under.server.requests;
    assert.ok(made && confirmed);
    assert.deepEqual(more, []);
    assert.deepEqual(made.form, {
      amount: '18455',
      currency: 'aud',
      customer: request.method.customer,
      payment_method: request.method.token,
      allowed_payment_method_types: { 0: 'card' },
      description: 'Booking 623634',
      metadata: {
        linehaul_key: request.key,
        linehaul_booking: '623634',
        linehaul_member: '17',
      },
    });
    assert.match(confirmed.path, /^\/v1\/payment_intents\/pi_\w+\/confirm$/);
    assert.deepEqual(confirmed.form, {
      off_session: 'true',
      payment_method: request.method.token,
    });
    assert.match(made.idempotencyKey ?? '', /^linehaul-[\w-]{24}$/);
    assert.equal(confirmed.idempotencyKey, `${made.idempotencyKey}-confirm`);
    assert.equal(outcome.outcome, 'charged');
    assert.equal(confirmed.path.split('/')[3], outcome.reference);
  });

  for (const [code, declineCode, ours] of [
    ['card_declined', 'insufficient_funds', 'insufficient_funds'],
    ['expired_card', undefined, 'expired_card'],
    ['authentication_required', 'authentication_required', 'authentication_required'],
    ['card_declined', 'try_again_later', 'processing_error'],
    ['processing_error', undefined, 'processing_error'],
    ['card_declined', 'revocation_of_all_authorizations', 'method_unusable'],
    ['card_declined', 'stolen_card', 'card_declined'],
    ['card_declined', 'fraudulent', 'card_declined'],
    ['a_code_of_next_year', 'and_its_reason', 'card_declined'],
  ] as const) {
    test(`reports ${code} (${declineCode ?? 'no reason'}) as ${ours} to the payer`, async () => {
      const request = await under.newCharge({
        does: 'decline',
        code,
        ...(declineCode === undefined ? {} : { declineCode }),
      });
      const outcome = await under.gateway.charge(request);
      assert.equal(outcome.outcome, 'declined');
      assert.equal(outcome.code, ours);
      assert.doesNotMatch(outcome.userMessage, /stolen|fraud/i);
      assert.equal(under.timesCharged(request), 0);
    });
  }

  test('declines an amount that Stripe rejects and a card that was removed', async () => {
    const tiny = { ...(await under.newCharge()), amountCents: 49 };
    const outcome = await under.gateway.charge(tiny);
    assert.equal(outcome.outcome === 'declined' && outcome.code, 'amount_not_accepted');
    const gone = await under.newCharge();
    under.server.account.methods.delete(gone.method.token);
    const refused = await under.gateway.charge(gone);
    assert.equal(refused.outcome === 'declined' && refused.code, 'method_unusable');
    const late = await under.newCharge();
    under.server.fail(confirming, { status: 404, code: 'resource_missing' });
    // The error does not name the missing object. It may be the payment itself, so the outcome is unknown.
    assert.equal((await under.gateway.charge(late)).outcome, 'unknown');
  });

  const beforeCharging: [string, Fault][] = [
    ['too many requests', { status: 429, code: 'rate_limit' }],
    ['a locked payment', { status: 429, code: 'lock_timeout' }],
    ['a key in use', { status: 409, code: 'idempotency_key_in_use', type: 'idempotency_error' }],
    ['a Stripe error', { status: 500 }],
    ['a gateway error in between', { status: 502 }],
    ['a rejected key', { status: 401 }],
    ['a key without permission', { status: 403 }],
    ['a rejected parameter', { status: 400, code: 'parameter_unknown' }],
    ['silence', 'silent'],
    ['a broken connection', 'reset'],
  ];
  for (const [what, fault] of beforeCharging) {
    for (const [step, which] of [
      ['preparing', making],
      ['confirming', confirming],
    ] as const) {
      test(`${what} while ${step}: unknown, then absent for certain, then charged once on retry`, async () => {
        const request = await under.newCharge();
        under.server.fail(which, fault);
        const outcome = await (await under.asking(fault)).charge(request);
        assert.equal(outcome.outcome, 'unknown');
        under.server.calm();
        assert.deepEqual(await under.gateway.findCharge(request), absent);
        assert.deepEqual(await under.gateway.findCharge(request), absent);
        assert.equal(under.timesCharged(request), 0);
        assert.equal((await under.gateway.charge(request)).outcome, 'charged');
        assert.equal(under.timesCharged(request), 1);
      });
    }
  }

  const afterCharging: [string, Fault][] = [
    ['silence', 'done_then_silent'],
    ['a broken connection', 'done_then_reset'],
    ['a truncated answer', 'done_then_truncated'],
    ['a Stripe error', 'done_then_500'],
  ];
  for (const [what, fault] of afterCharging) {
    test(`${what} after charging: unknown, then found by this process and the next`, async () => {
      const request = await under.newCharge();
      under.server.fail(confirming, fault);
      assert.equal((await (await under.asking(fault)).charge(request)).outcome, 'unknown');
      under.server.calm();
      const found = await under.gateway.findCharge(request);
      assert.equal(found.outcome, 'charged');
      under.server.keys.forgetAll();
      const next = await under.restart();
      assert.deepEqual(await next.findCharge(request), found);
      assert.deepEqual(await next.charge(request), found);
      assert.equal(under.timesCharged(request), 1);
    });

    test(`${what} after preparing: charges nothing, then charges once on retry`, async () => {
      const request = await under.newCharge();
      under.server.fail(making, fault);
      assert.equal((await (await under.asking(fault)).charge(request)).outcome, 'unknown');
      under.server.calm();
      // Stripe forgets the key and creates a second payment. The first is never confirmed.
      under.server.keys.forgetAll();
      assert.equal((await under.gateway.charge(request)).outcome, 'charged');
      assert.equal(under.timesCharged(request), 1);
    });
  }

  test('keeps a charge unknown while Stripe is unavailable', async () => {
    const request = await under.newCharge();
    under.server.fail(confirming, 'done_then_500');
    await under.gateway.charge(request);
    under.server.fail(/^GET /, { status: 503 });
    assert.equal((await under.gateway.findCharge(request)).outcome, 'unknown');
    assert.equal((await under.gateway.charge(request)).outcome, 'unknown');
    under.server.calm();
    assert.equal((await under.gateway.findCharge(request)).outcome, 'charged');
  });

  test('does not report a payment as absent when this account does not have it', async () => {
    const request = await under.newCharge();
    const charged = await under.gateway.charge(request);
    assert.equal(charged.outcome, 'charged');
    const intent = under.server.account.intent(charged.reference);
    under.server.account.intents.delete(intent.id);
    assert.equal((await under.gateway.findCharge(request)).outcome, 'unknown');
    assert.equal((await under.gateway.charge(request)).outcome, 'unknown');
    under.server.account.intents.set(intent.id, intent);
    assert.equal((await under.gateway.findCharge(request)).outcome, 'charged');
  });

  test('a confirmation that arrives after the charge was given up takes no money', async () => {
    const request = await under.newCharge();
    const road = gate();
    under.server.fail(confirming, { after: road.opened });
    const slow = under.gateway.charge(request);
    await until(
      'it is confirmed',
      () => under.server.requests.at(-1)?.path.endsWith('/confirm') === true,
    );
    assert.deepEqual(await under.gateway.findCharge(request), absent);
    road.open();
    assert.equal((await slow).outcome, 'unknown');
    assert.equal(under.timesCharged(request), 0);
    under.server.calm();
    assert.equal((await under.gateway.charge(request)).outcome, 'charged');
    assert.equal(under.timesCharged(request), 1);
  });

  test('does not confirm a charge that was given up while it was prepared', async () => {
    const request = await under.newCharge();
    const road = gate();
    under.server.fail(making, { after: road.opened }, 1);
    const slow = under.gateway.charge(request);
    await until(
      'it is prepared',
      () => under.server.requests.at(-1)?.path === '/v1/payment_intents',
    );
    assert.deepEqual(await under.gateway.findCharge(request), absent);
    const before = under.server.timesRequested(confirming);
    road.open();
    assert.equal((await slow).outcome, 'unknown');
    assert.equal(under.server.timesRequested(confirming), before);
    assert.equal(under.timesCharged(request), 0);
  });

  test('does not start a charge after its deadline', async () => {
    const request = await under.newCharge();
    assert.deepEqual(await under.gateway.findCharge(request), absent);
    under.server.requests.length = 0;
    const late = { ...request, chargeBeforeMs: under.nowMs - 1 };
    assert.equal((await under.gateway.charge(late)).outcome, 'unknown');
    assert.deepEqual(under.server.requests, []);
    assert.deepEqual(await under.gateway.findCharge(request), absent);
    // A request before its deadline is charged.
    const again = { ...request, chargeBeforeMs: under.nowMs };
    assert.equal((await under.gateway.charge(again)).outcome, 'charged');
    assert.equal(under.timesCharged(request), 1);
  });

  test('a late charge takes no money once it was given up and charged again', async () => {
    const request = await under.newCharge();
    const road = gate();
    under.server.fail(making, { after: road.opened }, 1);
    const slow = under.gateway.charge(request);
    await until(
      'it is prepared',
      () => under.server.requests.at(-1)?.path === '/v1/payment_intents',
    );
    assert.deepEqual(await under.gateway.findCharge(request), absent);
    assert.equal((await under.gateway.charge(request)).outcome, 'charged');
    road.open();
    assert.equal((await slow).outcome, 'unknown');
    assert.equal(under.timesCharged(request), 1);
  });

  test('finds a cancelled charge absent even when the cancellation was not recorded', async () => {
    const request = await under.newCharge();
    under.server.fail(confirming, 'reset');
    await under.gateway.charge(request);
    under.server.fail(cancelling, 'done_then_500');
    assert.equal((await under.gateway.findCharge(request)).outcome, 'unknown');
    assert.equal((await under.gateway.charge(request)).outcome, 'unknown');
    under.server.calm();
    assert.deepEqual(await under.gateway.findCharge(request), absent);
    assert.equal((await under.gateway.charge(request)).outcome, 'charged');
    assert.equal(under.timesCharged(request), 1);
  });

  test("declines and cancels a payment that needs its owner's authentication", async () => {
    const request = await under.newCharge();
    under.server.account.change(request.method.token, { does: 'ask_owner' });
    const outcome = await under.gateway.charge(request);
    assert.equal(outcome.outcome === 'declined' && outcome.code, 'authentication_required');
    assert.equal([...under.server.account.intents.values()].at(-1)?.status, 'canceled');
    assert.equal(under.timesCharged(request), 0);
  });

  test('a wallet that settles later is unknown until it settles', async () => {
    for (const [later, expected] of [
      ['succeeded', 'charged'],
      ['failed', 'declined'],
    ] as const) {
      const account = under.server.account;
      const payTo = account.addMethod('payto', { does: 'process' }, { last4: '6789' });
      const setup = account.addSetup(payTo, {}, 'mandate_1Fake');
      const request = await under.chargeTo('wallet', setup);
      assert.equal((await under.gateway.charge(request)).outcome, 'unknown');
      assert.equal(
        under.server.requests
          .find(({ form }) => form.mandate === 'mandate_1Fake')
          ?.path.endsWith('/confirm'),
        true,
      );
      assert.equal((await under.gateway.findCharge(request)).outcome, 'unknown');
      assert.equal((await under.gateway.charge(request)).outcome, 'unknown');
      const intent = [...account.intents.values()].at(-1);
      assert.equal(intent?.metadata.linehaul_key, request.key);
      account.settleLater(intent.id, later);
      assert.equal((await under.gateway.findCharge(request)).outcome, expected);
      assert.equal((await under.gateway.charge(request)).outcome, expected);
    }
  });

  test('declines a wallet of a kind that the account has not enabled', async () => {
    const account = under.server.account;
    const wallet = account.addSetup(account.addMethod('revolut_pay', { does: 'accept' }));
    const outcome = await under.gateway.charge(await under.chargeTo('wallet', wallet));
    assert.equal(outcome.outcome === 'declined' && outcome.code, 'method_unusable');
  });

  test("logs Stripe's request id without secrets", async () => {
    under.log.length = 0;
    const request = await under.newCharge();
    under.server.fail(confirming, { status: 500 }, 1);
    await under.gateway.charge(request);
    under.server.fail(confirming, { status: 401 }, 1);
    await under.gateway.charge(await under.newCharge());
    const [fault, wrongKey] = under.log;
    assert.equal(fault?.level, 'warn');
    assert.equal(wrongKey?.level, 'error');
    const logged = JSON.stringify(under.log);
    assert.match(logged, /"requestId":"req_Fake\d+"/);
    assert.match(logged, /"bookingId":623634/);
    for (const secret of [secretKey, request.method.token, '_secret_', 'linehaul-', request.key]) {
      assert.ok(!logged.includes(secret), secret);
    }
  });
});

describe('charging through Stripe with the usual retries', () => {
  let under: StripeUnderTest;
  before(async () => {
    under = await StripeUnderTest.start();
  });
  after(() => under.close());
  afterEach(() => under.server.calm());

  for (const fault of ['reset', 'done_then_reset', { status: 503 }, { status: 409 }] as const) {
    test(`charges once through one ${typeof fault === 'string' ? fault : fault.status}`, async () => {
      const request = await under.newCharge();
      under.server.fail(making, fault, 1);
      under.server.fail(confirming, fault, 1);
      assert.equal((await under.gateway.charge(request)).outcome, 'charged');
      assert.equal(under.timesCharged(request), 1);
    });
  }
});

test('answers unknown within the time limit when Stripe is slow', async () => {
  const under = await StripeUnderTest.start({ questionMs: 3000 });
  const request = await under.newCharge();
  const road = gate();
  under.server.fail(confirming, { after: road.opened });
  const outcome = await under.gateway.charge(request);
  assert.equal(outcome.outcome, 'unknown');
  assert.match(outcome.reason, /longer than 3000 ms/);
  road.open();
  await until('it is charged late', () => under.timesCharged(request) === 1);
  under.server.calm();
  assert.equal((await under.gateway.findCharge(request)).outcome, 'charged');
  await under.close();
});
