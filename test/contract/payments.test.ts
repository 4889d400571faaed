// Paying with a saved card or wallet: charged, declined or with an unknown outcome; and what is stored.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { hourMs } from '../../src/domain/time/durations.ts';
import { type Checkout, generations } from '../support/bookings/checkout.ts';
import { openShop, unlimited } from '../support/money/paying-shop.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`payments on ${setup.name}`, () => {
    let t: TestApp;
    before(async () => {
      t = await startTestApp(setup, { limits: unlimited });
    });
    after(() => t.close());

    const save = (
      member: TestMember,
      token: string,
      kind: 'card' | 'wallet' = 'card',
      isDefault = false,
    ): Promise<string> => saveCard(t.app, member, { token, kind, isDefault });
    const numberOf = (id: string): number => Number(id.split('_')[1]);

    for (const urls of generations) {
      describe(urls.name, () => {
        let shop: Checkout;
        before(async () => {
          shop = await openShop(t, urls);
        });

        test('lists saved methods in the shape of the generation', async () => {
          const member = await openShop(t, urls, 'lists');
          const list = () =>
            t.get(`${urls.prefix}/members/payment-methods`, { 'api-key': member.member.key });
          const none = await list();
          assert.equal(none.statusCode, 200, none.body);
          assert.deepEqual(none.json(), []);
          const card = await save(member.member, 'tok_ok');
          const wallet = await save(member.member, 'tok_ok', 'wallet');
          const other = await save(member.member, 'tok_expired', 'card', true);
          await save(shop.member, 'tok_ok');
          assert.match(card, /^bankcard_\d+$/);
          assert.match(wallet, /^wallet_\d+$/);
          const isV4 = urls.name === 'v4';
          assert.deepEqual((await list()).json(), [
            {
              id: card,
              type: 'credit_card',
              ...(isV4 ? { card_id: numberOf(card) } : {}),
              masked_label: 'Test card ending 4242',
              is_default: false,
            },
            {
              id: wallet,
              type: 'wallet',
              ...(isV4 ? { agreement_id: numberOf(wallet) } : {}),
              masked_label: 'Test wallet ending 4242',
              is_default: false,
            },
            {
              id: other,
              type: 'credit_card',
              ...(isV4 ? { card_id: numberOf(other) } : {}),
              masked_label: 'Test card ending 0069',
              is_default: true,
            },
          ]);
        });

        for (const kind of ['card', 'wallet'] as const) {
          test(`charges a saved ${kind} once, however it is named`, async () => {
            const id = await save(shop.member, 'tok_ok', kind);
            const numberField = kind === 'card' ? 'card_id' : 'agreement_id';
            for (const payment of [
              { payment_method: id },
              { payment: { method: kind, [numberField]: numberOf(id) } },
              { payment: { method: kind, [numberField]: String(numberOf(id)) } },
            ]) {
              const booked = await shop.book(payment);
              assert.equal(booked.status, 'Confirmed');
              assert.equal(booked.courier, 'toll');
              assert.ok(booked.connote);
              const payments = await t.app.store.payments.listOfBooking(bookingId(booked.id));
              assert.equal(payments.length, 1);
              const [charge] = payments;
              assert.ok(charge);
              assert.deepEqual(
                [charge.method, charge.status, charge.amountCents / 100, charge.retryAtMs],
                [id, 'charged', booked.cost, undefined],
              );
              assert.notEqual(charge.reference, '');
            }
          });
        }

        for (const [token, code] of [
          ['tok_declined', 'card_declined'],
          ['tok_insufficient_funds', 'insufficient_funds'],
          ['tok_expired', 'expired_card'],
        ] as const) {
          test(`${token} is declined with ${code}, and the booking can be paid with another method`, async () => {
            const method = await save(shop.member, token);
            const quoted = await shop.quote();
            const request = shop.confirmRequest(quoted, 'toll', { payment_method: method });
            const answer = await shop.confirm(quoted.id, request);
            assert.equal(answer.statusCode, 402, answer.body);
            const { error, message, payment_error } = answer.json();
            assert.equal(error, 'payment_declined');
            assert.equal(message, payment_error.user_message);
            assert.equal(payment_error.code, code);
            assert.equal(payment_error.method, method);
            assert.notEqual(payment_error.user_message, '');
            const [logged] = (await t.app.store.payments.listOfMember(shop.member.id)).slice(-1);
            assert.equal(payment_error.log_id, logged?.id);
            assert.equal(logged?.status, 'declined');
            const after = await shop.read(quoted.id);
            assert.equal(after.status, 'new');
            assert.ok(after.quotes?.toll);
            assert.ok(!('cost' in after));
            const good = await save(shop.member, 'tok_ok');
            const again = await shop.confirm(quoted.id, { ...request, payment_method: good });
            assert.equal(again.statusCode, 200, again.body);
          });
        }

        for (const [token, outcome] of [
          ['tok_timeout', 'Confirmed'],
          ['tok_timeout_declined', 'new'],
          ['tok_error', 'new'],
        ] as const) {
          test(`${token}: answers 202 while the outcome is unknown, then ${outcome}`, async () => {
            const method = await save(shop.member, token);
            const quoted = await shop.quote();
            const request = shop.confirmRequest(quoted, 'toll', { payment_method: method });
            const answer = await shop.confirm(quoted.id, request);
            assert.equal(answer.statusCode, 202, answer.body);
            const pending = answer.json();
            assert.equal(pending.status, 'Pending Payment');
            assert.equal(pending.courier, 'toll');
            assert.equal(pending.cost, quoted.quotes.toll?.total);
            assert.equal(pending.connote, null);
            assert.equal(pending.pickup_window.length, 2);
            assert.equal((await shop.confirm(quoted.id, request)).statusCode, 422);
            t.advanceClock(hourMs);
            await recoverConfirmations(t.app);
            const settled = await shop.read(quoted.id);
            assert.equal(settled.status, outcome);
            assert.equal(settled.connote === null, outcome === 'new');
            // A later recovery changes nothing.
            t.advanceClock(hourMs);
            await recoverConfirmations(t.app);
            assert.equal(await recoverConfirmations(t.app), 0);
            assert.equal((await shop.read(quoted.id)).status, outcome);
          });
        }

        test('never charges a saved card that the request does not name', async () => {
          const careful = await openShop(t, urls, 'careful');
          await save(careful.member, 'tok_ok');
          const quoted = await careful.quote();
          for (const payment of [{}, { payment_method: 'credit' }]) {
            const answer = await careful.confirm(
              quoted.id,
              careful.confirmRequest(quoted, 'toll', payment),
            );
            assert.equal(answer.statusCode, 403, answer.body);
            const { access_error } = answer.json();
            assert.equal(access_error.code, 'NO_PAYMENT_METHOD');
            assert.match(access_error.user_message, /payment_method/);
          }
          assert.deepEqual(await t.app.store.payments.listOfMember(careful.member.id), []);
        });

        test("rejects another member's card, an unknown one and an invalid one at the field", async () => {
          const other = await openShop(t, urls, 'other');
          const foreign = await save(other.member, 'tok_ok');
          const quoted = await shop.quote();
          const number = numberOf(foreign);
          for (const payment of [
            { payment_method: foreign },
            { payment_method: 'bankcard_999999' },
            { payment_method: `wallet_${number}` },
            { payment_method: 'cash' },
            { payment: { method: 'card', card_id: number } },
            { payment: { method: 'card' } },
            { payment: { method: 'cheque', card_id: 1 } },
            { payment: 'card' },
            { payment_method: 'credit', payment: { method: 'card', card_id: 1 } },
          ]) {
            const answer = await shop.confirm(
              quoted.id,
              shop.confirmRequest(quoted, 'toll', payment),
            );
            assert.equal(answer.statusCode, 400, `${JSON.stringify(payment)} ${answer.body}`);
            const { error, errors } = answer.json();
            assert.equal(error, 'validation_error');
            assert.ok('payment_method' in errors || 'payment' in errors, answer.body);
          }
          assert.equal((await shop.read(quoted.id)).status, 'new');
        });

        test('names an unsaved method at its field and points to the list of saved methods', async () => {
          const quoted = await shop.quote();
          for (const [payment, place, says] of [
            [{ payment_method: 'bankcard_999999' }, ['payment_method'], 'bankcard_999999'],
            [{ payment: { method: 'card', card_id: 999_999 } }, ['payment', 'card_id'], '999999'],
            [
              { payment: { method: 'wallet', agreement_id: 999_999 } },
              ['payment', 'agreement_id'],
              '999999',
            ],
          ] as const) {
            const answer = await shop.confirm(
              quoted.id,
              shop.confirmRequest(quoted, 'toll', payment),
            );
            assert.equal(answer.statusCode, 400, answer.body);
            const { message, errors } = answer.json();
            const found = place.reduce((level, name) => level[name], errors);
            assert.deepEqual(found, [message]);
            assert.ok(message.startsWith(`${place.join('.')} ${says} `), message);
            assert.match(message, /members\/payment-methods/);
          }
        });

        test('reports a payment that is not an object once, under its own name', async () => {
          const quoted = await shop.quote();
          const answer = await shop.confirm(
            quoted.id,
            shop.confirmRequest(quoted, 'toll', { payment: 'card' }),
          );
          assert.deepEqual(answer.json().errors, {
            payment: ['payment must be a JSON object; it is "card".'],
          });
        });
      });
    }
  });
}
