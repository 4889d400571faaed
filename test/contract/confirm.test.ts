// POST /bookings/v4/{id}/confirm on the credit account: what a confirmed booking shows, and what is rejected.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import { type Checkout, generations } from '../support/bookings/checkout.ts';
import { openCreditShop, unlimited } from '../support/money/paying-shop.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const cents = (dollars: number | null | undefined): number => Math.round((dollars ?? 0) * 100);

for (const setup of setups) {
  describe(`confirm on ${setup.name}`, () => {
    let t: TestApp;
    before(async () => {
      t = await startTestApp(setup, { limits: unlimited });
    });
    after(() => t.close());

    for (const urls of generations) {
      describe(urls.name, () => {
        let shop: Checkout;
        before(async () => {
          shop = await openCreditShop(t, urls);
        });

        test('bills a booking to the credit account and shows the purchased service', async () => {
          const quoted = await shop.quote();
          const { toll } = quoted.quotes;
          assert.ok(toll);
          const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted));
          assert.equal(answer.statusCode, 200, answer.body);
          const booked = answer.json();
          assert.equal(booked.id, quoted.id);
          assert.equal(booked.status, 'Confirmed');
          assert.equal(booked.courier, 'toll');
          assert.equal(booked.cost, toll.total);
          assert.equal(booked.additional_charges, 0);
          assert.equal(booked.insured_value, toll.insured_amount);
          assert.match(booked.connote, /^888041\d{7}$/);
          assert.ok(booked.charged_weight >= 5);
          assert.equal(booked.scanned_weight, 0);
          const [day] = toll.pickup_dates;
          const { from, to } = toll.pickup_time;
          assert.deepEqual(booked.pickup_window, [
            `${day}T${from}:00+1100`,
            `${day}T${to}:00+1100`,
          ]);
          assert.ok(!('quotes' in booked));
          const read = await shop.read(quoted.id);
          assert.deepEqual(read, booked);
          const credit = await t.app.store.credit.find(shop.member.id);
          assert.equal(credit?.usedCents, cents(toll.total));
        });

        test('rejects a second confirm and charges nothing', async () => {
          const quoted = await shop.quote();
          const request = shop.confirmRequest(quoted);
          assert.equal((await shop.confirm(quoted.id, request)).statusCode, 200);
          const before = await t.app.store.credit.find(shop.member.id);
          const again = await shop.confirm(quoted.id, request);
          assert.equal(again.statusCode, 422, again.body);
          assert.equal(again.json().error, 'booking_already_paid');
          assert.deepEqual(await t.app.store.credit.find(shop.member.id), before);
        });

        test('rejects a confirm without a credit account or a saved payment method', async () => {
          const unfundedShop = shop.as(urls, await t.addMember(`poor@${urls.name}.example`));
          const quoted = await unfundedShop.quote();
          const answer = await unfundedShop.confirm(quoted.id, unfundedShop.confirmRequest(quoted));
          assert.equal(answer.statusCode, 403, answer.body);
          const { error, message, access_error } = answer.json();
          assert.equal(access_error.code, 'NO_PAYMENT_METHOD');
          assert.notEqual(access_error.user_message, '');
          assert.equal(typeof error, 'string');
          assert.equal(typeof message, 'string');
          assert.equal((await unfundedShop.read(quoted.id)).status, 'new');
        });

        test('rejects a confirm past the credit limit and uses no credit', async () => {
          const tight = shop.as(urls, await t.addMember(`tight@${urls.name}.example`));
          const quoted = await tight.quote();
          await tight.giveCredit((cents(quoted.quotes.toll?.total) - 1) / 100);
          const answer = await tight.confirm(quoted.id, tight.confirmRequest(quoted));
          assert.equal(answer.statusCode, 403, answer.body);
          assert.equal(answer.json().access_error.code, 'CREDIT_LIMIT_REACHED');
          assert.equal((await tight.read(quoted.id)).status, 'new');
          assert.equal((await t.app.store.credit.find(tight.member.id))?.usedCents, 0);
          assert.deepEqual(await t.app.store.payments.listOfMember(tight.member.id), []);
          await tight.giveCredit(cents(quoted.quotes.toll?.total) / 100);
          const enough = await tight.confirm(quoted.id, tight.confirmRequest(quoted));
          assert.equal(enough.statusCode, 200, enough.body);
        });

        test('rejects a confirm while the operator has disabled live bookings', async () => {
          const barred = shop.as(urls, await t.addMember(`barred@${urls.name}.example`));
          await barred.giveCredit(1000);
          await changeMember(t.app, String(barred.member.id), { mayBookLive: false });
          const quoted = await barred.quote();
          const answer = await barred.confirm(quoted.id, barred.confirmRequest(quoted));
          assert.equal(answer.statusCode, 403, answer.body);
          assert.equal(answer.json().access_error.code, 'API_ACCESS_DISABLED');
        });

        test("answers that another member's booking does not exist", async () => {
          const quoted = await shop.quote();
          const stranger = shop.as(urls, await t.addMember(`thief@${urls.name}.example`));
          const answer = await stranger.confirm(quoted.id, shop.confirmRequest(quoted));
          assert.equal(answer.statusCode, 404, answer.body);
          assert.equal((await shop.read(quoted.id)).status, 'new');
        });
      });
    }
  });
}
