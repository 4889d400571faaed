// Properties of every price: the engine agrees with a slow exact computation for every break mode, weight method and
// rounding; cents add up; with the bump rule a heavier consignment is never cheaper.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  aCardDefinition,
  aLane,
  aShipment,
  aSurcharge,
  d,
  rate,
} from '../../../test/support/rate-cards/cards.ts';
import { freightByHand } from '../../../test/support/rate-cards/rating-oracle.ts';
import type { Item } from '../bookings/item.ts';
import { parseFraction } from '../decimal.ts';
import { freightWorkings } from '../quotes/freight-part.ts';
import { createShipment, type Shipment } from '../quotes/shipment.ts';
import { workedCents } from '../quotes/working.ts';
import type { LaneDefinition, WeightDefinition } from './card-definition.ts';
import { freightParts } from './lane-parts.ts';
import type { Rating } from './rating.ts';

const price = fc.nat({ max: 99_999 });
const limit = fc.integer({ min: 1, max: 9_999_999 });

const anItem: fc.Arbitrary<Item> = fc.record({
  packaging: fc.nat({ max: 24 }),
  quantity: fc.integer({ min: 1, max: 20 }),
  weightGrams: fc.integer({ min: 1, max: 60_000 }),
  lengthMm: fc.integer({ min: 1, max: 2000 }),
  widthMm: fc.integer({ min: 1, max: 1200 }),
  heightMm: fc.integer({ min: 1, max: 1200 }),
});
const items = fc.array(anItem, { minLength: 1, maxLength: 5 });

function shipmentOf(list: readonly Item[]): Shipment {
  return createShipment({ ...ends, items: list });
}
const { sender, receiver } = aShipment([]);
const ends = { sender, receiver };

const breakList = fc
  .uniqueArray(limit, { maxLength: 5 })
  .chain((limits) =>
    fc.tuple(
      fc.constant(limits.sort((a, b) => a - b)),
      fc.array(price, { minLength: limits.length + 1, maxLength: limits.length + 1 }),
      fc.boolean(),
    ),
  )
  .map(([limits, prices, isOpen]) => {
    const ends4 = isOpen || limits.length === 0 ? [...limits, undefined] : limits;
    return ends4.map((to, index) => ({ to, price: prices[index] ?? 0 }));
  });

const aLaneOf = fc
  .record({
    breakMode: fc.constantFrom('whole', 'cumulative', 'band', 'step', 'flat_rate'),
    breaks: breakList,
    step: fc.constantFrom(d('1'), d('5'), d('0.5'), d('3.3333')),
    basic: fc.nat({ max: 500_000 }),
    basicIncludes: fc.oneof(fc.constant(0), fc.nat({ max: 200_000 })),
    minimum: fc.option(fc.nat({ max: 1_000_000 }), { nil: undefined }),
    maximum: fc.option(fc.integer({ min: 1_000_000, max: 90_000_000 }), { nil: undefined }),
    bump: fc.boolean(),
  })
  .map(({ breaks, step, bump, ...rest }): LaneDefinition => {
    const isSingle = rest.breakMode === 'flat_rate';
    const used = isSingle ? breaks.slice(-1) : breaks;
    return {
      ...aLane('MEL', 'NSW2'),
      ...rest,
      bump: bump && rest.breakMode === 'whole',
      breaks: used.map((entry) => ({
        ...entry,
        step: rest.breakMode === 'step' ? step : d('1'),
      })),
    };
  });

const aWeight = fc
  .record({
    method: fc.constantFrom('consignment', 'per_line', 'per_item', 'dead_only'),
    factor: fc.constantFrom('250', '1000/3', '333.3333', '190', '166.6667', '500'),
    roundAt: fc.constantFrom('item', 'line', 'consignment'),
    roundMode: fc.constantFrom('up', 'nearest', 'none'),
    roundStepKg: fc.constantFrom(d('1'), d('0.5'), d('5'), d('0.001'), d('0.3')),
    minItemKg: fc.constantFrom(0, d('2')),
    minConsignmentKg: fc.constantFrom(0, d('10')),
  })
  .map(({ factor, ...rest }): WeightDefinition => {
    const cubicFactor = parseFraction(factor);
    return { ...rest, cubicFactor, cubicRules: [], palletMinKg: 0 };
  });

/** The freight's lines add up to the freight, except for the rounding of their exact sum. */
function assertWorkings({ card, lanes, freightCents }: Rating): void {
  const workings = freightWorkings(freightParts(card.lanes.rates, lanes), freightCents);
  let sum = 0;
  for (const working of workings) sum += workedCents(working);
  assert.equal(sum, freightCents);
  const last = workings.at(-1);
  if (last?.note.startsWith('rounding') === true)
    assert.ok(Math.abs(workedCents(last)) < workings.length, JSON.stringify(workings));
}

describe('every price', () => {
  it('equals the exact fraction to the cent', () => {
    fc.assert(
      fc.property(aWeight, aLaneOf, items, fc.boolean(), (drawn, lane, list, isPerItem) => {
        // The format requires cards that price item by item to round at the item.
        const per = isPerItem || drawn.method === 'per_item' ? 'item' : 'consignment';
        const weight = per === 'item' ? { ...drawn, roundAt: 'item' as const } : drawn;
        const card = aCardDefinition({ weight, lanes: [{ ...lane, per }] });
        const outcome = rate(card, shipmentOf(list));
        const byHand = freightByHand(weight, { ...lane, per }, list);
        if (byHand === undefined) {
          assert.ok(!outcome.isPriced && outcome.code === 'above_last_break');
        } else {
          assert.ok(outcome.isPriced, JSON.stringify(outcome));
          assert.equal(BigInt(outcome.chargeKg), byHand.chargeKg);
          assert.equal(BigInt(outcome.freightCents), byHand.freightCents);
          assertWorkings(outcome);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('adds up to the cent, with GST as a tenth on top or an eleventh within', () => {
    const amounts = fc.record({
      flat: price,
      perKg: fc.nat({ max: 9999 }),
      perItem: price,
      percent: fc.nat({ max: 500_000 }),
      fuel: fc.nat({ max: 600_000 }),
      inclusive: fc.boolean(),
      tier: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(amounts, aLaneOf, items, (drawn, lane, list) => {
        const card = aCardDefinition({
          lanes: [lane],
          pricesIncludeGst: drawn.inclusive,
          surcharges: [
            aSurcharge('FLAT', { kind: 'amount', amount: drawn.flat, per: 'consignment' }),
            aSurcharge(
              'KG',
              { kind: 'amount', amount: drawn.perKg, per: 'kg' },
              { bearsFuel: true },
            ),
            aSurcharge(
              'ITEM',
              { kind: 'amount', amount: drawn.perItem, per: 'item' },
              { scope: 'item', when: 'l>100' },
            ),
            aSurcharge(
              'PC',
              { kind: 'percent', percent: drawn.percent, of: 'base' },
              { bearsFuel: true },
            ),
          ],
          fuel: [{ percent: drawn.fuel, from: 0, to: 99_999_999, when: undefined }],
          tiers: [{ identifier: 1, description: 'x', basePercent: drawn.tier }],
        });
        const outcome = rate(card, shipmentOf(list));
        if (!outcome.isPriced) return;
        for (const amount of [outcome, ...outcome.tiers]) {
          const { freightCents, surchargeCents, fuelCents, exCents, gstCents, priceCents } = amount;
          const listed = amount.charges.reduce((total, { cents }) => total + cents, 0);
          assert.equal(surchargeCents, listed);
          assert.equal(exCents + gstCents, priceCents);
          const sum = freightCents + surchargeCents + fuelCents;
          assert.equal(sum, drawn.inclusive ? priceCents : exCents);
          const gst = drawn.inclusive
            ? Math.floor((2 * sum + 11) / 22)
            : Math.floor((sum + 5) / 10);
          assert.equal(gstCents, gst);
          for (const value of [freightCents, fuelCents, priceCents]) {
            assert.ok(Number.isSafeInteger(value) && value >= 0);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('with the bump rule', () => {
  it('a heavier consignment is never cheaper', () => {
    fc.assert(
      fc.property(
        aLaneOf,
        fc.integer({ min: 1, max: 22_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (drawn, grams, more) => {
          const lane = { ...drawn, breakMode: 'whole', bump: true } as const;
          const card = aCardDefinition({ lanes: [lane] });
          const box = { packaging: 0, quantity: 1, lengthMm: 1, widthMm: 1, heightMm: 1 };
          const light = rate(card, shipmentOf([{ ...box, weightGrams: grams }]));
          const heavy = rate(card, shipmentOf([{ ...box, weightGrams: grams + more }]));
          if (!light.isPriced || !heavy.isPriced) return;
          assert.ok(light.priceCents <= heavy.priceCents);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
