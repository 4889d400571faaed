// Compares the effect of stored rules on a price with a simple reading of the document, value by value and carrier by
// carrier.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { settingsOf } from '../../../test/support/settings-parts.ts';
import { priceForCaller, pricingTerms, type RuleFacts } from '../../domain/quotes/pricing.ts';

const words = {
  sku: ['TILE-1', 'TILE-2', 'tile-1', 'X'],
  state: ['NSW', 'VIC', 'WA'],
  postcode: ['0800', '2000', '3000', '6000'],
};
const carriers = ['tnt', 'toll', 'allied'];
type Stored = { field: string; operator: string; value: (string | number)[] };

const same = fc.constantFrom('in', 'eq');
const ordering = fc.constantFrom('lt', 'lte', 'gt', 'gte');
const wordCondition = fc
  .constantFrom('sku' as const, 'state' as const, 'postcode' as const)
  .chain((field) =>
    fc.record<Stored>({
      field: fc.constant(field),
      operator: same,
      value: fc.array(fc.constantFrom(...words[field]), { minLength: 1, maxLength: 5 }),
    }),
  );
const postcode = fc.constantFrom(...words.postcode);
const figure = fc.nat(4);
const ranged = (field: fc.Arbitrary<string>, value: fc.Arbitrary<string | number>) =>
  fc.oneof(
    fc.record<Stored>({ field, operator: ordering, value: fc.tuple(value) }),
    fc.record<Stored>({
      field,
      operator: fc.constant('between'),
      value: fc.tuple(value, value).map((pair) => pair.toSorted()),
    }),
  );
const figureField = fc.constantFrom('weight', 'cost', 'quantity');
const condition = fc.oneof(
  wordCondition,
  ranged(fc.constant('postcode'), postcode),
  ranged(figureField, figure),
  fc.record<Stored>({
    field: figureField,
    operator: fc.constant('in'),
    value: fc.array(figure, { minLength: 1, maxLength: 5 }),
  }),
);
const rule = fc.record({
  couriers: fc.array(fc.constantFrom(...carriers), { maxLength: 3 }),
  conditions: fc.array(condition, { maxLength: 3 }),
  action: fc.record({ type: fc.constant('fixed_price'), value: fc.integer({ min: 10, max: 20 }) }),
});
const shipment = fc.record({
  skus: fc.array(fc.constantFrom(...words.sku, 'OTHER'), { maxLength: 4 }),
  state: fc.constantFrom(...words.state),
  postcode: fc.constantFrom(...words.postcode, 'SW1A 1AA', ''),
  weight: figure,
  quantity: figure,
  cost: fc.integer({ min: 1, max: 4 }),
});
type Shipment = typeof shipment extends fc.Arbitrary<infer One> ? One : never;

function holds({ field, operator, value }: Stored, given: Shipment): boolean {
  const [first = '', second = ''] = value;
  if (field === 'sku') return given.skus.some((sku) => value.includes(sku));
  const own = given[field as 'state' | 'postcode' | 'weight' | 'quantity' | 'cost'];
  if (field === 'postcode' && !/^\d{4}$/.test(given.postcode)) return false;
  switch (operator) {
    case 'between':
      return own >= first && own <= second;
    case 'lt':
      return own < first;
    case 'lte':
      return own <= first;
    case 'gt':
      return own > first;
    case 'gte':
      return own >= first;
    default:
      return value.includes(own);
  }
}

describe('rules of a settings document', () => {
  test('price each carrier by the first rule that applies', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), shipment, (rules, given) => {
        const facts: RuleFacts = {
          receiverPostcode: given.postcode,
          receiverState: given.state,
          weightKg4: given.weight * 10_000,
          pieces4: given.quantity * 10_000,
          skus: given.skus,
        };
        const terms = pricingTerms(settingsOf({ rules }), 0, facts);
        for (const carrier of carriers) {
          const fitting = rules.find(
            ({ couriers, conditions }) =>
              (couriers.length === 0 || couriers.includes(carrier)) &&
              conditions.every((one) => holds(one, given)),
          );
          assert.equal(
            priceForCaller(terms, carrier, given.cost * 100)?.priceCents,
            (fitting?.action.value ?? given.cost) * 100,
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});
