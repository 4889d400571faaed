// The published shape of card.json. Shape only: whether zones exist, breaks rise or rules compile is found out while
// the card is parsed and checked.

import Type, { type Static } from 'typebox';
import { cardFormat } from '../../domain/rate-cards/carrier-formats.ts';
import { serviceNames, sharedTerms } from './carrier-schema.ts';
import {
  choice,
  date,
  decimal,
  factor,
  inlineTable,
  nullable,
  optional,
  packaging,
  strict,
  tableFile,
  text,
  whenRule,
} from './schema-parts.ts';

const itemLimitKeys = {
  max_item_kg: optional(nullable(decimal('Dead weight of one item.'))),
  max_item_cubic_kg: optional(nullable(decimal('Cubic weight of one item.'))),
  max_length_cm: optional(nullable(decimal('Longest side.'))),
  max_second_cm: optional(nullable(decimal('Second side.'))),
  max_height_cm: optional(
    nullable(
      decimal(
        'Height as given; length and second then mean the footprint. Of satchels and envelopes the thinnest side.',
      ),
    ),
  ),
  max_girth_cm: optional(nullable(decimal('Twice the two shorter sides.'))),
  max_length_plus_girth_cm: optional(nullable(decimal('Longest side plus girth.'))),
  max_item_m3: optional(nullable(decimal('Volume of one item.'))),
};

const LimitsSchema = strict(
  {
    ...itemLimitKeys,
    max_consignment_kg: optional(nullable(decimal('Dead weight of the consignment.'))),
    max_consignment_m3: optional(nullable(decimal('Volume of the consignment.'))),
    max_pieces: optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        minimum: 1,
        description: 'Items of the consignment.',
      }),
    ),
    max_declared: optional(nullable(decimal('Declared value, dollars.'))),
    max_tailgate_kg: optional(nullable(decimal('Heaviest item when a tailgate is asked for.'))),
    item_types: optional(
      Type.Array(packaging, {
        minItems: 1,
        description: 'Packaging carried; the head of a family means the family. Default: all.',
      }),
    ),
    not_item_types: optional(
      Type.Array(packaging, { description: 'Packaging refused although its family is carried.' }),
    ),
    type_limits: optional(
      Type.Record(Type.String(), strict(itemLimitKeys), {
        description: 'Packaging type → limits that replace the general ones.',
      }),
    ),
    dangerous_goods: optional(Type.Boolean({ description: 'Default false.' })),
    po_box: optional(
      Type.Boolean({ description: 'Delivers to post office boxes. Default false.' }),
    ),
    tailgate: optional(Type.Boolean({ description: 'Has tailgate vehicles. Default false.' })),
  },
  { description: 'What the carrier takes at all.' },
);

const WeightSchema = strict(
  {
    method: choice(
      ['consignment', 'per_line', 'per_item', 'dead_only'],
      'How dead and cubic weight are compared.',
    ),
    cubic_factor: optional(
      nullable(
        factor(
          'Kilograms per cubic metre, 100 to 1000: "250", or "1000/3" for a divisor of 3000. Absent or null: volume does not count.',
        ),
      ),
    ),
    cubic_rules: optional(
      Type.Array(
        strict({
          when: whenRule('Tested for each item; the first that holds decides.'),
          factor: factor('Kilograms per cubic metre.'),
        }),
        { maxItems: 50, description: 'Other factors for some items.' },
      ),
    ),
    round: optional(
      strict(
        {
          at: choice(['item', 'line', 'consignment'], 'What is rounded.'),
          mode: choice(['up', 'nearest', 'none'], 'How.'),
          step: optional(decimal('Kilograms. Default 1.')),
        },
        { description: 'Default: the consignment, or each item with method per_item; up, 1 kg.' },
      ),
    ),
    min_item_kg: optional(decimal('Least dead weight of an item.')),
    min_consignment_kg: optional(decimal('Least chargeable weight.')),
    pallet_min_kg: optional(decimal('Least dead weight of a pallet.')),
  },
  { description: 'How the chargeable weight comes about.' },
);

const SurchargeSchema = strict(
  {
    code: text('Short name, unique.', { pattern: '^[A-Z][A-Z0-9_]*$' }),
    label: optional(text('What people read. Default: the code.')),
    scope: optional(
      choice(['consignment', 'item'], 'Tested once, or for each item. Default consignment.'),
    ),
    when: optional(whenRule('When it is charged. Default: always.')),
    group: optional(text('Group it competes in.')),
    fuel: optional(Type.Boolean({ description: 'Whether fuel is charged on it. Default false.' })),
    amount: optional(decimal('Dollars per unit.')),
    per: optional(
      choice(
        ['consignment', 'item', 'kg', 'pallet', 'm3'],
        'Unit of the amount. Default consignment.',
      ),
    ),
    percent: optional(decimal('Percent of a base, in place of an amount.')),
    of: optional(
      choice(
        ['base', 'declared'],
        'Percent of the freight or of the declared value. Default base.',
      ),
    ),
    minimum: optional(decimal('Least charge.')),
    maximum: optional(decimal('Greatest charge.')),
    poa: optional(
      Type.Boolean({ description: 'True: the price is on application, nothing is quoted.' }),
    ),
    table: optional(tableFile('Area charges.')),
  },
  {
    description:
      'A charge beside the freight: an amount, a percentage, an area table, or price on application.',
  },
);

const FuelSchema = strict(
  {
    percent: decimal('Percent of freight and of the charges that bear fuel, 0 to 60.'),
    from: date('First day.'),
    to: optional(nullable(date('Last day. Default: open.'))),
    when: optional(whenRule('Where it holds. An entry with a condition beats one without.')),
  },
  { description: 'A fuel levy.' },
);

const WarrantySchema = strict(
  {
    kind: choice(['free', 'tiered', 'percent', 'none'], 'How cover is charged.'),
    cap: optional(nullable(decimal('Greatest cover, dollars.'))),
    tiers: optional(
      Type.Array(
        strict({
          up_to: nullable(decimal('Cover up to and including, dollars; null: no limit.')),
          fee: decimal('Dollars.'),
        }),
        { maxItems: 50, description: 'Fees by cover, rising.' },
      ),
    ),
    percent: optional(decimal('Percent of the cover.')),
    included: optional(decimal('Cover without a fee, dollars; kind percent.')),
    minimum_fee: optional(decimal('Least fee; kind percent.')),
    fees_include_gst: optional(Type.Boolean({ description: 'Default true.' })),
    void_when: optional(whenRule('When there is no cover at all.')),
  },
  { description: 'Warranty cover of the declared value.' },
);

export const CardSchema = strict(
  {
    $schema: optional(Type.String({ description: 'For editors.' })),
    format: choice([cardFormat], 'Version of this format.'),
    code: text('Name of the folder; quote field rate_card_code.', {
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
    }),
    carrier: text('Id of the carrier.'),
    services: Type.Array(
      strict({
        id: text('A service of carrier.json; what else is said of it must be the same there.'),
        string_id: optional(serviceNames.string_id),
        label: optional(serviceNames.label),
        mode: optional(serviceNames.mode),
        group: serviceNames.group,
        item_types: optional(
          Type.Array(packaging, {
            minItems: 1,
            description: 'Packaging of this service. Default: all the card carries.',
          }),
        ),
        lanes_service: optional(text('Service under which its lanes are listed. Default: the id.')),
      }),
      { minItems: 1, maxItems: 50, description: 'Services priced by this card.' },
    ),
    currency: choice(['AUD'], 'Always AUD.'),
    prices: choice(['ex_gst', 'inc_gst'], 'How every amount of the card is stated.'),
    gst_rate: decimal('0.10, or 0 for carriage free of GST.'),
    valid_from: optional(nullable(date('First day; absent or null: open.'))),
    valid_to: optional(nullable(date('Last day; absent or null: open.'))),
    priority: optional(
      Type.Integer({
        minimum: -1000,
        maximum: 1000,
        description: 'The larger wins where two cards hold. Default 0.',
      }),
    ),
    weight: WeightSchema,
    zones: strict(
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
          Type.Array(Type.String({ pattern: '^([*]|[0-9]{4}(-[0-9]{4})?)$' }), {
            description: 'Postcodes deliberately without a zone, "0200-0299"; "*" for all others.',
          }),
        ),
      },
      { description: 'Address → zone.' },
    ),
    lanes: strict(
      {
        file: optional(tableFile('Lane table.')),
        inline: optional(inlineTable('lanes', ['service', 'from_zone', 'to_zone'])),
        direction: optional(
          choice(
            ['one_way', 'reciprocal'],
            'Whether a lane also holds backwards. Default one_way.',
          ),
        ),
        break_by: optional(
          choice(
            ['item', 'consignment'],
            'What chooses the break when items are priced one by one. Default item.',
          ),
        ),
        missing: optional(choice(['not_serviced'], 'A pair without a lane is not served.')),
      },
      { description: 'Zone pair → price.' },
    ),
    limits: optional(LimitsSchema),
    fuel: optional(
      Type.Array(FuelSchema, {
        maxItems: 1000,
        description: 'Fuel levies; more may stand in fuel.csv.',
      }),
    ),
    surcharges: optional(
      Type.Array(SurchargeSchema, {
        maxItems: 200,
        description: 'Charges, in the order they are shown.',
      }),
    ),
    groups: optional(
      Type.Record(Type.String(), choice(['sum', 'max'], 'Rule of the group.'), {
        description: 'Group → whether its members add up or the dearest counts.',
      }),
    ),
    warranty: optional(WarrantySchema),
    tiers: optional(
      Type.Array(
        strict({
          identifier: Type.Integer({
            minimum: 1,
            maximum: 1000,
            description: 'Number sent back on confirm.',
          }),
          description: text('What people read.'),
          adjust: strict({ base_percent: decimal('Change of the freight, for example -10.') }),
        }),
        { maxItems: 20, description: 'Frequent-rate tiers.' },
      ),
    ),
    ...sharedTerms,
    meta: optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Notes; never priced.' }),
    ),
  },
  {
    title: 'Linehaul rate card',
    description:
      'Prices of a carrier and the rules that change with them (cards/<code>/card.json).',
  },
);

export type CardFile = Static<typeof CardSchema>;
export type WeightFile = Static<typeof WeightSchema>;
export type LimitsFile = Static<typeof LimitsSchema>;
export type SurchargeFile = Static<typeof SurchargeSchema>;
export type WarrantyFile = Static<typeof WarrantySchema>;
