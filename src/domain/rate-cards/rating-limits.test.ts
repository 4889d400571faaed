// The shipments that a card does not carry, and the sentences that say so.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  aCardDefinition,
  aShipment,
  d,
  noLimits,
  rate,
  refusal,
} from '../../../test/support/rate-cards/cards.ts';
import { packagingTypesNamed } from '../bookings/item.ts';
import type { CardDefinition, LimitsDefinition } from './card-definition.ts';
import { describeFailure, serviceabilityOf } from './rating-failure.ts';

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

  const satchelLimits = {
    packaging: packagingTypesNamed('Satchel'),
    limits: { maxHeightCm: d('5'), maxLengthCm: d('60') },
  };

  for (const [what, card, shipment, expected] of [
    ['weight', item({ maxItemKg: d('13.9') }), carton, 'item_too_heavy'],
    ['weight at the limit', item({ maxItemKg: d('14') }), carton, 'priced'],
    ['length', item({ maxLengthCm: d('59.9') }), carton, 'item_too_long'],
    ['length at the limit', item({ maxLengthCm: d('60') }), carton, 'priced'],
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
    ['volume at the limit', item({ maxItemM3: d('0.072') }), carton, 'priced'],
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
      'excluded packaging',
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
      'pallet with its own limit of height',
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
    [
      'pallet within its own limits, beyond volume and girth of other items',
      limits({
        item: { ...noLimits.item, maxItemM3: d('0.5'), maxGirthCm: d('300') },
        byPackaging: [palletLimits],
      }),
      pallet,
      'priced',
    ],
    [
      'pallet above its own volume',
      limits({
        byPackaging: [{ ...palletLimits, limits: { ...palletLimits.limits, maxItemM3: d('0.5') } }],
      }),
      pallet,
      'item_too_bulky',
    ],
    [
      'pallet without its own limits, above the general volume',
      limits({
        item: { ...noLimits.item, maxItemM3: d('0.5') },
        byPackaging: [{ ...palletLimits, limits: { maxItemKg: d('1000') } }],
      }),
      pallet,
      'item_too_bulky',
    ],
    ...(['30x25x5', '30x5x25', '5x25x30'] as const).map(
      (sides) =>
        [
          `satchel of ${sides}, which has a thickness but no height`,
          limits({ byPackaging: [satchelLimits] }),
          aShipment([`Satchel 3kg ${sides} 1kg`]),
          'priced',
        ] as const,
    ),
    [
      'satchel, too thick',
      limits({ byPackaging: [satchelLimits] }),
      aShipment(['Satchel 30x6x25 1kg']),
      'item_too_high',
    ],
    [
      'satchel too long in any position',
      limits({ byPackaging: [satchelLimits] }),
      aShipment(['Satchel 5x25x61 1kg']),
      'item_too_long',
    ],
    [
      'carton on its edge: the vertical side is the height',
      item({ maxHeightCm: d('29') }),
      aShipment(['Carton 60x20x40 14kg']),
      'item_too_high',
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

  it('narrow a card further when its service has its own', () => {
    const card = aCardDefinition();
    const services = card.services.map((service) => ({
      ...service,
      packaging: packagingTypesNamed('Satchel'),
    }));
    assert.equal(refusal({ ...card, services }, carton), 'packaging_not_carried');
  });
});
