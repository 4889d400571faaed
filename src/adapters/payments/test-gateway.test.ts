// What is particular to the built-in gateway: its tokens, and records that are independent of our transactions.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aCharge, janesEmail } from '../../../test/support/money/charges.ts';
import { refusedAs } from '../../../test/support/refused-as.ts';
import { openTestStore, setups } from '../../../test/support/setups.ts';
import { silentLog } from '../../../test/support/test-logs.ts';
import { systemSecrets } from '../system.ts';
import { noGateway } from './no-gateway.ts';
import { testGateway, testTokens } from './test-gateway.ts';

const clock = { nowMs: () => 1_794_700_000_000 };

test('offers exactly the documented tokens', () => {
  assert.deepEqual(Object.keys(testTokens), [
    'tok_ok',
    'tok_declined',
    'tok_insufficient_funds',
    'tok_expired',
    'tok_timeout',
    'tok_timeout_declined',
    'tok_error',
  ]);
});

for (const setup of setups) {
  describe(`the test gateway on ${setup.engine}`, () => {
    test("keeps a charge when the caller's transaction fails", async () => {
      const place = await setup.makePlace();
      const store = await openTestStore(place, silentLog);
      const payments = testGateway({ books: store.testGateway, clock, secrets: systemSecrets });
      const method = { kind: 'card' as const, token: 'tok_ok', customer: undefined };
      const request = { ...aCharge, key: 'inside', method };
      const attempt = store.transaction(async () => {
        await payments.charge(request);
        throw new Error('the caller changed its mind');
      });
      try {
        if (setup.engine === 'sqlite') {
          // The transaction holds SQLite's only writer, so the gateway's own transaction is refused at once.
          await assert.rejects(attempt, /transaction was begun inside another/);
        } else {
          await assert.rejects(attempt, /changed its mind/);
          assert.equal((await payments.findCharge(request)).outcome, 'charged');
        }
      } finally {
        await store.close();
        await place.remove();
      }
    });
  });
}

test('without a gateway, nothing is saved or charged and earlier charges stay unknown', async () => {
  const method = { kind: 'card' as const, token: 'tok_ok', customer: undefined };
  const request = { ...aCharge, key: 'none', method };
  const outcome = await noGateway.charge(request);
  assert.equal(outcome.outcome, 'declined');
  assert.equal(outcome.code, 'no_payment_gateway');
  assert.match(outcome.userMessage, /not accepted here/);
  assert.equal((await noGateway.findCharge(request)).outcome, 'unknown');
  const refund = {
    key: 'r',
    chargeReference: 'pi_1',
    amountCents: 1,
    bookingId: aCharge.bookingId,
  };
  assert.equal((await noGateway.refund(refund)).outcome, 'unknown');
  assert.equal((await noGateway.findRefund(refund)).outcome, 'unknown');
  await assert.rejects(
    noGateway.saveMethod({
      kind: 'card',
      token: 'tok_ok',
      memberId: aCharge.memberId,
      email: janesEmail,
    }),
    refusedAs('payment_gateway_unavailable', /No payment gateway is configured/),
  );
});
