// Stripe's webhooks: only signed events are accepted, and a late outcome is found through one.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { stripeNotices } from '../../src/adapters/payments/stripe/stripe-notices.ts';
import type { ChargeRequest } from '../../src/application/ports.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { signatureOf, signedEvent, webhookSecret } from '../support/money/stripe/signed-event.ts';
import { StripeUnderTest } from '../support/money/stripe/stripe-gateway.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const path = '/webhooks/stripe';
const ownIntent = {
  id: 'pi_1Fake',
  object: 'payment_intent',
  metadata: { linehaul_key: 'charge-7' },
};

for (const setup of setups) {
  describe(`Stripe webhooks on ${setup.name}`, () => {
    let t: TestApp;
    let recovered: string[] = [];
    let recovery: (key: string) => Promise<void> = async () => {};
    before(async () => {
      t = await startTestApp(setup, {
        parts: {
          paymentNotices: stripeNotices(webhookSecret),
          recoverPayment: async (key) => {
            recovered.push(key);
            await recovery(key);
          },
        },
      });
    });
    after(() => t.close());

    const send = (body: string, headers: Record<string, string>) => {
      recovered = [];
      return t.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
        payload: body,
      });
    };
    const event = (type = 'payment_intent.succeeded', object: object = ownIntent) =>
      signedEvent(type, object, { nowMs: t.app.clock.nowMs() });

    test('a signed event settles its payment once, even if it arrives repeatedly', async () => {
      const { body, signature } = event();
      for (const _time of ['first', 'again']) {
        const answer = await send(body, { 'stripe-signature': signature });
        assert.equal(answer.statusCode, 200);
        assert.deepEqual(answer.json(), { received: true });
        assert.deepEqual(recovered, ['charge-7']);
      }
    });

    test('verifies the signature over the bytes for every content type', async () => {
      const { body, signature } = event();
      for (const type of ['application/json', 'text/plain', 'application/octet-stream']) {
        const headers = { 'content-type': type, 'stripe-signature': signature };
        assert.equal((await send(body, headers)).statusCode, 200);
        assert.deepEqual(recovered, ['charge-7']);
      }
    });

    test('accepts an event about another subject and does nothing', async () => {
      const { body, signature } = event('customer.created', { id: 'cus_1' });
      assert.equal((await send(body, { 'stripe-signature': signature })).statusCode, 200);
      assert.deepEqual(recovered, []);
    });

    test('rejects a forged, altered, unsigned or old event and does nothing', async () => {
      const { body, signature } = event();
      const nowMs = t.app.clock.nowMs();
      const wrong: [string, Record<string, string>][] = [
        [body, {}],
        [body.replace('charge-7', 'charge-8'), { 'stripe-signature': signature }],
        [body, { 'stripe-signature': signatureOf(body, nowMs, 'whsec_SomebodyElseSomebody') }],
        [body, { 'stripe-signature': signatureOf(body, nowMs - 301_000) }],
        ['', { 'stripe-signature': signature }],
      ];
      for (const [sent, headers] of wrong) {
        const answer = await send(sent, headers);
        assert.equal(answer.statusCode, 400, answer.body);
        assert.equal(answer.json().error, 'notice_refused');
        assert.doesNotMatch(answer.body, /whsec|charge-/);
        assert.deepEqual(recovered, []);
      }
    });

    test('answers 500 or 503 when recovery fails, so that Stripe sends the event again', async () => {
      recovery = async () => {
        throw new Error('the database is away');
      };
      const { body, signature } = event();
      const answer = await send(body, { 'stripe-signature': signature });
      assert.equal(answer.statusCode, 500);
      assert.doesNotMatch(answer.body, /database/);
      recovery = async () => {
        throw new Refusal({ code: 'payment_gateway_unavailable', reason: 'It does not say.' });
      };
      const failed = await send(body, { 'stripe-signature': signature });
      assert.deepEqual(
        [failed.statusCode, failed.json().error],
        [503, 'payment_gateway_unavailable'],
      );
      recovery = async () => {};
      assert.equal((await send(body, { 'stripe-signature': signature })).statusCode, 200);
    });

    test('rejects an oversized event and other methods like any other route', async () => {
      const huge = await send(`"${'x'.repeat(256 * 1024)}"`, { 'stripe-signature': 't=1,v1=0' });
      assert.equal(huge.statusCode, 413);
      const got = await t.get(path);
      assert.equal(got.statusCode, 405);
      assert.equal(got.headers.allow, 'POST');
    });
  });
}

test('the webhook path does not exist without a webhook secret', async () => {
  const [setup] = setups;
  assert.ok(setup);
  const t = await startTestApp(setup);
  const { body, signature } = signedEvent('payment_intent.succeeded', ownIntent, { nowMs: 0 });
  const answer = await t.inject({
    method: 'POST',
    url: path,
    headers: { 'stripe-signature': signature },
    payload: body,
  });
  assert.equal(answer.statusCode, 404);
  await t.close();
});

test('a wallet payment that settles late is settled exactly when Stripe reports it', async () => {
  const [setup] = setups;
  assert.ok(setup);
  const stripe = await StripeUnderTest.start();
  const { account } = stripe.server;
  const outcomes: string[] = [];
  let waiting: ChargeRequest | undefined;
  const t = await startTestApp(setup, {
    parts: {
      gateway: stripe.gateway,
      paymentNotices: stripeNotices(webhookSecret),
      recoverPayment: async (key) => {
        assert.equal(key, waiting?.key);
        if (waiting === undefined) return;
        outcomes.push((await t.app.gateway.findCharge(waiting)).outcome);
      },
    },
  });
  const payTo = account.addMethod('payto', { does: 'process' }, { last4: '6789' });
  waiting = await stripe.chargeTo('wallet', account.addSetup(payTo, {}, 'mandate_1Fake'));
  assert.equal((await t.app.gateway.charge(waiting)).outcome, 'unknown');
  const [intent] = account.intents.values();
  assert.ok(intent);
  const send = (type: string) => {
    const { body, signature } = signedEvent(type, intent, { nowMs: t.app.clock.nowMs() });
    return t.inject({
      method: 'POST',
      url: path,
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      payload: body,
    });
  };
  // A webhook that arrives before the outcome changes nothing, because Stripe itself is asked.
  await send('payment_intent.succeeded');
  account.settleLater(intent.id, 'succeeded');
  await send('payment_intent.succeeded');
  await send('payment_intent.succeeded');
  assert.deepEqual(outcomes, ['unknown', 'charged', 'charged']);
  assert.equal(stripe.timesCharged(waiting), 1);
  await t.close();
  await stripe.close();
});
