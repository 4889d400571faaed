// Settings that lower prices. The operator's settings change what the member pays; the member's own settings change
// only what the shop's buyers see.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { type BookingShown, Checkout, generations } from '../support/bookings/checkout.ts';
import { cents } from '../support/bookings/market.ts';
import { type Body, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const rule = (action: Body) => ({
  rules: [{ name: 'Buyers', priority: 1, couriers: [], conditions: [], action }],
});
const free = rule({ type: 'free' });
const lowered = [
  ['free', free],
  ['a fixed price of a cent', rule({ type: 'fixed_price', value: 0.01 })],
  ['half', rule({ type: 'discount', unit: 'percent', value: 50 })],
] as const;
/** Has a declared value, so that there is a warranty fee too. */
const basket = sydneyToMelbourne({ declared_value: 1200 });

for (const setup of setups) {
  describe(`prices that a shop sets on ${setup.name}`, () => {
    let t: TestApp;
    let shop: Checkout;
    let jane: Visitor;
    let plain: BookingShown;
    before(async () => {
      t = await startTestApp(setup, { limits: { v4PerMinute: 0, v5PerMinute: 0 } });
      const member = await t.addMember();
      shop = new Checkout(t, member);
      jane = await new Visitor(t, '192.0.2.1').signIn(member);
      await shop.giveCredit(100_000);
      await changeMember(t.app, String(member.id), { discountBasisPoints: 1000 });
    });
    after(() => t.close());
    beforeEach(async () => {
      await byOperator({ module_setting: {}, warehouses: [], rules: [], package_type_rules: [] });
      plain = await shop.quote(basket);
    });

    const byOperator = (parts: Body) => changeKeySettings(t.app, shop.member.keyId, { parts });
    const byMember = async (parts: Body): Promise<void> => {
      const answer = await jane.send('PUT', `/keys/${shop.member.keyId}/settings`, parts);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.ok(!answer.body.includes('agreed'), answer.body);
    };
    const costOf = async (quoted: BookingShown, change: Body = {}, carrier = 'toll') => {
      const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, carrier, change));
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json<BookingShown>().cost;
    };

    for (const [setting, parts] of lowered) {
      test(`${setting}: set by the member, changes the buyers' price and not the shop's cost`, async () => {
        await byMember(parts);
        const quoted = await shop.quote(basket);
        assert.ok(cents(quoted.quotes.toll?.total) < cents(plain.quotes?.toll?.total));
        assert.equal(quoted.quotes.toll?.booking_cost, plain.quotes?.toll?.total);
        assert.equal(await costOf(quoted), plain.quotes?.toll?.total);
        const [payment] = await t.app.store.payments.listOfBooking(quoted.id as never);
        assert.equal(payment?.amountCents, cents(plain.quotes?.toll?.total));
      });

      test(`${setting}: set by the operator, changes the price itself`, async () => {
        await byOperator(parts);
        const quoted = await shop.quote(basket);
        assert.equal(quoted.quotes.toll?.booking_cost, undefined);
        assert.ok(cents(quoted.quotes.toll?.total) < cents(plain.quotes?.toll?.total));
        assert.equal(await costOf(quoted), quoted.quotes.toll?.total);
      });
    }

    test("the breakdown states the booking cost and adds up to the buyers' price", async () => {
      await byMember(free);
      const { id, quotes } = await shop.quote(basket);
      const answer = await t.get(`${generations[1].bookings}/${id}/breakdown`, {
        'api-key': shop.member.key,
      });
      const { lines, total } = answer.json().toll;
      const sum = lines.reduce(
        (all: number, { amount }: { amount: number }) => all + cents(amount),
        0,
      );
      assert.equal(sum, cents(total));
      assert.equal(total, quotes.toll?.total);
      const { label } = lines.find(({ code }: { code: string }) => code === 'SHOPS_OWN');
      assert.ok(label.includes(`$${plain.quotes?.toll?.total.toFixed(2)}`), label);
    });

    test("prices that a plug-in sends change only the buyers' price, with all other settings", async () => {
      await byOperator(free);
      const answer = await shop.post('/api/bookings/v4/set_api_settings', { surcharge_amount: 1 });
      assert.equal(answer.statusCode, 200, answer.body);
      const quoted = await shop.quote(basket);
      assert.equal(await costOf(quoted), plain.quotes?.toll?.total);
    });

    test('a surcharge that raises the price raises the booking cost', async () => {
      await byMember({ module_setting: { surcharge_amount: 5 } });
      const quoted = await shop.quote(basket);
      assert.equal(cents(quoted.quotes.toll?.total), cents(plain.quotes?.toll?.total) + 500);
      assert.equal(await costOf(quoted), quoted.quotes.toll?.total);
    });

    test("keeps the operator's prices when the member changes another setting", async () => {
      await byOperator({ ...free, module_setting: { surcharge_amount: 0 } });
      // The setting in the form that a web form sends.
      const module_setting = { street_type: 'residential', surcharge_amount: '0.00' };
      await byMember({ ...free, module_setting });
      const quoted = await shop.quote(basket);
      assert.equal(await costOf(quoted), quoted.quotes.toll?.total);
    });

    test("keeps the member's prices as shop prices when the operator changes another setting", async () => {
      await byMember(free);
      const keyId = shop.member.keyId;
      await changeKeySettings(t.app, keyId, { fields: [['quote_diplay', 'display_all']] });
      await byOperator({ module_setting: { surcharge_amount: 1 } });
      const quoted = await shop.quote(basket);
      assert.equal(await costOf(quoted), plain.quotes?.toll?.total);
    });

    test("an operator's own settings change their booking cost", async () => {
      // One operator must remain.
      const other = await t.addMember('operator@example.com');
      await changeMember(t.app, String(other.id), { isOperator: true });
      await changeMember(t.app, String(shop.member.id), { isOperator: true });
      await byMember(free);
      const quoted = await shop.quote(basket);
      assert.equal(await costOf(quoted), quoted.quotes.toll?.total);
      await changeMember(t.app, String(shop.member.id), { isOperator: false });
    });

    test('a tier costs its stated price, even when the shop ships for free', async () => {
      await changeMember(t.app, String(shop.member.id), { hasMultipickup: true });
      const [before] = (await shop.quote(basket)).quotes.couriers_please?.tiers ?? [];
      await byMember(free);
      const quoted = await shop.quote(basket);
      const [tier] = quoted.quotes.couriers_please?.tiers ?? [];
      assert.equal(tier?.total, before?.total);
      const change = { tier: tier?.identifier };
      assert.equal(await costOf(quoted, change, 'couriers_please'), before?.total);
      // With multipickup the frequent price is the buyers' price, which settings can lower.
      await byMember({ module_setting: { multipickup: 'on' } });
      const frequent = await shop.quote(basket);
      assert.equal(frequent.quotes.couriers_please?.price_insurance_ex, 0);
      assert.equal(frequent.quotes.couriers_please?.booking_cost, before?.total);
      assert.equal(await costOf(frequent, {}, 'couriers_please'), before?.total);
      await changeMember(t.app, String(shop.member.id), { hasMultipickup: false });
    });

    test("rejects a carrier whose cost rose after a day, although the buyers' price is the same", async () => {
      await byMember(free);
      const quoted = await shop.quote(basket);
      await changeMember(t.app, String(shop.member.id), { discountBasisPoints: 0 });
      t.advanceClock(25 * 3_600_000);
      const renewed = await shop.confirm(quoted.id, shop.confirmRequest(quoted));
      assert.equal(renewed.statusCode, 409, renewed.body);
      await changeMember(t.app, String(shop.member.id), { discountBasisPoints: 1000 });
    });
  });
}
