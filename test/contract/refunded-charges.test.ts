// A member whose card was charged for a booking that failed reads the amount, the payment method and how it is
// refunded; a member who was not charged reads that.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import { hourMs } from '../../src/domain/time/durations.ts';
import { type Checkout, generations } from '../support/bookings/checkout.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { liveCarrier, ScriptedBooking } from '../support/carriers/scripted-booking.ts';
import { openShop, unlimited } from '../support/money/paying-shop.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { type Act, ScriptedGateway } from '../support/money/scripted-gateway.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const carrier = 'live_one';
const ends: [Act, RegExp][] = [
  ['works', / and has been refunded\./],
  ['lost_request', / and is being refunded;/],
  ['declines', / and could not be refunded there; the operator of this service owes you/],
];

for (const setup of setups) {
  describe(`refunds of rejected bookings on ${setup.name}`, () => {
    const gateway = new ScriptedGateway();
    const carrierBooking = new ScriptedBooking();
    let t: TestApp;
    let shop: Checkout;
    let card: string;
    before(async () => {
      t = await startTestApp(setup, {
        gateway,
        live: [liveCarrier(carrier, carrierBooking)],
        limits: unlimited,
      });
    });
    after(() => t.close());
    beforeEach(() => {
      gateway.script.refund = [];
      carrierBooking.script.book = [];
    });

    for (const urls of generations) {
      describe(urls.name, () => {
        before(async () => {
          shop = await openShop(t, urls, 'vain');
          card = await saveCard(t.app, shop.member);
        });

        for (const [act, end] of ends)
          test(`says that the carrier rejected a card booking when its refund ${act}`, async () => {
            const quoted = await shop.quote();
            const { total } = quoted.quotes[carrier] ?? {};
            carrierBooking.script.book.push('rejects');
            gateway.script.refund = [act];
            const options = shop.confirmRequest(quoted, carrier, { payment_method: card });
            const answer = await shop.confirm(quoted.id, options);
            assert.equal(answer.statusCode, 422, answer.body);
            const { error, message } = answer.json();
            assert.equal(error, 'carrier_rejected');
            const charged = `$${total?.toFixed(2)} was charged to ${card}`;
            assert.ok(message.includes(`no driver that day. ${charged}`), message);
            assert.match(message, end);
            assert.doesNotMatch(message, /Nothing was charged/);
            assert.equal((await shop.read(quoted.id)).status, 'new');
          });

        test('reports the refund and the kept booking when created and paid in one call', async () => {
          const quoted = await shop.quote();
          const pickup_date = quoted.quotes[carrier]?.pickup_dates[0];
          carrierBooking.script.book.push('rejects');
          const paid = { payment_method: card, courier: carrier, pickup_date };
          const answer = await shop.create({ ...sydneyToMelbourne(), ...paid });
          assert.equal(answer.statusCode, 422, answer.body);
          const { message, booking_id } = answer.json();
          assert.match(message, / was charged to bankcard_\d+ and has been refunded\. /);
          assert.match(message, new RegExp(`Booking ${booking_id} was kept unpaid`));
        });

        test('says that nothing was charged when a credit booking is rejected', async () => {
          await shop.giveCredit(1_000);
          const quoted = await shop.quote();
          carrierBooking.script.book.push('rejects');
          const options = shop.confirmRequest(quoted, carrier, { payment_method: 'credit' });
          const answer = await shop.confirm(quoted.id, options);
          assert.equal(answer.statusCode, 422, answer.body);
          assert.match(answer.json().message, /Nothing was charged; choose another carrier\.$/);
        });

        test('refunds a charge that succeeds after it was given up, and says so', async (t1) => {
          const { charge } = gateway;
          t1.after(() => {
            gateway.charge = charge;
          });
          gateway.charge = async (request) => {
            t.advanceClock(hourMs);
            await recoverConfirmations(t.app);
            return await charge(request);
          };
          const quoted = await shop.quote();
          const options = shop.confirmRequest(quoted, carrier, { payment_method: card });
          const answer = await shop.confirm(quoted.id, options);
          assert.equal(answer.statusCode, 402, answer.body);
          const { user_message, code } = answer.json().payment_error;
          assert.equal(code, 'processing_error');
          assert.match(user_message, / was charged to bankcard_\d+ and has been refunded\. Try/);
        });

        test('says that nothing was taken when a charge is given up before it reaches the gateway', async (t1) => {
          const { charge } = gateway;
          t1.after(() => {
            gateway.charge = charge;
          });
          gateway.charge = async () => {
            t.advanceClock(hourMs);
            await recoverConfirmations(t.app);
            return { outcome: 'unknown', reason: 'the connection broke' };
          };
          const quoted = await shop.quote();
          const options = shop.confirmRequest(quoted, carrier, { payment_method: card });
          const answer = await shop.confirm(quoted.id, options);
          assert.equal(answer.statusCode, 402, answer.body);
          assert.match(answer.json().message, /abandoned\. Nothing was charged\. Try again\.$/);
        });
      });
    }
  });
}
