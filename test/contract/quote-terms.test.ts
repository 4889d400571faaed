// Warranty, frequent rates and order boxing in a key's settings, each before and after; and the transit time of
// carriers that state none.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import { cents, Market } from '../support/bookings/market.ts';
import {
  aCarton,
  type Body,
  sydneyToMelbourne,
  workedExampleBody,
} from '../support/bookings/quote-bodies.ts';
import { makeWorkedExampleCarrier } from '../support/rate-cards/worked-example-carrier.ts';
import { setups } from '../support/setups.ts';
import { startTestApp } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`terms of a key on ${setup.name}`, () => {
    let market: Market;
    before(async () => {
      market = await Market.open(setup);
    });
    after(() => market.t.close());
    beforeEach(() => market.set({}));

    describe('warranty', () => {
      test('insurance_select raises a declared value of zero and no other', async () => {
        const at = async (change: Body, member = market.shop) =>
          (await market.quoted(sydneyToMelbourne(change), member)).quotes;
        await market.set({ module_setting: { insurance_select: 'on', insurance_value: '750' } });
        const as750 = await at({ declared_value: 750 }, market.plain);
        assert.deepEqual(await at({}), as750);
        assert.deepEqual(await at({ declared_value: '0.00' }), as750);
        assert.deepEqual(
          await at({ declared_value: 20 }),
          await at({ declared_value: 20 }, market.plain),
        );
        assert.ok(Object.values(as750).some(({ insured_amount }) => insured_amount === 750));
        // The request's own option overrides the setting.
        assert.deepEqual(await at({ include_warranty: false }), market.plainQuotes);
        await market.set({ module_setting: { insurance_select: 'off', insurance_value: '750' } });
        assert.deepEqual(await at({}), market.plainQuotes);
      });

      test("a value from insurance_select does not become the booking's declared value", async () => {
        await market.set({ module_setting: { insurance_select: 'on', insurance_value: 750 } });
        const { declared_value, insured_value, quotes } = await market.quoted();
        assert.deepEqual([declared_value, insured_value], [0, 0]);
        assert.ok(Object.values(quotes).some(({ insured_amount }) => insured_amount === 750));
      });
    });

    test('quotes a card without transit times with the usual transit time', async () => {
      const carriers = makeWorkedExampleCarrier({ hasTransit: false });
      const other = await startTestApp(setup, { carriersDir: carriers.directory });
      try {
        const { key } = await other.addMember();
        const answer = await other.inject({
          method: 'POST',
          url: '/api/v5/bookings',
          headers: { 'api-key': key },
          payload: workedExampleBody(),
        });
        assert.equal(answer.json().quotes.worked_example.transit_time, '1-3 business days');
      } finally {
        await other.close();
        carriers.remove();
      }
    });

    describe('frequent rates', () => {
      const frequent = ['aramex', 'couriers_please'];
      after(() => changeMember(market.t.app, String(market.shop.id), { hasMultipickup: false }));

      test('shows tiers for two carriers only, to members with multipickup only', async () => {
        assert.ok(Object.values(market.plainQuotes).every((quote) => !('tiers' in quote)));
        await changeMember(market.t.app, String(market.shop.id), { hasMultipickup: true });
        const { quotes } = await market.quoted(sydneyToMelbourne({ declared_value: 1200 }));
        const everyday = (
          await market.quoted(sydneyToMelbourne({ declared_value: 1200 }), market.plain)
        ).quotes;
        const withTiers = Object.keys(quotes).filter((carrier) => quotes[carrier]?.tiers);
        assert.deepEqual(withTiers, frequent);
        for (const carrier of frequent) {
          const { tiers = [], ...quote } = quotes[carrier] ?? { tiers: [] };
          assert.deepEqual(quote, everyday[carrier]);
          assert.ok(tiers.length >= 2);
          assert.equal(new Set(tiers.map(({ identifier }) => identifier)).size, tiers.length);
          let last = everyday[carrier]?.price_insurance_ex ?? 0;
          for (const tier of tiers) {
            assert.ok(tier.price_insurance_ex < last, 'each higher tier costs less');
            assert.equal(cents(tier.total), cents(tier.price_insurance_ex) + cents(tier.fee));
            assert.notEqual(tier.description, '');
            last = tier.price_insurance_ex;
          }
        }
      });

      test('tiers of the worked example are right to the cent, fee included', async () => {
        // An operator's own card for one of the two carriers.
        const carriers = makeWorkedExampleCarrier({ stringId: 'aramex' });
        const other = await startTestApp(setup, { carriersDir: carriers.directory });
        try {
          const member = await other.addMember();
          await changeMember(other.app, String(member.id), { hasMultipickup: true });
          const answer = await other.inject({
            method: 'POST',
            url: '/api/v5/bookings',
            headers: { 'api-key': member.key },
            payload: workedExampleBody(),
          });
          const { total, tiers } = answer.json().quotes.aramex;
          assert.equal(total, 84.13);
          assert.deepEqual(tiers, [
            {
              identifier: 1,
              description: 'Multipickup 10',
              total: 78.8,
              price_insurance_ex: 67.3,
              fee: 11.5,
            },
            {
              identifier: 2,
              description: 'Multipickup 21',
              total: 74.55,
              price_insurance_ex: 63.05,
              fee: 11.5,
            },
          ]);
        } finally {
          await other.close();
          carriers.remove();
        }
      });

      test('multipickup on: quotes the Frequent User price and no tiers', async () => {
        await changeMember(market.t.app, String(market.shop.id), { hasMultipickup: true });
        const tiered = (await market.quoted()).quotes;
        await market.set({ module_setting: { multipickup: 'on' } });
        const { id, quotes } = await market.quoted();
        for (const [carrier, quote] of Object.entries(quotes)) {
          assert.ok(!('tiers' in quote), carrier);
          const price = tiered[carrier]?.tiers?.[0] ?? tiered[carrier];
          assert.equal(quote.total, price?.total, carrier);
        }
        const breakdown = await market.t.get(`/api/v5/bookings/v4/${id}/breakdown`, {
          'api-key': market.shop.key,
        });
        const { lines, total } = breakdown.json().aramex;
        assert.equal(
          lines.reduce((sum: number, { amount }: { amount: number }) => sum + cents(amount), 0),
          cents(total),
        );
        // Without multipickup for the member, the key's setting has no effect.
        await changeMember(market.t.app, String(market.shop.id), { hasMultipickup: false });
        assert.deepEqual((await market.quoted()).quotes, market.plainQuotes);
      });

      test('margins and discounts apply to tiers like to the price', async () => {
        await changeMember(market.t.app, String(market.shop.id), { hasMultipickup: true });
        const before = (await market.quoted()).quotes;
        await market.set({ module_setting: { surcharge_amount: 3 } });
        const { quotes } = await market.quoted();
        for (const carrier of frequent) {
          const tiers = quotes[carrier]?.tiers ?? [];
          assert.ok(tiers.length > 0);
          for (const [n, tier] of tiers.entries())
            assert.equal(cents(tier.total), cents(before[carrier]?.tiers?.[n]?.total) + 300);
        }
      });
    });

    describe('order boxing', () => {
      // A carton takes eight of these cubes, in two layers of two by two.
      const cubes = (quantity: number): Body =>
        sydneyToMelbourne({
          items: [aCarton({ weight: 1, length: 20, width: 20, height: 20, quantity })],
        });
      const carton = (quantity: number, weight: number): Body =>
        aCarton({ weight, length: 40, width: 40, height: 40, quantity });
      const box = {
        order_boxing: 'on',
        box_length: 40,
        box_width: 40,
        box_height: 40,
        box_weight: 25,
      };
      const asIf = async (...items: Body[]) =>
        (await market.quoted(sydneyToMelbourne({ items }), market.plain)).quotes;

      test('quotes items as the cartons they fit in, and stores them as sent', async () => {
        await market.set({ module_setting: box });
        const answer = await market.quoted(cubes(16));
        assert.deepEqual(answer.quotes, await asIf(carton(1, 8), carton(1, 8)));
        const { items } = answer;
        assert.deepEqual([items.length, items[0]?.quantity, items[0]?.length], [1, 16, 20]);
        await market.set({ module_setting: { ...box, order_boxing: 'off' } });
        assert.deepEqual(
          (await market.quoted(cubes(16))).quotes,
          (await market.quoted(cubes(16), market.plain)).quotes,
        );
        assert.notDeepEqual((await market.quoted(cubes(16))).quotes, answer.quotes);
      });

      test("a rule's quantity counts the pieces as ordered, not the cartons", async () => {
        // Sixteen pieces fill two cartons.
        for (const [value, isFree] of [
          [16, true],
          [2, false],
        ] as const) {
          await market.set({
            module_setting: box,
            rules: [
              {
                name: 'Free',
                conditions: [{ field: 'quantity', operator: 'eq', value }],
                action: { type: 'free' },
              },
            ],
          });
          const prices = Object.values((await market.quoted(cubes(16))).quotes);
          assert.ok(prices.length > 0);
          for (const { price_insurance_ex } of prices)
            assert.equal(price_insurance_ex === 0, isFree, `quantity is ${value}`);
        }
      });

      test('a last carton under the fill percentage travels as single items', async () => {
        // Nine cubes: a full carton, and one cube that fills an eighth of the second.
        await market.set({ module_setting: { ...box, minimum_fill_percent: 12.5 } });
        assert.deepEqual(
          (await market.quoted(cubes(9))).quotes,
          await asIf(carton(1, 8), carton(1, 1)),
        );
        await market.set({ module_setting: { ...box, minimum_fill_percent: 13 } });
        const loose = aCarton({ weight: 1, length: 20, width: 20, height: 20 });
        assert.deepEqual((await market.quoted(cubes(9))).quotes, await asIf(carton(1, 8), loose));
      });

      test('loads no carton beyond its weight limit', async () => {
        await market.set({ module_setting: { ...box, box_weight: 4 } });
        assert.deepEqual(
          (await market.quoted(cubes(8))).quotes,
          await asIf(carton(1, 4), carton(1, 4)),
        );
      });

      test('leaves long items and pallets out of cartons', async () => {
        await market.set({ module_setting: box });
        const long = aCarton({ weight: 2, length: 120, width: 10, height: 10 });
        // It would fit in a carton of its own.
        const pallet = aCarton({
          description: 'Pallet',
          weight: 10,
          length: 40,
          width: 40,
          height: 40,
        });
        const { items } = cubes(8) as { items: Body[] };
        assert.deepEqual(
          (await market.quoted(sydneyToMelbourne({ items: [...items, long] }))).quotes,
          await asIf(carton(1, 8), long),
        );
        assert.deepEqual(
          (await market.quoted(sydneyToMelbourne({ items: [...items, pallet] }))).quotes,
          await asIf(carton(1, 8), pallet),
        );
      });
    });
  });
}
