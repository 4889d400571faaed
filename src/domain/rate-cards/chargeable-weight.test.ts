import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  aCardDefinition,
  aLane,
  aShipment,
  aSurcharge,
  d,
  noLimits,
  priced,
} from '../../../test/support/rate-cards/cards.ts';
import { formatDecimal4, parseFraction } from '../decimal.ts';
import type { WeightDefinition } from './card-definition.ts';

const base = aCardDefinition().weight;

/** Two light bulky cartons (0.064 m³, 2.1 kg each) and one heavy small one (0.001 m³, 20.3 kg). */
const mixed = ['2 x Carton 40x40x40 2.1kg', 'Carton 10x10x10 20.3kg'];

function chargeKg(weight: Partial<WeightDefinition>, items: readonly string[]): string {
  const card = aCardDefinition({
    weight: { ...base, ...weight },
    lanes: [aLane('MEL', 'NSW2', { per: weight.method === 'per_item' ? 'item' : 'consignment' })],
  });
  return formatDecimal4(priced(card, aShipment(items)).chargeKg);
}

describe('the chargeable weight', () => {
  // Dead 24.5 kg; cubic at 250: 2 × 16 + 0.25 = 32.25 kg.
  for (const [method, roundAt, roundMode, expected] of [
    ['consignment', 'consignment', 'up', '33'],
    ['consignment', 'consignment', 'nearest', '32'],
    ['consignment', 'consignment', 'none', '32.25'],
    ['consignment', 'line', 'up', '33'],
    ['consignment', 'line', 'nearest', '32'],
    ['consignment', 'line', 'none', '32.25'],
    ['consignment', 'item', 'up', '33'],
    ['consignment', 'item', 'nearest', '32'],
    ['consignment', 'item', 'none', '32.25'],
    // 32 for the light line and 20.3 for the heavy one.
    ['per_line', 'consignment', 'up', '53'],
    ['per_line', 'consignment', 'nearest', '52'],
    ['per_line', 'consignment', 'none', '52.3'],
    ['per_line', 'line', 'up', '53'],
    ['per_line', 'line', 'nearest', '52'],
    ['per_line', 'item', 'up', '53'],
    ['per_item', 'item', 'up', '53'],
    ['per_item', 'item', 'nearest', '52'],
    ['per_item', 'item', 'none', '52.3'],
    ['dead_only', 'consignment', 'up', '25'],
    ['dead_only', 'consignment', 'nearest', '25'],
    ['dead_only', 'consignment', 'none', '24.5'],
    // 2 × 3 + 21, then 2 × 2 + 20.
    ['dead_only', 'item', 'up', '27'],
    ['dead_only', 'item', 'nearest', '24'],
    // 4.2 → 5 and 20.3 → 21; nearest 4 and 20.
    ['dead_only', 'line', 'up', '26'],
    ['dead_only', 'line', 'nearest', '24'],
  ] as const) {
    it(`by ${method}, rounded ${roundMode} at ${roundAt}, is ${expected} kg`, () => {
      assert.equal(chargeKg({ method, roundAt, roundMode }, mixed), expected);
    });
  }

  it('is 78 kg in the worked example', () => {
    const items = ['3 x Carton 60x40x40 14kg', 'Tube 150x12x12 6kg'];
    assert.equal(chargeKg({}, items), '78');
    assert.equal(chargeKg({ roundMode: 'none' }, items), '77.4');
  });

  for (const [factor, unrounded] of [
    ['1000/3', '21.3333'],
    ['333', '21.312'],
    ['333.3333', '21.3333'],
  ] as const) {
    it(`is 22 kg rounded up and ${unrounded} unrounded for 40 × 40 × 40 cm at ${factor} (G1)`, () => {
      const cubicFactor = parseFraction(factor);
      assert.equal(chargeKg({ cubicFactor }, ['Carton 40x40x40 2kg']), '22');
      assert.equal(
        chargeKg({ cubicFactor, roundMode: 'none' }, ['Carton 40x40x40 2kg']),
        unrounded,
      );
    });
  }

  it('is not rounded up when fractions of items add up to a whole kilogram', () => {
    // Three times 30 × 10 × 10 cm at 1000/3 are exactly 3 kg, though each is 1 kg only in thirds of a gram.
    const cubicFactor = parseFraction('1000/3');
    assert.equal(chargeKg({ cubicFactor }, ['3 x Carton 30x10x10 0.5kg']), '3');
    assert.equal(chargeKg({ cubicFactor }, Array(3).fill('Carton 10x10x10 0.1kg')), '1');
    assert.equal(chargeKg({ cubicFactor }, Array(4).fill('Carton 10x10x10 0.1kg')), '2');
  });

  it('is rounded up by the smallest excess', () => {
    // 4 001 cm³ × 250 = 1.00025 kg, and 4 000 cm³ × 250.0001 = 1.0000004 kg.
    assert.equal(chargeKg({}, ['Carton 400.1x10x1 0.1kg']), '2');
    const cubicFactor = parseFraction('250.0001');
    assert.equal(chargeKg({ cubicFactor }, ['Carton 40x10x10 0.1kg']), '2');
  });

  it('rounds to the nearest step, halves up', () => {
    const weight = { roundMode: 'nearest', roundStepKg: d('0.5'), method: 'dead_only' } as const;
    assert.equal(chargeKg(weight, ['Carton 1x1x1 1.249kg']), '1');
    assert.equal(chargeKg(weight, ['Carton 1x1x1 1.25kg']), '1.5');
    assert.equal(chargeKg({ ...weight, roundStepKg: d('5') }, ['Carton 1x1x1 12.5kg']), '15');
  });

  it('rounds to the nearest step beyond the fourth decimal when that decides', () => {
    // 2 000 cm³ at 1000/3 are 0.66666… kg.
    const weight = { roundMode: 'nearest', cubicFactor: parseFraction('1000/3') } as const;
    const items = ['Carton 20x10x10 0.1kg'];
    assert.equal(chargeKg({ ...weight, roundStepKg: d('0.0001') }, items), '0.6667');
    assert.equal(chargeKg({ ...weight, roundStepKg: d('0.4445') }, items), '0.4445');
  });

  it('by dead weight keeps the cubic weight for the rules and the breakdown', () => {
    for (const roundAt of ['consignment', 'line', 'item'] as const) {
      const weight = { ...base, method: 'dead_only', roundAt, roundMode: 'none' } as const;
      const surcharges = [
        aSurcharge(
          'BULKY',
          { kind: 'amount', amount: d('5'), per: 'consignment' },
          { when: 'total_cubic_kg > 32' },
        ),
      ];
      const rating = priced(aCardDefinition({ weight, surcharges }), aShipment(mixed));
      assert.equal(rating.totalCubicKg, d('32.25'));
      assert.equal(rating.chargeKg, d('24.5'));
      assert.equal(rating.surchargeCents, 500);
    }
  });

  it('is at least its minimums', () => {
    assert.equal(chargeKg({ minConsignmentKg: d('5') }, ['Carton 1x1x1 1kg']), '5');
    assert.equal(chargeKg({ minItemKg: d('3') }, ['2 x Carton 1x1x1 1kg']), '6');
    const weight = { palletMinKg: d('250'), minItemKg: d('1') };
    assert.equal(chargeKg(weight, ['Pallet 1x1x1 90kg', 'Carton 1x1x1 0.5kg']), '251');
    assert.equal(chargeKg(weight, ['Skid 1x1x1 90kg']), '90');
  });

  it('uses the factor of the first rule that applies to the item', () => {
    const when = '(l>120 && w>120) || h>180 || ((l>120 || w>120) && kg>59)';
    const cubicRules = [
      { when, factor: { numerator: 333, denominator: 1 } },
      { when: 'l>100', factor: { numerator: 300, denominator: 1 } },
    ];
    const weight = { cubicRules, roundMode: 'none' } as const;
    assert.equal(chargeKg(weight, ['Carton 130x130x10 5kg']), formatDecimal4(d('56.277')));
    assert.equal(chargeKg(weight, ['Carton 130x50x50 60kg']), formatDecimal4(d('108.225')));
    assert.equal(chargeKg(weight, ['Carton 130x50x50 5kg']), '97.5');
    assert.equal(chargeKg(weight, ['Carton 100x50x50 5kg']), '62.5');
    assert.equal(chargeKg(weight, ['Carton 100x50x50 5kg', 'Carton 130x50x50 5kg']), '160');
  });

  it('has the usual cubic weight while the factor is chosen', () => {
    const cubicRules = [{ when: 'cubic_kg > 60', factor: { numerator: 500, denominator: 1 } }];
    assert.equal(chargeKg({ cubicRules }, ['Carton 100x50x50 5kg']), '125');
    assert.equal(chargeKg({ cubicRules }, ['Carton 100x50x40 5kg']), '50');
  });

  it('stays exact for a thousand containers', () => {
    // 14 × 14 × 14 m, a thousand of them at 250.0001: far beyond safe integers, exactly 686 000 274.4 kg.
    const weight = { cubicFactor: parseFraction('250.0001'), roundMode: 'none' } as const;
    const card = aCardDefinition({
      weight: { ...base, ...weight },
      lanes: [aLane('MEL', 'NSW2', { breaks: '*:0.0001' })],
      limits: noLimits,
    });
    const rating = priced(card, aShipment(['1000 x Crate 1400x1400x1400 22000kg']));
    assert.equal(formatDecimal4(rating.chargeKg), '686000274.4');
  });
});
