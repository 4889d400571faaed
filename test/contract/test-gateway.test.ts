// The built-in test gateway moves no money, so it must never pay for a consignment that a connected carrier bills.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import { hourMs } from '../../src/domain/time/durations.ts';
import { type Checkout, generations } from '../support/bookings/checkout.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { liveCarrier, ScriptedBooking } from '../support/carriers/scripted-booking.ts';
import { answers, scripted } from '../support/carriers/scripted-carriers.ts';
import { openShop, unlimited } from '../support/money/paying-shop.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const connected = 'live_one';
const pricesOnly = 'live_prices';

for (const setup of setups) {
  describe(`the test gateway and connected carriers on ${setup.name}`, () => {
    const carrierBooking = new ScriptedBooking();
    const carrier = liveCarrier(connected, carrierBooking);
    const live = [carrier, scripted(pricesOnly, answers(2_000))];
    let t: TestApp;
    before(async () => {
      t = await startTestApp(setup, { live, limits: unlimited });
    });
    after(() => t.close());
    beforeEach(() => {
      carrierBooking.requests.length = 0;
      carrier.isSimulated = false;
    });

    for (const urls of generations) {
      describe(urls.name, () => {
        let shop: Checkout;
        let card: string;
        before(async () => {
          shop = await openShop(t, urls, 'tester');
          card = await saveCard(t.app, shop.member);
        });

        const assertNoPayment = async (id: number): Promise<void> => {
          assert.equal((await shop.read(id)).status, 'new');
          assert.deepEqual(await t.app.store.payments.listOfBooking(id as never), []);
          assert.deepEqual(carrierBooking.requests, []);
        };

        for (const courier of [connected, pricesOnly])
          test(`refuses to confirm with a test card for ${courier} before anything is charged`, async () => {
            const quoted = await shop.quote();
            const request = shop.confirmRequest(quoted, courier, { payment_method: card });
            const answer = await shop.confirm(quoted.id, request);
            assert.equal(answer.statusCode, 422, answer.body);
            const { error, message } = answer.json();
            assert.equal(error, 'test_gateway_cannot_pay');
            assert.match(message, new RegExp(`${card}.*moves no money.*${courier}`));
            assert.match(message, /Nothing was charged or booked.*credit account.*PAYMENTS=stripe/);
            await assertNoPayment(quoted.id);
          });

        test('refuses to create and pay with a test card in one call, and stores no booking', async () => {
          const quoted = await shop.quote();
          const pickup_date = quoted.quotes[connected]?.pickup_dates[0];
          const paid = { payment_method: card, courier: connected, pickup_date };
          const answer = await shop.create({ ...sydneyToMelbourne(), ...paid });
          assert.equal(answer.statusCode, 422, answer.body);
          assert.equal(answer.json().error, 'test_gateway_cannot_pay');
          assert.equal(answer.json().booking_id, undefined);
          await assertNoPayment(quoted.id);
        });

        test('books a connected carrier on a credit account', async () => {
          await shop.giveCredit(1_000);
          const booked = await shop.book({ payment_method: 'credit' }, connected);
          assert.equal(booked.status, 'Confirmed');
        });

        test('books a simulated carrier with a test card', async () => {
          carrier.isSimulated = true;
          const booked = await shop.book({ payment_method: card }, connected);
          assert.equal(booked.status, 'Confirmed');
        });

        test('books a carrier that has only a rate card with a test card', async () => {
          assert.equal((await shop.book({ payment_method: card })).status, 'Confirmed');
        });

        test('recovery refunds a test charge when the carrier has been connected since', async () => {
          carrier.isSimulated = true;
          const slow = await saveCard(t.app, shop.member, { token: 'tok_timeout' });
          const quoted = await shop.quote();
          const request = shop.confirmRequest(quoted, connected, { payment_method: slow });
          const answer = await shop.confirm(quoted.id, request);
          assert.equal(answer.statusCode, 202, answer.body);
          carrier.isSimulated = false;
          t.advanceClock(hourMs);
          await recoverConfirmations(t.app);
          assert.equal((await shop.read(quoted.id)).status, 'new');
          assert.deepEqual(
            carrierBooking.requests.map(({ question }) => question),
            ['find'],
          );
          const payments = await t.app.store.payments.listOfBooking(quoted.id as never);
          assert.deepEqual(
            payments.map(({ kind, status }) => [kind, status]),
            [
              ['charge', 'charged'],
              ['refund', 'refunded'],
            ],
          );
        });
      });
    }
  });
}
