import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  aCardDefinition,
  aLane,
  aShipment,
  aSurcharge,
  aZone,
  d,
  noLimits,
  priced,
  rate,
  refusal,
  weighing,
  workedExampleCard,
  workedExampleShipment,
} from '../../../test/support/cards.ts';
import { packagingTypesNamed } from '../bookings/item.ts';
import { findChargeCode } from './breakdown.ts';
import type { CardDefinition, LimitsDefinition } from './card-definition.ts';
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

  it('comes to 72.63 by the stated steps', () => {
    assert.equal(rating.chargeKg, d('78'));
    assert.equal(rating.freightCents, 4116);
    assert.deepEqual(chargesOf(rating), { RESI: 650, TUBE: 950 });
    assert.equal(rating.fuelCents, 887);
    assert.equal(rating.exCents, 6603);
    assert.equal(rating.gstCents, 660);
    assert.equal(rating.priceCents, 7263);
  });

  it('is covered for 1800 at a fee of 11.50, 84.13 in all', () => {
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
      { rule: 0, area: -1, basis: d('1'), rate: d('6.5'), cents: 650, bearsFuel: false },
      { rule: 2, area: -1, basis: d('1'), rate: d('9.5'), cents: 950, bearsFuel: true },
    ]);
    assert.deepEqual(rating.lanes, [{ rate: 0, units: d('78'), chargeE8: 4_116_000_000 }]);
    assert.equal(rating.totalCubicKg, d('77.4'));
    assert.equal(rating.fuelPercent, d('17.5'));
    const zones = [rating.fromZone, rating.toZone].map((zone) => rating.card.zones.codes[zone]);
    assert.deepEqual(zones, ['MEL', 'NSW2']);
  });

  it('was without fuel before the levy started', () => {
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

  it('are chosen from the closest row: suburb, pair, parent, any', () => {
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

  it('in a suburb of another name do not hold', () => {
    const lanes = [
      aLane('MEL', 'NSW2', { breaks: '*:2' }),
      aLane('MEL', 'NSW2', { breaks: '*:1', toSuburb: 'LAVINGTON' }),
    ];
    assert.equal(freight({ lanes }), 2000);
  });

  it('hold backwards when the card is reciprocal, unless the way back has its own row', () => {
    const back = [aLane('NSW2', 'MEL', { breaks: '*:2' })];
    assert.equal(freight({ lanes: back }), 'route_not_served');
    assert.equal(freight({ lanes: back, isReciprocal: true }), 2000);
    const both = [...back, aLane('MEL', 'NSW2', { breaks: '*:3' })];
    assert.equal(freight({ lanes: both, isReciprocal: true }), 3000);
  });

  it('of different packaging are added, each weighed by itself', () => {
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

  it('of one type price that type only', () => {
    const lanes = [aLane('MEL', 'NSW2', { itemType: 'satchel' })];
    assert.equal(freight({ lanes }), 'packaging_not_carried');
    assert.equal(freight({ lanes }, aShipment(['Satchel 500g 10x10x1 0.5kg'])), 100);
  });

  it('prefer the row of the very type to the row of its family, however far', () => {
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

  it('by distance need one', () => {
    const lanes = [aLane('MEL', 'NSW2', { unit: 'km' })];
    assert.equal(freight({ lanes }), 'distance_unknown');
    const when = 'km > 20';
    const surcharges = [
      aSurcharge('FAR', { kind: 'amount', amount: 1, per: 'consignment' }, { when }),
    ];
    assert.equal(freight({ surcharges }), 'distance_unknown');
  });

  it('charge each item by itself, floor and ceiling included', () => {
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

  it('by item may take the break of the whole consignment', () => {
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

  it('never quote what no number can hold', () => {
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

  it('comes on top of a card stated without it', () => {
    const rating = priced(aCardDefinition(base), weighing('10'));
    assert.deepEqual([rating.exCents, rating.gstCents, rating.priceCents], [1111, 111, 1222]);
  });

  it('is one eleventh of a card stated with it', () => {
    const card = aCardDefinition({ ...base, pricesIncludeGst: true });
    const rating = priced(card, weighing('10'));
    assert.deepEqual([rating.exCents, rating.gstCents, rating.priceCents], [1010, 101, 1111]);
  });

  it('is nothing on carriage that is free of it', () => {
    for (const pricesIncludeGst of [true, false]) {
      const rating = priced(
        aCardDefinition({ ...base, gstRate: 0, pricesIncludeGst }),
        weighing('10'),
      );
      assert.deepEqual([rating.gstCents, rating.priceCents], [0, 1111]);
    }
  });
});

describe('limits', () => {
  const limits = (own: Partial<LimitsDefinition>): Partial<CardDefinition> => ({
    limits: { ...noLimits, ...own },
  });
  const item = (own: Partial<LimitsDefinition['item']>): Partial<CardDefinition> =>
    limits({ item: { ...noLimits.item, ...own } });
  const carton = aShipment(['Box 60x40x30 14kg']);
  const pallet = aShipment(['Pallet 120x110x150 400kg']);
  const palletLimits = {
    packaging: packagingTypesNamed('Pallet'),
    limits: {
      maxItemKg: d('500'),
      maxLengthCm: d('120'),
      maxSecondCm: d('120'),
      maxHeightCm: d('150'),
    },
  };

  for (const [what, card, shipment, expected] of [
    ['weight', item({ maxItemKg: d('13.9') }), carton, 'item_too_heavy'],
    ['weight, just reached', item({ maxItemKg: d('14') }), carton, 'priced'],
    ['length', item({ maxLengthCm: d('59.9') }), carton, 'item_too_long'],
    ['length, just reached', item({ maxLengthCm: d('60') }), carton, 'priced'],
    ['second side', item({ maxSecondCm: d('39') }), carton, 'item_too_wide'],
    ['height', item({ maxHeightCm: d('29') }), carton, 'item_too_high'],
    ['girth', item({ maxGirthCm: d('139') }), carton, 'item_girth_too_large'],
    [
      'length and girth',
      item({ maxLengthPlusGirthCm: d('199') }),
      carton,
      'item_length_and_girth_too_large',
    ],
    ['volume', item({ maxItemM3: d('0.0719') }), carton, 'item_too_bulky'],
    ['volume, just reached', item({ maxItemM3: d('0.072') }), carton, 'priced'],
    ['cubic weight', item({ maxItemCubicKg: d('17') }), carton, 'item_cubic_too_heavy'],
    ['consignment', limits({ maxConsignmentKg: d('10') }), carton, 'consignment_too_heavy'],
    [
      'consignment volume',
      limits({ maxConsignmentM3: d('0.05') }),
      carton,
      'consignment_too_bulky',
    ],
    ['pieces', limits({ maxPieces: 2 }), aShipment(['3 x Carton 1x1x1 1kg']), 'too_many_pieces'],
    [
      'declared value',
      limits({ maxDeclared: d('99') }),
      aShipment(['Carton 1x1x1 1kg'], { declaredValueCents: 9901 }),
      'declared_value_too_high',
    ],
    [
      'packaging',
      limits({ packaging: packagingTypesNamed('Satchel') }),
      carton,
      'packaging_not_carried',
    ],
    ['packaging by family', limits({ packaging: packagingTypesNamed('Carton') }), carton, 'priced'],
    [
      'packaging taken out',
      limits({ notPackaging: packagingTypesNamed('Box') }),
      carton,
      'packaging_not_carried',
    ],
    [
      'dangerous goods',
      limits({ dangerousGoods: false }),
      aShipment(['Carton 1x1x1 1kg'], { isDangerous: true }),
      'dangerous_goods_not_carried',
    ],
    [
      'tailgate',
      limits({ tailgate: false }),
      aShipment(['Carton 1x1x1 1kg'], { tailgatePickup: true }),
      'tailgate_not_offered',
    ],
    [
      'tailgate weight',
      limits({ maxTailgateKg: d('10') }),
      aShipment(['Carton 1x1x1 11kg'], { tailgateDelivery: true }),
      'tailgate_too_heavy',
    ],
    [
      'tailgate weight without tailgate',
      limits({ maxTailgateKg: d('10') }),
      aShipment(['Carton 1x1x1 11kg']),
      'priced',
    ],
    [
      'post office box',
      limits({ poBox: false }),
      aShipment(['Carton 1x1x1 1kg'], {
        receiver: { postcode: '3000', suburb: 'MELBOURNE', type: 'business', isPoBox: true },
      }),
      'po_box_not_served',
    ],
    ['pallet, general limits', item({ maxLengthCm: d('140') }), pallet, 'item_too_long'],
    [
      'pallet, own limits: height is its own',
      limits({ item: { ...noLimits.item, maxItemKg: d('30') }, byPackaging: [palletLimits] }),
      pallet,
      'priced',
    ],
    [
      'pallet, too high',
      limits({ byPackaging: [palletLimits] }),
      aShipment(['Pallet 120x110x151 400kg']),
      'item_too_high',
    ],
    [
      'pallet, too wide',
      limits({ byPackaging: [palletLimits] }),
      aShipment(['Pallet 121x110x90 400kg']),
      'item_too_long',
    ],
  ] as const) {
    it(`on ${what}: ${expected}`, () => {
      const found = refusal(aCardDefinition(card), shipment);
      assert.equal(
        expected === 'priced' ? found.startsWith('priced') : found === expected,
        true,
        found,
      );
    });
  }

  it('name the line, the figure and the limit', () => {
    const card = aCardDefinition(item({ maxItemKg: d('13.5') }));
    const outcome = rate(card, aShipment(['Carton 1x1x1 1kg', 'Carton 60x40x30 14kg']));
    assert.ok(!outcome.isPriced);
    assert.deepEqual(
      [outcome.code, outcome.line, describeFailure(outcome), serviceabilityOf(outcome.code)],
      ['item_too_heavy', 1, 'an item weighs 14 kg, at most 13.5 kg is carried', 'no_items'],
    );
  });

  it('of a service narrow those of its card', () => {
    const card = aCardDefinition();
    const services = card.services.map((service) => ({
      ...service,
      packaging: packagingTypesNamed('Satchel'),
    }));
    assert.equal(refusal({ ...card, services }, carton), 'packaging_not_carried');
  });
});

describe('a shipment between unknown places', () => {
  it('is refused at the end that is not served', () => {
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

  it('is refused, priced as the dearest, or taken as the first, as the card says', () => {
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
