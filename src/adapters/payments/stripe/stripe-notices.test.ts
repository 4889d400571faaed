// Which of Stripe's notices are accepted, and what is read from them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  signatureOf,
  signedEvent,
  webhookSecret,
} from '../../../../test/support/money/stripe/signed-event.ts';
import { stripeNotices } from './stripe-notices.ts';

const nowMs = 1_794_700_000_000;
const notices = stripeNotices(webhookSecret);
const ours = { id: 'pi_1Fake', object: 'payment_intent', metadata: { linehaul_key: 'charge-7' } };

const read = (body: string, signature: string | undefined, atMs = nowMs) =>
  notices.read({ body: Buffer.from(body), signature, nowMs: atMs });

test('a signed notice about our payment names its key', async () => {
  for (const type of [
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.refund.updated',
  ]) {
    const { body, signature } = signedEvent(type, ours, { nowMs });
    assert.deepEqual(await read(body, signature), { kind: 'settled', key: 'charge-7' });
  }
});

test('ignores signed notices about other events', async () => {
  const events: [string, object][] = [
    ['payment_intent.created', ours],
    ['customer.created', { id: 'cus_1', object: 'customer', metadata: {} }],
    ['payment_intent.succeeded', { ...ours, metadata: {} }],
    ['payment_intent.succeeded', { ...ours, metadata: null }],
    ['payment_intent.succeeded', { ...ours, metadata: { linehaul_key: '' } }],
    ['payment_intent.succeeded', { id: 'pi_1' }],
  ];
  for (const [type, object] of events) {
    const { body, signature } = signedEvent(type, object, { nowMs });
    assert.deepEqual(await read(body, signature), { kind: 'irrelevant' });
  }
  for (const body of ['null', '[]', '"text"', '{}', 'not JSON', '{"object":"v2.core.event"}']) {
    assert.deepEqual(await read(body, signatureOf(body, nowMs)), { kind: 'irrelevant' });
  }
});

test('accepts a signature for five minutes', async () => {
  const { body, signature } = signedEvent('payment_intent.succeeded', ours, { nowMs });
  assert.equal((await read(body, signature, nowMs + 299_000)).kind, 'settled');
  assert.equal((await read(body, signature, nowMs + 301_000)).kind, 'forged');
});

test('accepts either signature while the secret is being replaced', async () => {
  const { body, signature } = signedEvent('payment_intent.succeeded', ours, { nowMs });
  const other = signatureOf(body, nowMs, 'whsec_AnotherAnotherAnother');
  const both = `${other},${signature.split(',')[1]}`;
  assert.equal((await read(body, both)).kind, 'settled');
});

test('rejects notices without a valid Stripe signature', async () => {
  const { body, signature } = signedEvent('payment_intent.succeeded', ours, { nowMs });
  const [time = '', digest = ''] = signature.split(',');
  const wrong: (string | undefined)[] = [
    undefined,
    '',
    'nonsense',
    time,
    digest,
    `${time},v1=`,
    `${time},v0=${digest.slice(3)}`,
    `t=${nowMs / 1000 + 1},${digest}`,
    `t=never,${digest}`,
    signatureOf(body, nowMs, 'whsec_SomebodyElseSomebody'),
    signatureOf(body, nowMs, ' '),
  ];
  for (const one of wrong) assert.equal((await read(body, one)).kind, 'forged', String(one));
  assert.equal((await read('', signature)).kind, 'forged');
  assert.equal((await read(`${body} `, signature)).kind, 'forged');
  assert.equal((await read(body.replace('charge-7', 'charge-8'), signature)).kind, 'forged');
});

test('rejects invalid notices of any content without failing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), fc.string(), async (bytes, signature) => {
      const body = Buffer.from(bytes);
      assert.equal((await notices.read({ body, signature, nowMs })).kind, 'forged');
    }),
    { numRuns: 300 },
  );
});
