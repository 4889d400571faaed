// The effect of each shop setting and member setting on quotes: which carriers quote, and at what price. Each test
// compares before and after.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { switchCarrier } from '../../src/application/carriers/switch-carrier.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { Market } from '../support/bookings/market.ts';
import { aCarton, type Body, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { setups } from '../support/setups.ts';
import { until } from '../support/until.ts';

for (const setup of setups) {
  describe(`settings of a key and a member on ${setup.name}`, () => {
    let market: Market;
    before(async () => {
      market = await Market.open(setup);
    });
    after(() => market.t.close());
    beforeEach(() => market.set({}));

    const rule = (action: Body, more: Body = {}): Body => ({
      rules: [
        {
          id: 1,
          name: 'Rule',
          priority: 1,
          enabled: true,
          couriers: [],
          conditions: [],
          action,
          ...more,
        },
      ],
    });

    test("a key without settings sees every carrier's plain quotes", async () => {
      assert.deepEqual((await market.quoted()).quotes, market.plainQuotes);
    });

    describe('selection of carriers', () => {
      test('enabled_courier: asks only those carriers, in quotes or in quote_errors', async () => {
        await market.set({
          module_setting: { enabled_courier: ['allied', 'toll', 'bonds', 'unknown'] },
        });
        const { quotes, quote_errors } = await market.quoted();
        assert.deepEqual(Object.keys(quotes), ['allied', 'toll']);
        assert.deepEqual(
          quote_errors.map(({ courier }) => courier),
          ['bonds'],
        );
        await market.set({ module_setting: { enabled_courier: 'toll' } });
        assert.deepEqual(Object.keys((await market.quoted()).quotes), ['toll']);
      });

      test('enabled_courier with unknown names: names them as the reason for no quotes', async () => {
        await market.set({ module_setting: { enabled_courier: ['unknown', 'Old "Freight"'] } });
        const { quotes, quote_errors } = await market.quoted();
        assert.deepEqual(quotes, {});
        assert.deepEqual(
          quote_errors,
          ['unknown', 'old "freight"'].map((courier) => ({
            courier,
            code: 'unknown_carrier',
            serviceability: 'error',
            retryable: false,
            message: `enabled_courier in the settings of this key names "${courier}", which is not a carrier here, so no carrier was asked. Use the string_id of a carrier`,
          })),
        );
        assert.equal(
          market.t.app.carrierAnswers.totalOf('unknown').failed,
          0,
          'an unknown carrier is not counted',
        );
      });

      test('enabled_courier: says so when all its carriers are switched off', async () => {
        await market.set({ module_setting: { enabled_courier: ['toll', 'unknown'] } });
        await switchCarrier(market.t.app, 'toll', true);
        await until('toll is off', async () => !('toll' in (await market.quoted()).quotes));
        const { quotes, quote_errors } = await market.quoted();
        assert.deepEqual(quotes, {});
        assert.deepEqual(
          quote_errors.map(({ courier, code }) => [courier, code]),
          [
            ['toll', 'carrier_switched_off'],
            ['unknown', 'unknown_carrier'],
          ],
        );
        assert.match(quote_errors[0]?.message ?? '', /"toll", which the operator .* switched off/);
        assert.equal(
          market.t.app.carrierAnswers.totalOf('toll').failed,
          0,
          'a carrier that is switched off is not asked',
        );
        await switchCarrier(market.t.app, 'toll', false);
        await until('toll is on', async () => 'toll' in (await market.quoted()).quotes);
      });

      test('quote_diplay: shows all, the cheapest, or the cheapest and the fastest', async () => {
        const all = Object.entries(market.plainQuotes);
        const cheapest = all.toSorted(([, a], [, b]) => a.total - b.total)[0]?.[0] ?? '';
        await market.set({ module_setting: { quote_diplay: 'display_all' } });
        assert.deepEqual(
          Object.keys((await market.quoted()).quotes),
          all.map(([carrier]) => carrier),
        );
        await market.set({ module_setting: { quote_diplay: 'display_cheapest' } });
        assert.deepEqual(Object.keys((await market.quoted()).quotes), [cheapest]);
        await market.set({ module_setting: { quote_diplay: 'display_cheapest_fastest' } });
        const { quotes, quote_errors } = await market.quoted();
        const [first, second, ...others] = Object.keys(quotes);
        assert.equal(first, cheapest);
        assert.deepEqual(others, []);
        assert.match(quotes[second ?? '']?.transit_time ?? '', /same day/i);
        assert.ok(quote_errors.length > 0);
        // The answer shows what is stored.
        const { id } = await market.quoted();
        const read = await market.t.get(`/api/bookings/v4/${id}`, { 'api-key': market.shop.key });
        assert.deepEqual(Object.keys(read.json().quotes), [first, second]);
      });

      test("the cheapest quote is chosen by the shop's price", async () => {
        const [cheapest = ''] = Object.entries(market.plainQuotes)
          .toSorted(([, a], [, b]) => a.total - b.total)
          .map(([carrier]) => carrier);
        await market.set({
          module_setting: {
            quote_diplay: 'display_cheapest',
            courier_settings: { [cheapest]: { surcharge: 500, unit: 'amount' } },
          },
        });
        assert.ok(!(cheapest in (await market.quoted()).quotes));
      });

      test('quotes no carrier that the operator has switched off, even if a key enables it', async () => {
        await market.set({ module_setting: { enabled_courier: ['allied', 'toll'] } });
        await switchCarrier(market.t.app, 'toll', true);
        await until('toll is off', async () => !('toll' in (await market.quoted()).quotes));
        const { quotes, quote_errors } = await market.quoted();
        assert.deepEqual([Object.keys(quotes), quote_errors], [['allied'], []]);
        await switchCarrier(market.t.app, 'toll', false);
        await until('toll is on', async () => 'toll' in (await market.quoted()).quotes);
      });
    });

    describe('prices', () => {
      test("subtracts a member's discount from every carrier price", async () => {
        await changeMember(market.t.app, String(market.shop.id), { discountBasisPoints: 1250 });
        const { quotes } = await market.quoted();
        market.assertPrices(quotes, (before) => before - Math.round((before * 1250) / 10_000));
        await changeMember(market.t.app, String(market.shop.id), { discountBasisPoints: 0 });
        assert.deepEqual((await market.quoted()).quotes, market.plainQuotes);
      });

      test('surcharge_amount is added to every price', async () => {
        await market.set({ module_setting: { surcharge_amount: '4.50' } });
        market.assertPrices((await market.quoted()).quotes, (before) => before + 450);
      });

      test('courier_settings: adds an amount or a percentage for one carrier', async () => {
        await market.set({
          module_setting: {
            courier_settings: {
              allied: { surcharge: '2.25', unit: 'amount', name: 'Allied' },
              toll: { surcharge: 10, unit: 'percent' },
              aramex: { surcharge: 1 },
            },
          },
        });
        const added: Record<string, (before: number) => number> = {
          allied: () => 225,
          toll: (before) => Math.round(before / 10),
          aramex: () => 100,
        };
        market.assertPrices(
          (await market.quoted()).quotes,
          (before, carrier) => before + (added[carrier]?.(before) ?? 0),
        );
      });

      test('courier_settings: shows and stores a custom name for one carrier only', async () => {
        await market.set({ module_setting: { courier_settings: { toll: { name: 'Overnight' } } } });
        const { id, quotes } = await market.quoted();
        assert.deepEqual(quotes, {
          ...market.plainQuotes,
          toll: { ...market.plainQuotes.toll, courier: 'Overnight' },
        });
        const read = await market.t.get(`/api/bookings/v4/${id}`, { 'api-key': market.shop.key });
        assert.deepEqual(read.json().quotes, quotes);
      });

      for (const [name, action, price] of [
        ['surcharge', { type: 'surcharge', unit: 'amount', value: '3.30' }, (p: number) => p + 330],
        [
          'surcharge percent',
          { type: 'surcharge', unit: 'percent', value: 12.5 },
          (p: number) => p + Math.round((p * 1250) / 10_000),
        ],
        ['discount', { type: 'discount', unit: 'amount', value: 2 }, (p: number) => p - 200],
        ['huge discount', { type: 'discount', unit: 'amount', value: 5000 }, () => 0],
        [
          'discount percent',
          { type: 'discount', unit: 'percent', value: '20' },
          (p: number) => p - Math.round(p / 5),
        ],
        ['fixed price', { type: 'fixed_price', value: 9.95 }, () => 995],
        ['free', { type: 'free' }, () => 0],
      ] as const) {
        test(`applies a rule's action: ${name}`, async () => {
          await market.set(rule(action));
          const { quotes } = await market.quoted();
          assert.deepEqual(Object.keys(quotes), Object.keys(market.plainQuotes));
          market.assertPrices(quotes, price);
          // The rule applies only to the carriers that it names.
          await market.set(rule(action, { couriers: ['allied', 'toll'] }));
          market.assertPrices((await market.quoted()).quotes, (before, carrier) =>
            ['allied', 'toll'].includes(carrier) ? price(before) : before,
          );
        });
      }

      test("applies a rule's actions hide and show only", async () => {
        await market.set(rule({ type: 'hide' }, { couriers: ['allied', 'toll'] }));
        const hidden = Object.keys((await market.quoted()).quotes);
        assert.deepEqual(
          hidden,
          Object.keys(market.plainQuotes).filter(
            (carrier) => !['allied', 'toll'].includes(carrier),
          ),
        );
        await market.set(rule({ type: 'show_only' }, { couriers: ['allied', 'toll'] }));
        assert.deepEqual(Object.keys((await market.quoted()).quotes), ['allied', 'toll']);
      });

      test('adds the warranty fee after every rule, so that no rule changes it', async () => {
        const insured = sydneyToMelbourne({ declared_value: 1000 });
        const before = (await market.quoted(insured, market.plain)).quotes;
        await market.set(rule({ type: 'free' }));
        const { quotes } = await market.quoted(insured);
        assert.ok(Object.keys(quotes).length > 5);
        for (const [carrier, quote] of Object.entries(quotes)) {
          assert.equal(quote.fee, before[carrier]?.fee);
          assert.equal(quote.total, quote.fee);
        }
      });

      test('applies the first matching enabled rule by priority', async () => {
        const fixed = (id: number, priority: number, value: number, more: Body = {}) => ({
          id,
          name: `Rule ${id}`,
          priority,
          couriers: [],
          conditions: [],
          action: { type: 'fixed_price', value },
          ...more,
        });
        await market.set({
          rules: [fixed(1, 20, 1), fixed(2, 10, 2), fixed(3, 5, 3, { enabled: false })],
        });
        market.assertPrices((await market.quoted()).quotes, () => 200);
        await market.set({ rules: [fixed(1, 5, 1, { couriers: ['toll'] }), fixed(2, 10, 2)] });
        market.assertPrices((await market.quoted()).quotes, (_before, carrier) =>
          carrier === 'toll' ? 100 : 200,
        );
      });

      // The shipment: one carton of five kilograms, sku TILE-7, to 3000 in Victoria.
      for (const [field, operator, matching, other] of [
        ['weight', 'eq', 5, 5.01],
        ['weight', 'lt', '5.001', 5],
        ['weight', 'lte', 5, 4.999],
        ['weight', 'gt', 4.999, 5],
        ['weight', 'gte', 5, 5.001],
        ['weight', 'between', [5, 10], [5.001, 10]],
        ['quantity', 'eq', 1, 2],
        ['quantity', 'lt', 2, 1],
        ['quantity', 'gte', '1', 2],
        ['quantity', 'between', [0, 1], [2, 9]],
        ['cost', 'gt', 0, 100_000],
        ['cost', 'lte', 100_000, 0],
        ['cost', 'between', [0, 100_000], [90_000, 100_000]],
        ['postcode', 'in', ['2999', '3000'], ['3001']],
        ['postcode', 'in', 3000, 2000],
        ['postcode', 'eq', '3000', '3001'],
        ['postcode', 'between', ['2500', '3000'], ['3001', '3999']],
        ['state', 'in', ['nsw', 'vic'], ['QLD', 'NSW']],
        ['state', 'eq', 'VIC', 'NSW'],
        ['sku', 'in', ['TILE-7', 'X'], ['TILE']],
        ['sku', 'eq', 'TILE-7', 'tile-8'],
      ] as const) {
        test(`checks a rule's condition: ${field} ${operator}`, async () => {
          const body = sydneyToMelbourne({ items: [aCarton({ sku: 'TILE-7' })] });
          for (const [value, isFree] of [
            [matching, true],
            [other, false],
          ] as const) {
            await market.set(rule({ type: 'free' }, { conditions: [{ field, operator, value }] }));
            const prices = Object.values((await market.quoted(body)).quotes);
            assert.ok(prices.length > 0);
            assert.ok(
              prices.every(({ price_insurance_ex }) => (price_insurance_ex === 0) === isFree),
            );
          }
        });
      }

      test('a rule applies only when all its conditions hold', async () => {
        const heavy = { field: 'weight', operator: 'gte', value: 10 };
        const victorian = { field: 'state', operator: 'in', value: ['VIC'] };
        await market.set(rule({ type: 'free' }, { conditions: [victorian, heavy] }));
        assert.deepEqual((await market.quoted()).quotes, market.plainQuotes);
        const { quotes } = await market.quoted(
          sydneyToMelbourne({ items: [aCarton({ weight: 10 })] }),
        );
        assert.ok(
          Object.values(quotes).every(({ price_insurance_ex }) => price_insurance_ex === 0),
        );
      });
    });

    test("settings of a key do not apply to the member's password", async () => {
      await market.set({ module_setting: { surcharge_amount: 100 } });
      const answer = await market.t.inject({
        method: 'POST',
        url: '/api/quotes',
        headers: {
          authorization: `Basic ${Buffer.from(`${market.shop.email}:${market.shop.password}`).toString('base64')}`,
        },
        payload: sydneyToMelbourne(),
      });
      assert.deepEqual(answer.json().quotes, market.plainQuotes);
    });
  });
}
