// card.json: prices of a carrier and the rules that change with them. Each section checks itself; check-card.ts checks what
// needs the whole card.

import type { PackagingIndex } from '../../../domain/bookings/item.ts';
import { type Decimal4, divHalfUp, one4 } from '../../../domain/decimal.ts';
import { type Day, dateOfDay, lastDay } from '../../../domain/rate-cards/card-day.ts';
import type {
  FuelDefinition,
  ItemLimits,
  LimitsDefinition,
  SurchargeDefinition,
  TierDefinition,
  WarrantyDefinition,
  WeightDefinition,
} from '../../../domain/rate-cards/card-definition.ts';
import { cardFormat as formatName } from '../../../domain/rate-cards/carrier-formats.ts';
import { serviceNames, sharedTerms } from './carrier-format.ts';
import {
  type At,
  anyText,
  anything,
  boolean,
  choice,
  converted,
  cubicFactor,
  date,
  decimal,
  type Faulty,
  fileFormat,
  integer,
  list,
  nullable,
  object,
  optional,
  packaging,
  pattern,
  record,
  rule,
  text,
} from './fields.ts';
import { inlineTable, tableFile } from './tables.ts';
import { fuelBounds, readPackaging } from './values.ts';

const dollars4PerCent = 100;

/** A limit of zero would exclude everything. */
const limit = (description: string) => optional(nullable(decimal(description, { min: 1 })));

const itemLimitKeys = {
  max_item_kg: limit('Dead weight of one item.'),
  max_item_cubic_kg: limit('Cubic weight of one item.'),
  max_length_cm: limit('Longest side.'),
  max_second_cm: limit('Second side.'),
  max_height_cm: limit(
    'Height as given; length and second then mean the footprint. Of satchels and envelopes the thinnest side.',
  ),
  max_girth_cm: limit('Twice the two shorter sides.'),
  max_length_plus_girth_cm: limit('Longest side plus girth.'),
  max_item_m3: limit('Volume of one item.'),
};

const itemLimitNames = {
  maxItemKg: 'max_item_kg',
  maxItemCubicKg: 'max_item_cubic_kg',
  maxLengthCm: 'max_length_cm',
  maxSecondCm: 'max_second_cm',
  maxHeightCm: 'max_height_cm',
  maxGirthCm: 'max_girth_cm',
  maxLengthPlusGirthCm: 'max_length_plus_girth_cm',
  maxItemM3: 'max_item_m3',
} as const satisfies Record<keyof ItemLimits, keyof typeof itemLimitKeys>;

type ItemLimitValues = { readonly [Key in keyof typeof itemLimitKeys]: Decimal4 | undefined };

const noItemLimits: ItemLimits = {
  maxItemKg: undefined,
  maxItemCubicKg: undefined,
  maxLengthCm: undefined,
  maxSecondCm: undefined,
  maxHeightCm: undefined,
  maxGirthCm: undefined,
  maxLengthPlusGirthCm: undefined,
  maxItemM3: undefined,
};

/**
 * Only the limits in the file. A packaging type's limits replace the general ones, and null removes a limit.
 */
function itemLimits(file: ItemLimitValues): Partial<ItemLimits> {
  return Object.fromEntries(
    Object.entries(itemLimitNames)
      .filter(([, key]) => Object.hasOwn(file, key))
      .map(([name, key]) => [name, file[key]]),
  );
}

const noLimits: LimitsDefinition = {
  item: noItemLimits,
  byPackaging: [],
  maxConsignmentKg: undefined,
  maxConsignmentM3: undefined,
  maxPieces: undefined,
  maxDeclared: undefined,
  maxTailgateKg: undefined,
  packaging: undefined,
  notPackaging: [],
  dangerousGoods: false,
  poBox: false,
  tailgate: false,
};

const limits = object(
  {
    ...itemLimitKeys,
    max_consignment_kg: limit('Dead weight of the consignment.'),
    max_consignment_m3: limit('Volume of the consignment.'),
    max_pieces: optional(nullable(integer('Items of the consignment.', { minimum: 1 }))),
    max_declared: limit('Declared value, dollars.'),
    max_tailgate_kg: limit('Heaviest item when a tailgate is asked for.'),
    item_types: optional(
      list(packaging, {
        minItems: 1,
        description: 'Packaging carried; the head of a family means the family. Default: all.',
      }),
    ),
    not_item_types: optional(
      list(packaging, { description: 'Packaging refused although its family is carried.' }),
      [],
    ),
    type_limits: optional(
      record(object(itemLimitKeys), 'Packaging type → limits that replace the general ones.'),
      {},
    ),
    dangerous_goods: optional(boolean('Default false.'), false),
    po_box: optional(boolean('Delivers to post office boxes. Default false.'), false),
    tailgate: optional(boolean('Has tailgate vehicles. Default false.'), false),
  },
  'What the carrier takes at all.',
  (file, at): LimitsDefinition => ({
    item: { ...noItemLimits, ...itemLimits(file) },
    byPackaging: Object.entries(file.type_limits).map(([name, own]) => {
      const place = at.in('type_limits', name).placeOfKey;
      return { packaging: readPackaging(name, place, at.problems), limits: itemLimits(own) };
    }),
    maxConsignmentKg: file.max_consignment_kg,
    maxConsignmentM3: file.max_consignment_m3,
    maxPieces: file.max_pieces,
    maxDeclared: file.max_declared,
    maxTailgateKg: file.max_tailgate_kg,
    packaging: file.item_types?.flat(),
    notPackaging: file.not_item_types.flat(),
    dangerousGoods: file.dangerous_goods,
    poBox: file.po_box,
    tailgate: file.tailgate,
  }),
);

export const noWeight: WeightDefinition = {
  method: 'dead_only',
  cubicFactor: undefined,
  cubicRules: [],
  roundAt: 'consignment',
  roundMode: 'none',
  roundStepKg: one4,
  minItemKg: 0,
  minConsignmentKg: 0,
  palletMinKg: 0,
};

const weight = object(
  {
    method: choice(
      ['consignment', 'per_line', 'per_item', 'dead_only'],
      'How dead and cubic weight are compared.',
    ),
    cubic_factor: optional(
      nullable(
        cubicFactor(
          'Kilograms per cubic metre, 100 to 1000: "250", or "1000/3" for a divisor of 3000. Absent or null: volume does not count.',
        ),
      ),
    ),
    cubic_rules: optional(
      list(
        object({
          when: rule('Tested for each item; the first that holds decides.'),
          factor: cubicFactor('Kilograms per cubic metre.'),
        }),
        { maxItems: 50, description: 'Other factors for some items.' },
      ),
      [],
    ),
    round: optional(
      object(
        {
          at: choice(['item', 'line', 'consignment'], 'What is rounded.'),
          mode: choice(['up', 'nearest', 'none'], 'How.'),
          // A step of zero would divide by zero.
          step: optional(decimal('Kilograms. Default 1.', { min: 1 }), one4),
        },
        'Default: the consignment, or each item with method per_item; up, 1 kg.',
      ),
    ),
    min_item_kg: optional(decimal('Least dead weight of an item.'), 0),
    min_consignment_kg: optional(decimal('Least chargeable weight.'), 0),
    pallet_min_kg: optional(decimal('Least dead weight of a pallet.'), 0),
  },
  'How the chargeable weight comes about.',
  (file, at): WeightDefinition => {
    const { method, cubic_factor } = file;
    const round = file.round ?? {
      at: method === 'per_item' ? 'item' : 'consignment',
      mode: 'up',
      step: one4,
    };
    if (method === 'per_item' && round.at !== 'item' && round.mode !== 'none')
      at.in('round', 'at').error('round_at', 'with method per_item weights are rounded at "item"');
    if (cubic_factor === undefined && method !== 'dead_only')
      at.error('no_cubic_factor', 'this method needs a cubic_factor', method);
    return {
      method,
      cubicFactor: cubic_factor,
      cubicRules: file.cubic_rules,
      roundAt: round.at,
      roundMode: round.mode,
      roundStepKg: round.step,
      minItemKg: file.min_item_kg,
      minConsignmentKg: file.min_consignment_kg,
      palletMinKg: file.pallet_min_kg,
    };
  },
);

export type SurchargeAt = { readonly at: At; readonly definition: SurchargeDefinition };

const capitals = pattern('^[A-Z][A-Z0-9_]*$', 'capital letters, digits and _, such as TAIL_LIFT');

const surcharge = object(
  {
    code: text('Short name, unique.', { pattern: capitals }),
    label: optional(text('What people read. Default: the code.')),
    scope: optional(
      choice(['consignment', 'item'], 'Tested once, or for each item. Default consignment.'),
      'consignment',
    ),
    when: optional(rule('When it is charged. Default: always.')),
    group: optional(text('Group it competes in.')),
    fuel: optional(boolean('Whether fuel is charged on it. Default false.'), false),
    amount: optional(decimal('Dollars per unit.')),
    per: optional(
      choice(
        ['consignment', 'item', 'kg', 'pallet', 'm3'],
        'Unit of the amount. Default consignment.',
      ),
      'consignment',
    ),
    percent: optional(decimal('Percent of a base, in place of an amount.', { max: 1000 * one4 })),
    of: optional(
      choice(
        ['base', 'declared'],
        'Percent of the freight or of the declared value. Default base.',
      ),
      'base',
    ),
    minimum: optional(decimal('Least charge.')),
    maximum: optional(decimal('Greatest charge.')),
    poa: optional(boolean('True: the price is on application, nothing is quoted.')),
    table: optional(tableFile('Area charges.')),
  },
  'A charge beside the freight: an amount, a percentage, an area table, or price on application.',
  (file, at): (SurchargeAt & { readonly table: string | undefined }) | Faulty => {
    const { code, label = code, scope, when, group, minimum, maximum, table } = file;
    if (minimum !== undefined && maximum !== undefined && minimum > maximum)
      at.in('minimum').error('minimum_above_maximum', 'is above the maximum');
    const given = (['amount', 'percent', 'table', 'poa'] as const).filter(
      (key) => file[key] !== undefined && file[key] !== false,
    );
    if (given.length !== 1) {
      const message = 'give exactly one of amount, percent, table and poa';
      return at.reject('surcharge_kind', message, given.join(' and '));
    }
    const charge = ((): SurchargeDefinition['charge'] => {
      if (file.amount !== undefined) return { kind: 'amount', amount: file.amount, per: file.per };
      if (file.percent !== undefined)
        return { kind: 'percent', percent: file.percent, of: file.of };
      return { kind: table === undefined ? 'price_on_application' : 'areas' };
    })();
    const bearsFuel = file.fuel;
    return {
      at,
      table,
      definition: { code, label, scope, when, group, bearsFuel, charge, minimum, maximum },
    };
  },
);

export type FuelAt = { readonly at: At; readonly definition: FuelDefinition };

const fuel = object(
  {
    percent: decimal('Percent of freight and of the charges that bear fuel, 0 to 60.', fuelBounds),
    from: date('First day.'),
    to: optional(nullable(date('Last day. Default: open.'))),
    when: optional(rule('Where it holds. An entry with a condition beats one without.')),
  },
  'A fuel levy.',
  ({ percent, from, to = lastDay, when }, at): FuelAt => {
    checkDays(from, to, at.in('to'));
    return { at, definition: { percent, from, to, when } };
  },
);

export function checkDays(from: Day, to: Day, at: At): void {
  if (to < from) at.error('dates_reversed', `ends before it starts on ${dateOfDay(from)}`);
}

const noWarranty: WarrantyDefinition = {
  kind: 'none',
  capCents: undefined,
  tiers: [],
  percent: 0,
  includedCents: 0,
  minimumFee: 0,
  feesIncludeGst: true,
  voidWhen: undefined,
};

const warranty = object(
  {
    kind: choice(['free', 'tiered', 'percent', 'none'], 'How cover is charged.'),
    cap: optional(nullable(decimal('Greatest cover, dollars.'))),
    tiers: optional(
      list(
        object({
          up_to: nullable(decimal('Cover up to and including, dollars; null: no limit.')),
          fee: decimal('Dollars.'),
        }),
        { maxItems: 50, description: 'Fees by cover, rising.' },
      ),
      [],
    ),
    percent: optional(decimal('Percent of the cover.')),
    included: optional(decimal('Cover without a fee, dollars; kind percent.'), 0),
    minimum_fee: optional(decimal('Least fee; kind percent.'), 0),
    fees_include_gst: optional(boolean('Default true.'), true),
    void_when: optional(rule('When there is no cover at all.')),
  },
  'Warranty cover of the declared value.',
  (file, at): WarrantyDefinition => {
    const { kind, cap, tiers } = file;
    if (kind === 'tiered' && tiers.length === 0)
      at.error('warranty', 'kind tiered needs tiers', '');
    if (kind === 'percent' && file.percent === undefined)
      at.error('warranty', 'kind percent needs a percent', '');
    let previous = -1;
    tiers.forEach(({ up_to: upTo = Number.POSITIVE_INFINITY }, index) => {
      const limitAt = at.in('tiers', index, 'up_to');
      if (previous === Number.POSITIVE_INFINITY)
        limitAt.error('open_break_not_last', 'nothing may follow the open tier');
      else if (upTo <= previous)
        limitAt.error('breaks_not_rising', 'the limits of tiers must rise');
      previous = upTo;
    });
    const areTiersKnown = !at.in('tiers').isPartlyUnknown;
    if (kind === 'tiered' && areTiersKnown && cap !== undefined && previous < cap)
      at.in('cap').error('warranty', 'the cap is above the last tier');
    return {
      kind,
      capCents: centsOf(cap),
      tiers: tiers.map(({ up_to, fee }) => ({ upToCents: centsOf(up_to), fee })),
      percent: file.percent ?? 0,
      includedCents: centsOf(file.included),
      minimumFee: file.minimum_fee,
      feesIncludeGst: file.fees_include_gst,
      voidWhen: file.void_when,
    };
  },
);

function centsOf(amount: Decimal4): number;
function centsOf(amount: Decimal4 | undefined): number | undefined;
function centsOf(amount: Decimal4 | undefined): number | undefined {
  return amount === undefined ? undefined : divHalfUp(amount, dollars4PerCent);
}

const cardCode = pattern(
  '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  'letters, digits and . _ -, such as ROAD-2027',
);
const unservedPostcodes = pattern(
  '^([*]|[0-9]{4}(-[0-9]{4})?)$',
  'a postcode, a range of postcodes or *, such as 6000-6999',
);

const service = object(
  {
    id: text('A service of carrier.json; what else is said of it must be the same there.'),
    string_id: optional(serviceNames.string_id),
    label: optional(serviceNames.label),
    mode: optional(serviceNames.mode),
    group: serviceNames.group,
    item_types: optional(
      list(packaging, {
        minItems: 1,
        description: 'Packaging of this service. Default: all the card carries.',
      }),
    ),
    lanes_service: optional(text('Service under which its lanes are listed. Default: the id.')),
  },
  undefined,
  ({ id, item_types, lanes_service: lanesService = id, ...names }, at) => {
    const types: readonly PackagingIndex[] | undefined = item_types?.flat();
    return { at, id, names, packaging: types, lanesService };
  },
);

const zones = object(
  {
    file: optional(tableFile('Zone table.')),
    inline: optional(inlineTable('zones', ['zone'])),
    on_ambiguous: optional(
      choice(
        ['error', 'highest', 'first'],
        'For postcodes in several zones: no quote, the dearest, or the first row.',
      ),
    ),
    default_zone: optional(nullable(text('Zone of every other address.'))),
    unserved: optional(
      list(
        converted(anyText(undefined, { pattern: unservedPostcodes }), (entry, at) => ({
          at,
          entry,
        })),
        {
          description: 'Postcodes deliberately without a zone, "0200-0299"; "*" for all others.',
        },
      ),
      [],
    ),
  },
  'Address → zone.',
  ({ file, inline, on_ambiguous, default_zone, unserved }, at) => ({
    at,
    table: { at, file, inline },
    onAmbiguous: on_ambiguous,
    defaultZone: default_zone,
    unserved,
  }),
);

const lanes = object(
  {
    file: optional(tableFile('Lane table.')),
    inline: optional(inlineTable('lanes', ['service', 'from_zone', 'to_zone'])),
    direction: optional(
      choice(['one_way', 'reciprocal'], 'Whether a lane also holds backwards. Default one_way.'),
      'one_way',
    ),
    break_by: optional(
      choice(
        ['item', 'consignment'],
        'What chooses the break when items are priced one by one. Default item.',
      ),
      'item',
    ),
    missing: optional(choice(['not_serviced'], 'A pair without a lane is not served.')),
  },
  'Zone pair → price.',
  ({ file, inline, direction, break_by }, at) => ({
    table: { at, file, inline },
    isReciprocal: direction === 'reciprocal',
    breakBy: break_by,
  }),
);

export type TierAt = { readonly at: At; readonly definition: TierDefinition };

const tier = object(
  {
    identifier: integer('Number sent back on confirm.', { minimum: 1, maximum: 1000 }),
    description: text('What people read.'),
    adjust: object({
      base_percent: decimal('Change of the freight, for example -10.', {
        min: -100 * one4,
        max: 100 * one4,
      }),
    }),
  },
  undefined,
  ({ identifier, description, adjust }, at): TierAt => ({
    at,
    definition: { identifier, description, basePercent: adjust.base_percent },
  }),
);

export const cardFormat = fileFormat(
  'Linehaul rate card',
  'Prices of a carrier and the rules that change with them (cards/<code>/card.json).',
  {
    $schema: optional(anyText('For editors.')),
    format: choice([formatName], 'Version of this format.'),
    code: text('Name of the folder; quote field rate_card_code.', { pattern: cardCode }),
    carrier: text('Id of the carrier.'),
    services: list(service, {
      minItems: 1,
      maxItems: 50,
      description: 'Services priced by this card.',
    }),
    currency: choice(['AUD'], 'Always AUD.'),
    prices: choice(['ex_gst', 'inc_gst'], 'How every amount of the card is stated.'),
    gst_rate: decimal('0.10, or 0 for carriage free of GST.', { max: one4 }),
    valid_from: optional(nullable(date('First day; absent or null: open.'))),
    valid_to: optional(nullable(date('Last day; absent or null: open.'))),
    priority: optional(
      integer('The larger wins where two cards hold. Default 0.', {
        minimum: -1000,
        maximum: 1000,
      }),
      0,
    ),
    weight,
    zones,
    lanes,
    limits: optional(limits, noLimits),
    fuel: optional(
      list(fuel, { maxItems: 1000, description: 'Fuel levies; more may stand in fuel.csv.' }),
      [],
    ),
    surcharges: optional(
      list(surcharge, { maxItems: 200, description: 'Charges, in the order they are shown.' }),
      [],
    ),
    groups: optional(
      record(
        choice(['sum', 'max'], 'Rule of the group.'),
        'Group → whether its members add up or the dearest counts.',
      ),
      {},
    ),
    warranty: optional(warranty, noWarranty),
    tiers: optional(list(tier, { maxItems: 20, description: 'Frequent-rate tiers.' }), []),
    ...sharedTerms,
    meta: optional(record(anything, 'Notes; never priced.')),
  },
);
