import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  aCardDefinition,
  aLane,
  aShipment,
  aSurcharge,
  d,
  priced,
} from '../../../test/support/rate-cards/cards.ts';
import type { ShipmentInput } from '../quotes/shipment.ts';
import { findChargeCode } from './breakdown.ts';
import type { AreaDefinition, SurchargeDefinition } from './card-definition.ts';

function anArea(code: string, from: number, to: number, more: Partial<AreaDefinition> = {}) {
  return {
    code,
    label: code,
    postcodeFrom: from,
    postcodeTo: to,
    suburb: undefined,
    side: 'delivery',
    amount: d('10'),
    per: 'consignment',
    perKg: 0,
    bearsFuel: false,
    ...more,
  } satisfies AreaDefinition;
}

/** From Melbourne 3000 to Albury 2640, two cartons, charged as 20 kg. */
function charged(
  areas: readonly AreaDefinition[],
  rule: Partial<SurchargeDefinition> = {},
  ends: Partial<ShipmentInput> = {},
): (readonly [string, number])[] {
  const card = aCardDefinition({
    lanes: [aLane('MEL', 'NSW2'), aLane('NSW2', 'NSW2')],
    areas,
    surcharges: [aSurcharge('AREA', { kind: 'areas' }, rule)],
    fuel: [{ percent: d('10'), from: 0, to: 99_999_999, when: undefined }],
  });
  const rating = priced(card, aShipment(['2 x Carton 10x10x10 10kg'], ends));
  return rating.charges.map((charge) => [findChargeCode(rating.card, charge), charge.cents]);
}

describe('an area charge', () => {
  it('applies to its postcodes, both ends included, on its side', () => {
    assert.deepEqual(charged([anArea('A', 2640, 2640), anArea('B', 2641, 2650)]), [['A', 1000]]);
    assert.deepEqual(charged([anArea('A', 2640, 2640, { side: 'pickup' })]), []);
    assert.deepEqual(charged([anArea('A', 3000, 3000, { side: 'pickup' })]), [['A', 1000]]);
  });

  it('charges every matching code', () => {
    const areas = [anArea('A', 2600, 2700), anArea('B', 2640, 2640)];
    assert.deepEqual(charged(areas), [
      ['A', 1000],
      ['B', 1000],
    ]);
  });

  it("charges the suburb's amount before the range's under one code", () => {
    const areas = [
      anArea('A', 2640, 2649),
      anArea('A', 2640, 2640, { suburb: 'ALBURY', amount: d('4') }),
      anArea('A', 2640, 2640, { suburb: 'LAVINGTON', amount: d('5') }),
    ];
    assert.deepEqual(charged(areas), [['A', 400]]);
  });

  it('for either end is charged once, even when both ends lie in it', () => {
    assert.deepEqual(charged([anArea('A', 2000, 3999, { side: 'either' })]), [['A', 1000]]);
  });

  it('for either end that names a suburb is charged once when both ends lie in that suburb', () => {
    const end = { postcode: '2640', suburb: 'ALBURY', state: 'NSW', type: 'business' } as const;
    const named = anArea('A', 2640, 2640, { suburb: 'ALBURY', side: 'either', amount: d('4') });
    const range = anArea('A', 2640, 2649, { side: 'either' });
    assert.deepEqual(charged([named, range], {}, { sender: end }), [['A', 400]]);
    assert.deepEqual(charged([range, named], {}, { sender: end }), [['A', 400]]);
    const delivered = anArea('A', 2640, 2649);
    assert.deepEqual(charged([named, delivered], {}, { sender: end }), [['A', 400]]);
  });

  it('charges amounts for each item and for each kilogram separately', () => {
    const area = anArea('A', 2640, 2640, { per: 'item', perKg: d('0.055') });
    assert.deepEqual(charged([area]), [
      ['A', 2000],
      ['A', 110],
    ]);
    assert.deepEqual(charged([{ ...area, amount: 0 }]), [['A', 110]]);
  });

  it('bears fuel by row', () => {
    const areas = [anArea('A', 2640, 2640, { bearsFuel: true }), anArea('B', 2640, 2640)];
    const card = aCardDefinition({
      areas,
      surcharges: [aSurcharge('AREA', { kind: 'areas' })],
      fuel: [{ percent: d('10'), from: 0, to: 99_999_999, when: undefined }],
    });
    assert.equal(priced(card, aShipment(['Carton 1x1x1 10kg'])).fuelCents, 200);
  });

  it('can be disabled by the rule that names the table', () => {
    assert.deepEqual(charged([anArea('A', 2640, 2640)], { when: 'dangerous' }), []);
  });
});
