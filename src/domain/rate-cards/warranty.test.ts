import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  aCardDefinition,
  aShipment,
  d,
  priced,
  workedExampleCard,
} from '../../../test/support/rate-cards/cards.ts';
import type { WarrantyDefinition } from './card-definition.ts';
import { rateShipmentWarranty } from './rating.ts';

const none = aCardDefinition().warranty;

function cover(
  terms: Partial<WarrantyDefinition>,
  declaredCents: number,
  authorityToLeave = false,
): readonly [number, number] {
  const card = aCardDefinition({ warranty: { ...none, ...terms } });
  const shipment = aShipment(['Carton 1x1x1 1kg'], { authorityToLeave });
  const { feeCents, insuredCents } = rateShipmentWarranty(
    priced(card, shipment),
    shipment,
    declaredCents,
    true,
  );
  return [feeCents, insuredCents];
}

const tiered = workedExampleCard().warranty;

describe('the warranty', () => {
  for (const [what, terms, declared, expected] of [
    ['free below its cap', { kind: 'free', capCents: 50_000 }, 30_000, [0, 30_000]],
    ['free above its cap', { kind: 'free', capCents: 50_000 }, 80_000, [0, 50_000]],
    ['free without a cap', { kind: 'free' }, 80_000_000, [0, 80_000_000]],
    ['in tiers: nothing declared', tiered, 0, [0, 0]],
    ['in tiers: the free tier', tiered, 50_000, [0, 50_000]],
    ['in tiers: one cent above', tiered, 50_001, [636, 50_001]],
    ['in tiers: the last tier', tiered, 450_000, [1150, 450_000]],
    ['in tiers: above the cap', tiered, 10_000_000, [1150, 450_000]],
    ['in tiers without a cap', { ...tiered, capCents: undefined }, 900_000, [1150, 450_000]],
    [
      'in tiers with an open end',
      { ...tiered, capCents: undefined, tiers: [{ upToCents: undefined, fee: d('3') }] },
      900_000,
      [300, 900_000],
    ],
    ['in percent', { kind: 'percent', percent: d('1.5') }, 123_456, [1852, 123_456]],
    [
      'in percent beyond the free part',
      { kind: 'percent', percent: d('1.5'), includedCents: 20_000 },
      120_000,
      [1500, 120_000],
    ],
    [
      'in percent, within the free part',
      { kind: 'percent', percent: d('1.5'), includedCents: 20_000, minimumFee: d('5') },
      20_000,
      [0, 20_000],
    ],
    [
      'in percent with a minimum fee',
      { kind: 'percent', percent: d('1.5'), minimumFee: d('5') },
      10_000,
      [500, 10_000],
    ],
    [
      'in percent up to its cap',
      { kind: 'percent', percent: d('1'), capCents: 100_000 },
      900_000,
      [1000, 100_000],
    ],
    ['fee stated before GST', { ...tiered, feesIncludeGst: false }, 100_000, [700, 100_000]],
    ['of a carrier without warranty', { kind: 'none', capCents: 50_000 }, 30_000, [0, 0]],
  ] as const) {
    it(`${what}: ${declared} declared gives fee and cover ${expected.join(' and ')}`, () => {
      assert.deepEqual(cover(terms, declared), expected);
    });
  }

  it('is void when its rule says so', () => {
    assert.deepEqual(cover(tiered, 100_000, true), [0, 0]);
    assert.deepEqual(cover({ ...tiered, voidWhen: undefined }, 100_000, true), [636, 100_000]);
  });

  it('never covers more than the cap or the declared value', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('free' as const, 'tiered' as const, 'percent' as const, 'none' as const),
        fc.nat({ max: 100_000_000 }),
        fc.nat({ max: 100_000_000 }),
        (kind, capCents, declared) => {
          const [fee, insured] = cover({ ...tiered, kind, capCents, percent: d('2') }, declared);
          assert.ok(insured <= capCents && insured <= declared);
          assert.ok(fee >= 0 && Number.isSafeInteger(fee));
          if (insured === 0) assert.equal(fee, 0);
        },
      ),
    );
  });
});
