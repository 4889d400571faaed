import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  aCardDefinition,
  aLane,
  aShipment,
  aSurcharge,
  d,
  priced,
  refusal,
} from '../../../test/support/rate-cards/cards.ts';
import type { Shipment } from '../quotes/shipment.ts';
import { findChargeCode } from './breakdown.ts';
import type { CardDefinition, SurchargeDefinition } from './card-definition.ts';

const amount = (
  value: string,
  per: 'consignment' | 'item' | 'kg' | 'pallet' | 'm3' = 'consignment',
) => ({ kind: 'amount', amount: d(value), per }) as const;
const percent = (value: string, of: 'base' | 'declared' = 'base') =>
  ({ kind: 'percent', percent: d(value), of }) as const;
const perItem = { scope: 'item' } as const;

/** Code → cents of all charges besides freight (ten dollars plus an amount per kilogram). */
function charges(
  surcharges: readonly SurchargeDefinition[],
  shipment: Shipment,
  more: Partial<CardDefinition> = {},
): Record<string, number> {
  const lanes = [aLane('MEL', 'NSW2', { breaks: '*:10.01' })];
  const rating = priced(aCardDefinition({ lanes, surcharges, ...more }), shipment);
  const total = rating.charges.reduce((sum, { cents }) => sum + cents, 0);
  assert.equal(rating.surchargeCents, total);
  const byCode: Record<string, number> = {};
  for (const charge of rating.charges) {
    const code = findChargeCode(rating.card, charge);
    byCode[code] = (byCode[code] ?? 0) + charge.cents;
  }
  return byCode;
}

// 2 cartons of 24 kg cubic (14 kg dead), one tube of 5.4 kg cubic (6 kg dead): charged as 54 kg.
const shipment = aShipment(['2 x Carton 60x40x40 14kg', 'Tube 150x12x12 6kg'], {
  declaredValueCents: 123_456,
});
const pallets = aShipment(['3 x Pallet 100x100x100 100kg', 'Carton 10x10x10 1kg']);

describe('a surcharge', () => {
  for (const [what, surcharge, on, expected] of [
    ['for the consignment', aSurcharge('S', amount('6.50')), shipment, 650],
    ['for each piece', aSurcharge('S', amount('1.10', 'item')), shipment, 330],
    ['for each kilogram', aSurcharge('S', amount('0.1234', 'kg')), shipment, 666],
    ['for each cubic metre', aSurcharge('S', amount('100', 'm3')), shipment, 2136],
    ['for each pallet', aSurcharge('S', amount('7', 'pallet')), pallets, 2100],
    [
      'for each cubic metre, to the cubic millimetre',
      aSurcharge('S', amount('80', 'm3')),
      aShipment(['3 x Carton 47.4x51x22.4 1kg']),
      1300,
    ],
    [
      'on each cubic metre of an item, to the cubic millimetre',
      aSurcharge('S', amount('300', 'm3'), perItem),
      aShipment(['3 x Carton 47.4x51x22.4 1kg']),
      3 * 1624,
    ],
    [
      'for each cubic metre of a tiny volume',
      aSurcharge('S', amount('5', 'm3'), { minimum: d('8') }),
      aShipment(['Carton 6x4x2 1kg']),
      800,
    ],
    [
      'on each cubic metre of a tiny item',
      aSurcharge('S', amount('200', 'm3'), perItem),
      aShipment(['1000 x Carton 6x4x2 0.01kg']),
      1000,
    ],
    ['in percent of the freight', aSurcharge('S', percent('20')), shipment, 10_811],
    [
      'in percent of the declared value',
      aSurcharge('S', percent('1.5', 'declared')),
      shipment,
      1852,
    ],
    [
      'with a minimum',
      aSurcharge('S', percent('1', 'declared'), { minimum: d('20') }),
      shipment,
      2000,
    ],
    [
      'for each pallet, with a minimum',
      aSurcharge('S', amount('7', 'pallet'), { minimum: d('25') }),
      pallets,
      2500,
    ],
    ['with a maximum', aSurcharge('S', percent('20'), { maximum: d('50') }), shipment, 5000],
    [
      'on each item that matches',
      aSurcharge('S', amount('8', 'item'), { ...perItem, when: 'l<100' }),
      shipment,
      1600,
    ],
    [
      'on each kilogram of matching items',
      aSurcharge('S', amount('0.1', 'kg'), { ...perItem, when: 'l<100' }),
      shipment,
      480,
    ],
    [
      'on each cubic metre of matching items',
      aSurcharge('S', amount('10', 'm3'), { ...perItem, when: 'l<100' }),
      shipment,
      192,
    ],
    [
      'on each pallet among the items',
      aSurcharge('S', amount('5', 'pallet'), perItem),
      pallets,
      1500,
    ],
    [
      'once when any item matches',
      aSurcharge('S', amount('8'), { ...perItem, when: 'l<100' }),
      shipment,
      800,
    ],
    [
      'in percent when any item matches',
      aSurcharge('S', percent('10'), { ...perItem, when: 'l>149' }),
      shipment,
      5405,
    ],
    [
      'with a minimum on each item',
      aSurcharge('S', amount('0.1', 'kg'), { ...perItem, minimum: d('3') }),
      shipment,
      900,
    ],
    [
      'whose condition fails',
      aSurcharge('S', amount('8'), { when: 'dangerous' }),
      shipment,
      undefined,
    ],
    [
      'for each pallet, with a minimum, without pallets,',
      aSurcharge('S', amount('45', 'pallet'), { minimum: d('60') }),
      shipment,
      undefined,
    ],
    [
      'in percent of an undeclared value, with a minimum,',
      aSurcharge('S', percent('1', 'declared'), { minimum: d('20') }),
      aShipment(['Carton 30x30x30 5kg']),
      undefined,
    ],
    [
      'on items without a match',
      aSurcharge('S', amount('8', 'item'), { ...perItem, when: 'l>200' }),
      shipment,
      undefined,
    ],
  ] as const) {
    it(`${what} is ${expected ?? 'not charged'}`, () => {
      assert.equal(charges([surcharge], on).S, expected);
    });
  }

  it('is rounded on each item, so that the items add up', () => {
    // 0.125 per item rounds to 13 cents per item: 26 cents for two, not 25.
    const surcharge = aSurcharge('S', amount('0.125', 'item'), { ...perItem, when: 'l<100' });
    assert.deepEqual(charges([surcharge], shipment), { S: 26 });
  });

  it('on application stops the quote and names its rule', () => {
    const rule = aSurcharge(
      'LONG',
      { kind: 'price_on_application' },
      { ...perItem, when: 'l>=600' },
    );
    const card = aCardDefinition({ surcharges: [rule] });
    assert.equal(refusal(card, aShipment(['Tube 600x5x5 10kg'])), 'price_on_application');
    assert.ok(refusal(card, aShipment(['Tube 599x5x5 10kg'])).startsWith('priced'));
  });

  it('bears fuel only when it says so', () => {
    const fuel = [{ percent: d('10'), from: 0, to: 99_999_999, when: undefined }];
    const surcharges = [
      aSurcharge('WITH', amount('10'), { bearsFuel: true }),
      aSurcharge('WITHOUT', amount('10')),
    ];
    const card = aCardDefinition({ fuel, surcharges, lanes: [aLane('MEL', 'NSW2')] });
    assert.equal(priced(card, shipment).fuelCents, Math.round((5400 + 1000) * 0.1));
  });
});

describe('a group', () => {
  const handling = { ...perItem, group: 'handling' };
  const long = aSurcharge('LEN1', amount('8', 'item'), { ...handling, when: 'l>=120' });
  const tube = aSurcharge('TUBE', amount('9.50', 'item'), { ...handling, when: "type=='Tube'" });
  const heavy = aSurcharge('HEAVY', amount('3', 'item'), { ...handling, when: 'kg>10' });
  const max = { groups: new Map([['handling', 'max' as const]]) };
  const sum = { groups: new Map([['handling', 'sum' as const]]) };

  it('charges the dearest surcharge of each item in a max group', () => {
    assert.deepEqual(charges([long, tube, heavy], shipment, max), { TUBE: 950, HEAVY: 600 });
    assert.deepEqual(charges([tube, heavy, long], shipment, max), { TUBE: 950, HEAVY: 600 });
  });

  it('adds up the surcharges of a sum group', () => {
    assert.deepEqual(charges([long, tube, heavy], shipment, sum), {
      LEN1: 800,
      TUBE: 950,
      HEAVY: 600,
    });
  });

  it('charges one of two equal surcharges', () => {
    const same = aSurcharge('SAME', amount('9.50', 'item'), { ...handling, when: 'l>=120' });
    assert.deepEqual(charges([same, tube], shipment, max), { SAME: 950 });
    assert.deepEqual(charges([tube, same], shipment, max), { TUBE: 950 });
  });

  it('lets one charge of the consignment compete with the sum over its items', () => {
    const home = (value: string) => aSurcharge('HOME', amount(value), { group: 'handling' });
    assert.deepEqual(charges([home('15.49'), tube, heavy], shipment, max), {
      TUBE: 950,
      HEAVY: 600,
    });
    assert.deepEqual(charges([home('15.51'), tube, heavy], shipment, max), { HOME: 1551 });
    const crew = aSurcharge('CREW', amount('20'), { group: 'handling' });
    assert.deepEqual(charges([home('15.51'), tube, heavy, crew], shipment, max), { CREW: 2000 });
  });

  it('does not affect charges outside it', () => {
    const flat = aSurcharge('RESI', amount('6.50'));
    const found = charges([flat, long, tube], shipment, max);
    assert.deepEqual(found, { RESI: 650, TUBE: 950 });
  });
});

describe('tiers', () => {
  it('change the freight and with it fuel and percentages of the freight', () => {
    const card = aCardDefinition({
      lanes: [aLane('MEL', 'NSW2', { breaks: '*:10.01' })],
      surcharges: [aSurcharge('DG', percent('20'), { bearsFuel: true })],
      fuel: [{ percent: d('10'), from: 0, to: 99_999_999, when: undefined }],
      tiers: [{ identifier: 3, description: 'Half', basePercent: d('-50') }],
    });
    const [tier] = priced(card, shipment).tiers;
    // 540.54 / 2 = 270.27; 20 % of it is 54.05; fuel 32.43; 356.75; GST 35.68.
    assert.deepEqual(
      [tier?.freightCents, tier?.surchargeCents, tier?.fuelCents, tier?.exCents, tier?.priceCents],
      [27_027, 5405, 3243, 35_675, 39_243],
    );
  });
});
