// Rate cards and shipments for tests: a small complete card that tests extend, and the card and shipment of the
// worked example in docs/operators/prices.md.

import {
  findPackagingType,
  type Item,
  packagingTypesNamed,
} from '../../../src/domain/bookings/item.ts';
import { one4, parseDecimal4 } from '../../../src/domain/decimal.ts';
import {
  createShipment,
  type Shipment,
  type ShipmentInput,
} from '../../../src/domain/quotes/shipment.ts';
import { firstDay, lastDay } from '../../../src/domain/rate-cards/card-day.ts';
import type {
  CardDefinition,
  LaneDefinition,
  LimitsDefinition,
  SurchargeDefinition,
  ZoneDefinition,
} from '../../../src/domain/rate-cards/card-definition.ts';
import { compileCard } from '../../../src/domain/rate-cards/rate-card.ts';
import {
  type Rating,
  type RatingOutcome,
  rateShipment,
} from '../../../src/domain/rate-cards/rating.ts';

export const aMonday = 20_260_302;

/** Parses `'12.5'` as an exact decimal, and throws if it is not one. */
export function d(text: string): number {
  const value = parseDecimal4(text);
  if (value === undefined) throw new Error(`not a decimal: ${text}`);
  return value;
}

export function aZone(zone: string, from: number, to: number, more: Partial<ZoneDefinition> = {}) {
  return {
    zone,
    country: 'AU',
    postcodes: { from, to },
    suburb: undefined,
    state: undefined,
    parent: undefined,
    depot: '',
    sortCode: '',
    pickup: true,
    delivery: true,
    ...more,
  } satisfies ZoneDefinition;
}

/** Parses breaks as lanes.csv writes them: `100:0.42|500:0.36|*:0.31`. */
function breaks(text: string): LaneDefinition['breaks'] {
  if (text === '') return [];
  return text.split('|').map((part) => {
    const [to = '', price = ''] = part.split(':');
    const [amount = '', step = '1'] = price.split('/');
    return { to: to === '*' ? undefined : d(to), price: d(amount), step: d(step) };
  });
}

export function aLane(
  fromZone: string,
  toZone: string,
  more: Omit<Partial<LaneDefinition>, 'breaks' | 'packaging'> & {
    breaks?: string;
    itemType?: string;
  } = {},
): LaneDefinition {
  const { breaks: text, itemType, ...rest } = more;
  return {
    service: 'road',
    fromZone,
    toZone,
    toSuburb: undefined,
    packaging: itemType === undefined ? undefined : packagingTypesNamed(itemType),
    packagingName: itemType ?? '',
    basic: 0,
    basicIncludes: 0,
    minimum: undefined,
    maximum: undefined,
    unit: 'kg',
    per: 'consignment',
    breakMode: 'whole',
    bump: false,
    ...rest,
    breaks: breaks(text ?? '*:1'),
  };
}

export function aSurcharge(
  code: string,
  charge: SurchargeDefinition['charge'],
  more: Partial<SurchargeDefinition> = {},
): SurchargeDefinition {
  return {
    code,
    label: code,
    scope: 'consignment',
    when: undefined,
    group: undefined,
    bearsFuel: false,
    charge,
    minimum: undefined,
    maximum: undefined,
    ...more,
  };
}

export const noLimits: LimitsDefinition = {
  item: {
    maxItemKg: undefined,
    maxItemCubicKg: undefined,
    maxLengthCm: undefined,
    maxSecondCm: undefined,
    maxHeightCm: undefined,
    maxGirthCm: undefined,
    maxLengthPlusGirthCm: undefined,
    maxItemM3: undefined,
  },
  byPackaging: [],
  maxConsignmentKg: undefined,
  maxConsignmentM3: undefined,
  maxPieces: undefined,
  maxDeclared: undefined,
  maxTailgateKg: undefined,
  packaging: undefined,
  notPackaging: [],
  dangerousGoods: true,
  poBox: true,
  tailgate: true,
};

/** One dollar a kilogram from Melbourne to the Riverina, without surcharges or fuel, plus GST. */
export function aCardDefinition(more: Partial<CardDefinition> = {}): CardDefinition {
  return {
    code: 'TEST',
    carrierId: 'test',
    version: '0',
    isSample: true,
    services: [
      {
        id: 'road',
        stringId: 'test_road',
        label: 'Road',
        mode: 'road',
        packaging: undefined,
        lanesService: 'road',
      },
    ],
    pricesIncludeGst: false,
    gstRate: d('0.1'),
    validFrom: firstDay,
    validTo: lastDay,
    priority: 0,
    weight: {
      method: 'consignment',
      cubicFactor: { numerator: 250, denominator: 1 },
      cubicRules: [],
      roundAt: 'consignment',
      roundMode: 'up',
      roundStepKg: one4,
      minItemKg: 0,
      minConsignmentKg: 0,
      palletMinKg: 0,
    },
    isReciprocal: false,
    breakBy: 'item',
    lanes: [aLane('MEL', 'NSW2')],
    zones: [aZone('MEL', 3000, 3207), aZone('NSW2', 2640, 2649)],
    onAmbiguousZone: 'error',
    defaultZone: undefined,
    limits: noLimits,
    fuel: [],
    surcharges: [],
    groups: new Map(),
    areas: [],
    warranty: {
      kind: 'none',
      capCents: undefined,
      tiers: [],
      percent: 0,
      includedCents: 0,
      minimumFee: 0,
      feesIncludeGst: true,
      voidWhen: undefined,
    },
    tiers: [],
    transit: undefined,
    pickup: undefined,
    connote: undefined,
    documents: undefined,
    ...more,
  };
}

/** The rate card of the worked example. */
export function workedExampleCard(): CardDefinition {
  const perItem = { scope: 'item', group: 'handling', bearsFuel: true } as const;
  return aCardDefinition({
    lanes: [
      aLane('MEL', 'NSW2', {
        basic: d('8.40'),
        minimum: d('12.60'),
        breaks: '100:0.42|500:0.36|*:0.31',
        bump: true,
      }),
    ],
    surcharges: [
      aSurcharge(
        'RESI',
        { kind: 'amount', amount: d('6.50'), per: 'consignment' },
        { when: "receiver_type=='residential'" },
      ),
      aSurcharge(
        'LEN1',
        { kind: 'amount', amount: d('8.00'), per: 'item' },
        { ...perItem, when: 'l>=120 && l<180' },
      ),
      aSurcharge(
        'TUBE',
        { kind: 'amount', amount: d('9.50'), per: 'item' },
        { ...perItem, when: "type=='Tube'" },
      ),
    ],
    groups: new Map([['handling', 'max']]),
    fuel: [{ percent: d('17.5'), from: 20_260_105, to: lastDay, when: undefined }],
    warranty: {
      kind: 'tiered',
      capCents: 450_000,
      tiers: [
        { upToCents: 50_000, fee: 0 },
        { upToCents: 150_000, fee: d('6.36') },
        { upToCents: 450_000, fee: d('11.50') },
      ],
      percent: 0,
      includedCents: 0,
      minimumFee: 0,
      feesIncludeGst: true,
      voidWhen: 'authority_to_leave',
    },
    tiers: [
      { identifier: 1, description: 'Multipickup 10', basePercent: d('-10') },
      { identifier: 2, description: 'Multipickup 21', basePercent: d('-18') },
    ],
  });
}

/** Parses an item such as `3 x Carton 60x40x40 14kg`. */
function item(text: string): Item {
  const match = /^(?:(\d+) x )?(.+) ([\d.]+)x([\d.]+)x([\d.]+) ([\d.]+)kg$/.exec(text);
  const [, quantity = '1', type = '', length = '', width = '', height = '', kg = ''] = match ?? [];
  const packaging = findPackagingType(type);
  if (match === null || packaging === undefined) throw new Error(`not an item: ${text}`);
  return {
    packaging,
    quantity: Number(quantity),
    weightGrams: d(kg) / 10,
    lengthMm: d(length) / 1000,
    widthMm: d(width) / 1000,
    heightMm: d(height) / 1000,
  };
}

/** A shipment from Melbourne to a business in Albury. */
export function aShipment(items: readonly string[], more: Partial<ShipmentInput> = {}): Shipment {
  return createShipment({
    sender: { postcode: '3000', suburb: 'MELBOURNE', state: 'VIC', type: 'business' },
    receiver: { postcode: '2640', suburb: 'ALBURY', state: 'NSW', type: 'business' },
    items: items.map(item),
    ...more,
  });
}

export function workedExampleShipment(): Shipment {
  return aShipment(['3 x Carton 60x40x40 14kg', 'Tube 150x12x12 6kg'], {
    receiver: { postcode: '2640', suburb: 'ALBURY', state: 'NSW', type: 'residential' },
    declaredValueCents: 180_000,
  });
}

/** One carton so small that only its weight determines the price. */
export function weighing(kg: string): Shipment {
  return aShipment([`Carton 10x10x10 ${kg}kg`]);
}

export function rate(definition: CardDefinition, shipment: Shipment, day = aMonday): RatingOutcome {
  const card = compileCard(definition);
  const [service] = card.services;
  if (service === undefined) throw new Error('the card has no service');
  return rateShipment(card, service, shipment, day);
}

/** Rates a shipment, and fails if it has no price. */
export function priced(definition: CardDefinition, shipment: Shipment, day = aMonday): Rating {
  const outcome = rate(definition, shipment, day);
  if (!outcome.isPriced) throw new Error(`refused: ${outcome.code}`);
  return outcome;
}

export function refusal(definition: CardDefinition, shipment: Shipment, day = aMonday): string {
  const outcome = rate(definition, shipment, day);
  return outcome.isPriced ? `priced at ${outcome.priceCents}` : outcome.code;
}
