import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  aCardDefinition,
  aLane,
  aShipment,
  aSurcharge,
  aZone,
  d,
  priced,
  rate,
  refusal,
  weighing,
  workedExampleCard,
  workedExampleShipment,
} from '../../../test/support/rate-cards/cards.ts';
import { findChargeCode } from './breakdown.ts';
import type { CardDefinition } from './card-definition.ts';
import { type Rating, rateShipmentWarranty } from './rating.ts';
import { describeFailure, serviceabilityOf } from './rating-failure.ts';

function chargesOf(rating: Pick<Rating, 'charges' | 'card'>): Record<string, number> {
  return Object.fromEntries(
    rating.charges.map((charge) => [findChargeCode(rating.card, charge), charge.cents]),
  );
}

describe('the worked example', () => {
  const shipment = workedExampleShipment();
  const rating = priced(workedExampleCard(), shipment);

  it('costs 72.63 by the stated steps', () => {
    assert.equal(rating.chargeKg, d('78'));
    assert.equal(rating.freightCents, 4116);
    assert.deepEqual(chargesOf(rating), { RESI: 650, TUBE: 950 });
    assert.equal(rating.fuelCents, 887);
    assert.equal(rating.exCents, 6603);
    assert.equal(rating.gstCents, 660);
    assert.equal(rating.priceCents, 7263);
  });

  it('has cover of 1800 for a fee of 11.50, 84.13 in total', () => {
    const warranty = rateShipmentWarranty(rating, shipment, shipment.declaredValueCents, true);
    assert.deepEqual(warranty, { feeCents: 1150, insuredCents: 180_000 });
    assert.equal(rating.priceCents + warranty.feeCents, 8413);
    const without = rateShipmentWarranty(rating, shipment, shipment.declaredValueCents, false);
    assert.deepEqual(without, { feeCents: 0, insuredCents: 0 });
  });

  it('has the two tiers', () => {
    const tiers = rating.tiers.map((tier) => [
      tier.identifier,
      tier.description,
      tier.freightCents,
      tier.fuelCents,
      tier.exCents,
      tier.gstCents,
      tier.priceCents,
    ]);
    assert.deepEqual(tiers, [
      [1, 'Multipickup 10', 3704, 814, 6118, 612, 6730],
      [2, 'Multipickup 21', 3375, 757, 5732, 573, 6305],
    ]);
  });

  it('keeps every intermediate figure', () => {
    assert.deepEqual(rating.charges, [
      {
        rule: 0,
        area: -1,
        basis: d('1'),
        unit: 'consignment',
        times: 1,
        rate: d('6.5'),
        cents: 650,
        bearsFuel: false,
      },
      {
        rule: 2,
        area: -1,
        basis: d('1'),
        unit: 'item',
        times: 1,
        rate: d('9.5'),
        cents: 950,
        bearsFuel: true,
      },
    ]);
    const units = d('78');
    assert.deepEqual(rating.lanes, [
      { rate: 0, units, breakUnits: units, times: 1, chargeE8: 4_116_000_000 },
    ]);
    assert.equal(rating.totalCubicKg, d('77.4'));
    assert.equal(rating.fuelPercent, d('17.5'));
    const zones = [rating.fromZone, rating.toZone].map((zone) => rating.card.zones.codes[zone]);
    assert.deepEqual(zones, ['MEL', 'NSW2']);
  });

  it('has no fuel before the levy started', () => {
    assert.equal(priced(workedExampleCard(), shipment, 20_260_104).fuelCents, 0);
    assert.equal(priced(workedExampleCard(), shipment, 20_260_105).fuelCents, 887);
  });
});

describe('lanes', () => {
  const freight = (card: Partial<CardDefinition>, shipment = weighing('10')): number | string => {
    const outcome = rate(aCardDefinition(card), shipment);
    return outcome.isPriced ? outcome.freightCents : outcome.code;
  };

  it('round the freight once, half up', () => {
    assert.equal(freight({ lanes: [aLane('MEL', 'NSW2', { breaks: '*:0.1005' })] }), 101);
    assert.equal(freight({ lanes: [aLane('MEL', 'NSW2', { breaks: '*:0.1004' })] }), 100);
  });

  it('use the closest row: suburb, pair, parent, any', () => {
    const rows = [
      aLane('*', '*', { breaks: '*:6' }),
      aLane('MEL', '*', { breaks: '*:5' }),
      aLane('*', 'NSW2', { breaks: '*:4' }),
      aLane('MEL', 'NSW', { breaks: '*:3' }),
      aLane('MEL', 'NSW2', { breaks: '*:2' }),
      aLane('*', '*', { breaks: '*:1', toSuburb: 'ALBURY' }),
    ];
    const zones = [aZone('MEL', 3000, 3207), aZone('NSW2', 2640, 2649, { parent: 'NSW' })];
    const expected = [6000, 5000, 4000, 3000, 2000, 1000];
    for (let count = 1; count <= rows.length; count += 1) {
      assert.equal(
        freight({ zones, lanes: rows.slice(0, count) }),
        expected[count - 1],
        `${count}`,
      );
      assert.equal(freight({ zones, lanes: rows.slice(0, count).reverse() }), expected[count - 1]);
    }
  });

  it('do not apply to a suburb of another name', () => {
    const lanes = [
      aLane('MEL', 'NSW2', { breaks: '*:2' }),
      aLane('MEL', 'NSW2', { breaks: '*:1', toSuburb: 'LAVINGTON' }),
    ];
    assert.equal(freight({ lanes }), 2000);
  });

  it('apply backwards on a reciprocal card, unless the way back has its own row', () => {
    const back = [aLane('NSW2', 'MEL', { breaks: '*:2' })];
    assert.equal(freight({ lanes: back }), 'route_not_served');
    assert.equal(freight({ lanes: back, isReciprocal: true }), 2000);
    const both = [...back, aLane('MEL', 'NSW2', { breaks: '*:3' })];
    assert.equal(freight({ lanes: both, isReciprocal: true }), 3000);
  });

  it('adds the prices of different packaging, each by its own weight', () => {
    const lanes = [
      aLane('MEL', 'NSW2', { breaks: '*:1' }),
      aLane('MEL', 'NSW2', { itemType: 'pallet', unit: 'pallet', breaks: '1:90|*:80' }),
    ];
    const shipment = aShipment(['2 x Pallet 120x120x100 300kg', 'Box 10x10x10 7.5kg']);
    const rating = priced(aCardDefinition({ lanes }), shipment);
    assert.equal(rating.freightCents, 16_000 + 800);
    assert.equal(rating.lanes.length, 2);
    assert.equal(rating.chargeKg, d('721'));
  });

  it('prices only its own packaging type', () => {
    const lanes = [aLane('MEL', 'NSW2', { itemType: 'satchel' })];
    assert.equal(freight({ lanes }), 'packaging_not_carried');
    assert.equal(freight({ lanes }, aShipment(['Satchel 500g 10x10x1 0.5kg'])), 100);
  });

  it('prefer the row of the exact type to the row of its family, however far', () => {
    const lanes = [
      aLane('MEL', 'NSW2', { itemType: 'Satchel', breaks: '*:5' }),
      aLane('*', '*', { itemType: 'Satchel 3kg', breaks: '*:2' }),
    ];
    assert.equal(freight({ lanes }, aShipment(['Satchel 3kg 10x10x1 2kg'])), 400);
    assert.equal(freight({ lanes }, aShipment(['Satchel 5kg 10x10x1 2kg'])), 1000);
  });

  it('count items, cubic metres and kilometres', () => {
    const shipment = aShipment(['3 x Carton 50x50x50 1kg'], { distanceMetres: 12_300 });
    const unit = (name: 'item' | 'm3' | 'km') =>
      freight({ lanes: [aLane('MEL', 'NSW2', { unit: name, breaks: '*:2' })] }, shipment);
    assert.equal(unit('item'), 600);
    assert.equal(unit('m3'), 75);
    assert.equal(unit('km'), 2460);
  });

  it('charge a volume to the cubic millimetre', () => {
    const volume = (lane: object, ...lines: string[]) =>
      freight({ lanes: [aLane('MEL', 'NSW2', { unit: 'm3', ...lane })] }, aShipment(lines));
    // 3 x 0.05414976 m3 x 80 = 12.9959: with four decimals of the volume it would be 12.9920.
    assert.equal(volume({ breaks: '*:80' }, '3 x Carton 47.4x51x22.4 1kg'), 1300);
    assert.equal(volume({ breaks: '*:80', per: 'item' }, '3 x Carton 47.4x51x22.4 1kg'), 1300);
    const whole = { breakMode: 'whole', breaks: '1:100|*:10' };
    assert.equal(volume(whole, 'Carton 100x100x100 1kg'), 10_000);
    assert.equal(volume(whole, 'Carton 100.1x100x100 1kg'), 1001);
    const parts = { breakMode: 'cumulative', breaks: '0.5:100|*:50', basicIncludes: d('0.25') };
    assert.equal(volume(parts, 'Carton 100.1x100x100 1kg'), 5005);
    const started = { breakMode: 'step', breaks: '*:7/0.5' };
    assert.equal(volume(started, 'Carton 100x100x100 1kg'), 1400);
    assert.equal(volume(started, 'Carton 100.1x100x100 1kg'), 2100);
    assert.equal(volume({ breaks: '1:100' }, 'Carton 100.1x100x100 1kg'), 'above_last_break');
  });

  it('by distance need a distance', () => {
    const lanes = [aLane('MEL', 'NSW2', { unit: 'km' })];
    assert.equal(freight({ lanes }), 'distance_unknown');
    const when = 'km > 20';
    const surcharges = [
      aSurcharge('FAR', { kind: 'amount', amount: 1, per: 'consignment' }, { when }),
    ];
    assert.equal(freight({ surcharges }), 'distance_unknown');
  });

  it('charge each item separately, floor and ceiling included', () => {
    const weight = { ...aCardDefinition().weight, method: 'per_item', roundAt: 'item' } as const;
    const lane = { per: 'item', basic: d('2'), minimum: d('5'), maximum: d('20') } as const;
    const lanes = [aLane('MEL', 'NSW2', { ...lane, breaks: '*:1' })];
    const shipment = aShipment([
      '2 x Carton 10x10x10 1kg',
      'Carton 10x10x10 7.2kg',
      'Carton 1x1x1 90kg',
    ]);
    assert.equal(freight({ weight, lanes }, shipment), 2 * 500 + 1000 + 2000);
  });

  it('by item may use the break of the whole consignment', () => {
    const weight = { ...aCardDefinition().weight, method: 'per_item', roundAt: 'item' } as const;
    const lanes = [aLane('MEL', 'NSW2', { per: 'item', breaks: '10:2|*:1' })];
    const shipment = aShipment(['3 x Carton 10x10x10 4kg']);
    assert.equal(freight({ weight, lanes }, shipment), 2400);
    assert.equal(freight({ weight, lanes, breakBy: 'consignment' }, shipment), 1200);
  });

  it('end at their last break', () => {
    const lanes = [aLane('MEL', 'NSW2', { breaks: '5:1' })];
    const outcome = rate(aCardDefinition({ lanes }), weighing('10'));
    assert.ok(!outcome.isPriced);
    assert.equal(describeFailure(outcome), 'the rate table ends below 10 kg');
  });

  it('never quote a price beyond the range of numbers', () => {
    const lanes = [aLane('MEL', 'NSW2', { breaks: '*:999999999' })];
    assert.equal(
      freight({ lanes }, aShipment(['1000 x Crate 1x1x1 22000kg'])),
      'price_out_of_range',
    );
    const capped = [aLane('MEL', 'NSW2', { breaks: '*:999999999', maximum: d('500') })];
    assert.equal(freight({ lanes: capped }, aShipment(['1000 x Crate 1x1x1 22000kg'])), 50_000);
  });
});

describe('GST', () => {
  const base = { lanes: [aLane('MEL', 'NSW2', { breaks: '*:1.111' })] };

  it('is added to a card stated without it', () => {
    const rating = priced(aCardDefinition(base), weighing('10'));
    assert.deepEqual([rating.exCents, rating.gstCents, rating.priceCents], [1111, 111, 1222]);
  });

  it('is one eleventh of a card stated with it', () => {
    const card = aCardDefinition({ ...base, pricesIncludeGst: true });
    const rating = priced(card, weighing('10'));
    assert.deepEqual([rating.exCents, rating.gstCents, rating.priceCents], [1010, 101, 1111]);
  });

  it('is zero on GST-free carriage', () => {
    for (const pricesIncludeGst of [true, false]) {
      const rating = priced(
        aCardDefinition({ ...base, gstRate: 0, pricesIncludeGst }),
        weighing('10'),
      );
      assert.deepEqual([rating.gstCents, rating.priceCents], [0, 1111]);
    }
  });
});

describe('a shipment between unknown places', () => {
  it('is rejected at the end that is not served', () => {
    const from = { postcode: '6000', suburb: 'PERTH', state: 'WA', type: 'business' } as const;
    const items = ['Carton 1x1x1 1kg'];
    assert.equal(
      refusal(aCardDefinition(), aShipment(items, { sender: from })),
      'pickup_not_served',
    );
    assert.equal(
      refusal(aCardDefinition(), aShipment(items, { receiver: from })),
      'delivery_not_served',
    );
    const back = { postcode: '2640', suburb: 'ALBURY', type: 'business' } as const;
    const there = { postcode: '3000', suburb: 'MELBOURNE', type: 'business' } as const;
    const reversed = aShipment(items, { sender: back, receiver: there });
    assert.equal(refusal(aCardDefinition(), reversed), 'route_not_served');
    assert.equal(serviceabilityOf('route_not_served'), 'no_route');
  });
});

describe('an ambiguous address', () => {
  const card = (onAmbiguousZone: CardDefinition['onAmbiguousZone']): CardDefinition =>
    aCardDefinition({
      zones: [aZone('MEL', 3000, 3207), aZone('A', 2640, 2640), aZone('B', 2600, 2700)],
      lanes: [aLane('MEL', 'A', { breaks: '*:1' }), aLane('MEL', 'B', { breaks: '*:3' })],
      onAmbiguousZone,
    });

  it('is rejected, priced as the dearest, or read as the first zone, as the card says', () => {
    assert.equal(refusal(card('error'), weighing('10')), 'ambiguous_zone');
    assert.equal(priced(card('highest'), weighing('10')).freightCents, 3000);
    assert.equal(priced(card('first'), weighing('10')).freightCents, 1000);
  });

  it('priced as the dearest ignores zones without a lane', () => {
    const partial = { ...card('highest'), lanes: [aLane('MEL', 'A', { breaks: '*:1' })] };
    assert.equal(priced(partial, weighing('10')).freightCents, 1000);
    assert.equal(refusal({ ...partial, lanes: [] }, weighing('10')), 'route_not_served');
  });
});
