import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  type Adjustment,
  type Condition,
  type MarginRule,
  noSettings,
} from '../keys/key-settings.ts';
import { priceForCaller, pricingTerms } from './pricing.ts';

const carriers = ['tnt', 'toll', 'allied', 'aramex'] as const;
const carrier = fc.constantFrom(...carriers);
const cents = fc.integer({ min: 1, max: 100_000_00 });

const adjustment: fc.Arbitrary<Adjustment> = fc.oneof(
  fc.record({ unit: fc.constant('amount' as const), cents: fc.nat(500_00) }),
  fc.record({ unit: fc.constant('percent' as const), basisPoints: fc.nat(30_000) }),
);

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: fc.constant('state' as const),
    operator: fc.constant('in' as const),
    values: fc.subarray(['NSW', 'VIC', 'WA']).map((states) => new Set(states)),
  }),
  fc.record({
    field: fc.constantFrom('weight' as const, 'cost' as const, 'quantity' as const),
    operator: fc.constantFrom('lt' as const, 'gte' as const),
    values: fc.tuple(fc.nat(500_0000)),
  }),
);

const rule: fc.Arbitrary<MarginRule> = fc.record({
  id: fc.integer({ min: 1, max: 50 }),
  name: fc.constantFrom('One', 'Other'),
  priority: fc.nat(5),
  isEnabled: fc.boolean(),
  carriers: fc.subarray([...carriers]).map((listed) => new Set(listed)),
  conditions: fc.array(condition, { maxLength: 2 }),
  action: fc.oneof(
    fc.record({ type: fc.constantFrom('hide' as const, 'show_only' as const, 'free' as const) }),
    fc.record({ type: fc.constant('fixed_price' as const), cents: fc.nat(100_00) }),
    fc.record({
      type: fc.constantFrom('surcharge' as const, 'discount' as const),
      by: adjustment,
    }),
  ),
});

const terms = fc
  .record({
    discount: fc.nat(10_000),
    rules: fc.uniqueArray(rule, { selector: ({ id }) => id, maxLength: 6 }),
    carrierSurcharges: fc.dictionary(carrier, adjustment),
    surchargeCents: fc.nat(50_00),
    weightKg4: fc.nat(500_0000),
    pieces4: fc.nat(500_0000),
    state: fc.constantFrom('NSW', 'VIC', 'WA'),
  })
  .map(({ discount, rules, carrierSurcharges, surchargeCents, weightKg4, pieces4, state }) => ({
    rules,
    discount,
    surchargeCents,
    of: (chosen: readonly MarginRule[]) =>
      pricingTerms(
        {
          ...noSettings,
          rules: chosen,
          module: {
            ...noSettings.module,
            carrierSurcharges: new Map(Object.entries(carrierSurcharges)),
            surchargeCents,
          },
        },
        discount,
        { receiverPostcode: '3000', receiverState: state, weightKg4, pieces4, skus: [] },
      ),
  }));

describe('pricing for any settings', () => {
  test('price steps add up to the price in whole cents, and the price is never negative', () => {
    fc.assert(
      fc.property(terms, carrier, cents, (settings, stringId, carrierCents) => {
        const priced = priceForCaller(settings.of(settings.rules), stringId, carrierCents);
        if (priced === undefined) return;
        const sum = priced.steps.reduce((all, step) => all + step.cents, carrierCents);
        assert.equal(sum, priced.priceCents);
        assert.ok(Number.isSafeInteger(priced.priceCents) && priced.priceCents >= 0);
        const idle = priced.steps.filter((step) => step.cents === 0);
        assert.ok(idle.every(({ kind }) => kind === 'shops_own'));
      }),
    );
  });

  test('a booking costs at least the member’s own price unless the operator agreed to less', () => {
    fc.assert(
      fc.property(terms, carrier, cents, (settings, stringId, carrierCents) => {
        const shops = settings.of(settings.rules);
        const own = priceForCaller(shops, stringId, carrierCents);
        const agreed = priceForCaller({ ...shops, isAgreed: true }, stringId, carrierCents);
        if (own === undefined || agreed === undefined) return assert.equal(own, agreed);
        const unset = pricingTerms(noSettings, settings.discount, shops.facts);
        const member = priceForCaller(unset, stringId, carrierCents)?.priceCents ?? 0;
        assert.equal(own.priceCents, agreed.priceCents, 'buyers see the same price');
        assert.equal(agreed.bookingCents, agreed.priceCents);
        assert.equal(own.bookingCents, Math.max(own.priceCents, member));
        const isMarked = own.steps.some(({ kind }) => kind === 'shops_own');
        assert.equal(isMarked, own.bookingCents !== own.priceCents);
      }),
    );
  });

  test('the listing order of margin rules does not change the price', () => {
    fc.assert(
      fc.property(terms, carrier, cents, (settings, stringId, carrierCents) => {
        assert.deepEqual(
          priceForCaller(settings.of(settings.rules), stringId, carrierCents),
          priceForCaller(settings.of(settings.rules.toReversed()), stringId, carrierCents),
        );
      }),
    );
  });

  test('the first rule that applies decides the price and later rules are ignored', () => {
    fc.assert(
      fc.property(terms, carrier, cents, (settings, stringId, carrierCents) => {
        const inOrder = settings.rules
          .filter(({ isEnabled }) => isEnabled)
          .toSorted((left, right) => left.priority - right.priority || left.id - right.id);
        const price = (rules: readonly MarginRule[]) =>
          priceForCaller(settings.of(rules), stringId, carrierCents);
        const unruled = price([]);
        const isUnruled = (other: typeof unruled) =>
          JSON.stringify(other) === JSON.stringify(unruled);
        // A rule that changes the price on its own certainly applies.
        const fitting = inOrder.findIndex((rule) => !isUnruled(price([rule])));
        const all = price(inOrder);
        assert.deepEqual(all, price(fitting < 0 ? [] : inOrder.slice(0, fitting + 1)));
        // An earlier rule may apply without changing the price, and then it decides.
        assert.ok(
          isUnruled(all) || isDeepStrictEqual(all, price(inOrder.slice(fitting, fitting + 1))),
        );
      }),
    );
  });

  test('a discount alone lowers the price by at most that discount and never raises it', () => {
    fc.assert(
      fc.property(cents, fc.nat(10_000), (carrierCents, discount) => {
        const facts = {
          receiverPostcode: '',
          receiverState: '',
          weightKg4: 0,
          pieces4: 0,
          skus: [],
        };
        const priced = priceForCaller(
          pricingTerms(noSettings, discount, facts),
          'tnt',
          carrierCents,
        );
        assert.ok(priced);
        assert.ok(priced.priceCents <= carrierCents);
        assert.ok(
          Math.abs(priced.priceCents - carrierCents * (1 - discount / 10_000)) <= 0.5 + 1e-6,
        );
      }),
    );
  });
});
