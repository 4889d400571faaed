// Identical request bodies, which shops send again and again, are parsed and planned once. Each answer still depends
// on the member, the time and all changes in between.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { switchCarrier } from '../../src/application/carriers/switch-carrier.ts';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { aCarton, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const carrier = 'toll';

for (const setup of setups) {
  describe(`repeated quotes on ${setup.name}`, () => {
    let t: TestApp;
    let jane: Checkout;
    let jim: Checkout;
    before(async () => {
      t = await startTestApp(setup, { limits: { v5PerMinute: 0 } });
      jane = new Checkout(t, await t.addMember('jane@again.example'));
      jim = new Checkout(t, await t.addMember('jim@again.example'));
    });
    after(() => t.close());

    const price = async (shop: Checkout, body = sydneyToMelbourne()) =>
      (await shop.quote(body)).quotes[carrier]?.price_insurance_ex;

    test('gives each caller their own prices when callers alternate', async () => {
      await changeMember(t.app, jim.member.email, { discountBasisPoints: 5_000 });
      const fullPrice = (await price(jane)) ?? 0;
      const discounted = (await price(jim)) ?? 0;
      assert.ok(fullPrice > 0 && discounted < fullPrice);
      for (let n = 0; n < 3; n += 1) {
        assert.equal(await price(jane), fullPrice);
        assert.equal(await price(jim), discounted);
        const anonymous = await t.inject({
          method: 'POST',
          url: '/api/v5/bookings',
          payload: sydneyToMelbourne(),
        });
        assert.equal(anonymous.json().quotes[carrier].price_insurance_ex, fullPrice);
      }
      await changeMember(t.app, jim.member.email, { discountBasisPoints: 0 });
      assert.equal(await price(jim), fullPrice, 'a changed discount applies to the next quote');
    });

    test("fills a missing sender from the key's current default", async () => {
      const { sender: _none, ...body } = sydneyToMelbourne();
      const senderAt = async (postcode: string, suburb: string) => {
        const place = { address: '1 Dock St', country: 'AU', type: 'business', postcode, suburb };
        await changeKeySettings(t.app, jane.member.keyId, {
          parts: { warehouses: [{ name: 'Main', contact_name: 'Ann', default: true, ...place }] },
        });
        const answers = await Promise.all([1, 2].map(() => jane.create(body)));
        return answers.map((answer) => answer.json().sender?.postcode ?? answer.body);
      };
      assert.deepEqual(await senderAt('2000', 'SYDNEY'), ['2000', '2000']);
      assert.deepEqual(await senderAt('4000', 'BRISBANE'), ['4000', '4000']);
    });

    test('moves pickup dates with the clock for an otherwise unchanged anonymous quote', async () => {
      // A key is looked up again after half a minute, so the test quotes without one.
      const dates = async (): Promise<string> => {
        const answer = await t.inject({
          method: 'POST',
          url: '/api/v5/bookings',
          payload: sydneyToMelbourne(),
        });
        return String(answer.json().quotes?.[carrier]?.pickup_dates ?? answer.body);
      };
      const answered = new Set([await dates()]);
      for (let hours = 0; hours < 24; hours += 1) {
        t.advanceClock(3_600_000);
        answered.add(await dates());
      }
      assert.equal(answered.size, 2, [...answered].join(' | '));
    });

    test('a repeated quote follows carriers being disabled and enabled', async () => {
      const has = async (shop: Checkout) => carrier in (await shop.quote()).quotes;
      for (const isOff of [true, false]) {
        await switchCarrier(t.app, carrier, isOff);
        for (const shop of [jane, jim])
          await until(
            `the carrier is ${isOff ? 'off' : 'on'}`,
            async () => (await has(shop)) !== isOff,
          );
      }
    });

    test('simultaneous repeated quotes have a booking each and the same prices', async () => {
      t.advanceClock(3_600_000);
      const many = await Promise.all(Array.from({ length: 20 }, () => jane.quote()));
      assert.equal(new Set(many.map(({ id }) => id)).size, 20);
      const [first, ...others] = many;
      for (const quote of others) assert.deepEqual(quote.quotes, first?.quotes);
      for (const { id, quotes } of many) {
        const stored = (await jane.read(id)).quotes;
        assert.deepEqual(Object.keys(stored ?? {}).sort(), Object.keys(quotes).sort());
        assert.equal(stored?.[carrier]?.total, quotes[carrier]?.total);
      }
    });

    test('changing one booking of a repeated quote leaves the others unchanged', async () => {
      const [edited, unchanged] = [await jane.quote(), await jane.quote()];
      assert.notEqual(edited.id, unchanged.id);
      const changed = await t.inject({
        method: 'PUT',
        url: `/api/v5/bookings/v4/${edited.id}`,
        headers: { 'api-key': jane.member.key },
        payload: {
          receiver: { name: 'Another', suburb: 'BRISBANE', postcode: '4000' },
          items: [aCarton({ weight: 17 })],
        },
      });
      assert.equal(changed.statusCode, 200, changed.body);
      const weights = async (id: number) => (await jane.read(id)).charged_weight;
      assert.equal(await weights(unchanged.id), 5);
      const again = await jane.quote();
      assert.equal(await weights(again.id), 5);
      assert.equal(again.quotes[carrier]?.total, unchanged.quotes[carrier]?.total);
      assert.deepEqual(
        { ...(await jane.read(again.id)), id: 0 }.quotes,
        { ...(await jane.read(unchanged.id)), id: 0 }.quotes,
      );
    });

    test('refuses an invalid quote in the same words each time', async () => {
      const body = { ...sydneyToMelbourne(), receiver: { postcode: '9999', suburb: 'NOWHERE' } };
      const answers = await Promise.all([1, 2, 3].map(() => jane.create(body)));
      assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([400]));
      const [first, ...others] = answers.map((answer) => answer.json().message);
      for (const message of others) assert.equal(message, first);
    });
  });
}
