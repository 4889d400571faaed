// The published shape of carrier.json, and of the terms that may stand there or in a card. Shape only: whether a
// string_id is free or a number range makes sense is checked where carriers are loaded.

import Type, { type Static } from 'typebox';
import { carrierFormat } from '../../domain/rate-cards/carrier-formats.ts';
import { pricePolicies } from '../../domain/rate-cards/carrier-terms.ts';
import { trackingStages } from '../../domain/tracking/stage.ts';
import { choice, inlineTable, optional, strict, tableFile, text, time } from './schema-parts.ts';

const PickupSchema = strict(
  {
    cutoffs: Type.Record(Type.String(), time('HH:MM'), {
      description: 'Zone → latest booking time for a pickup the same day; "default" for the rest.',
    }),
    window: strict(
      { from: time('Earliest.'), to: time('Latest.') },
      { description: 'Usual pickup window.' },
    ),
    lead_business_days: optional(
      Type.Integer({
        minimum: 0,
        maximum: 30,
        description: 'Days between booking and the first pickup. Default 0.',
      }),
    ),
    offer_days: optional(
      Type.Integer({
        minimum: 1,
        maximum: 30,
        description: 'How many pickup dates are offered. Default 5.',
      }),
    ),
    weekdays: optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: 'Days of work, 1 is Monday. Default Monday to Friday.',
      }),
    ),
    holidays: optional(
      choice(
        ['state', 'none'],
        'Whether public holidays of the pickup state are days off. Default state.',
      ),
    ),
    not_from_zones: optional(Type.Array(text('Zone.'), { description: 'Zones without pickup.' })),
  },
  { description: 'When the carrier collects.' },
);

const ConnoteSchema = strict(
  {
    prefix: Type.String({
      maxLength: 20,
      pattern: '^[A-Z0-9]*$',
      description: 'Letters and digits before the number.',
    }),
    digits: Type.Integer({
      minimum: 1,
      maximum: 15,
      description: 'Width of the number, padded with zeros.',
    }),
    start: Type.Integer({ minimum: 0, description: 'First number.' }),
    end: Type.Integer({ minimum: 0, description: 'Last number; none is used twice.' }),
    check: optional(
      choice(['none', 'mod10', 'mod11', 'luhn'], 'Check digit after the number. Default none.'),
    ),
    item_suffix: optional(
      Type.String({
        maxLength: 20,
        pattern: '^[A-Z0-9]*([{]n(:0[0-9])?[}])?[A-Z0-9]*$',
        description: 'What one item adds, for example {n:03}.',
      }),
    ),
    issued: optional(
      Type.Boolean({
        description:
          'The carrier gave you these numbers: once it is connected, it is asked where they are. Default false.',
      }),
    ),
  },
  { description: 'Consignment numbers used when no live connection gives them.' },
);

const DocumentsSchema = strict(
  {
    label: optional(
      choice(['generic', 'auspost_eparcel', 'startrack', 'sscc'], 'Label layout. Default generic.'),
    ),
    manifest: optional(
      Type.Boolean({ description: 'Whether a manifest is handed over. Default false.' }),
    ),
    gs1_prefix: optional(
      Type.String({
        pattern: '^[0-9]{7,10}$',
        description: 'GS1 company prefix for the SSCCs on its labels; GS1_PREFIX when absent.',
      }),
    ),
    auspost: optional(
      strict(
        {
          mlid: Type.String({
            pattern: '^([A-Z0-9]{3}|[A-Z0-9]{5})$',
            description: 'Merchant location id; connotes begin with it.',
          }),
          products: Type.Record(
            Type.String(),
            strict({
              product: Type.String({ pattern: '^[0-9]{5}$', description: 'Product code.' }),
              service: Type.String({ pattern: '^[0-9]{2}$', description: 'Service code.' }),
            }),
            { description: 'Service id → the codes of its articles.' },
          ),
        },
        { description: 'What Australia Post has issued to you; without it labels are neutral.' },
      ),
    ),
    startrack: optional(
      strict(
        {
          despatch_id: Type.String({
            pattern: '^[A-Z0-9]{4}$',
            description: 'Despatch id; connotes begin with it.',
          }),
          payer_account: Type.String({ pattern: '^[A-Z0-9]{1,8}$', description: 'Who pays.' }),
          sender_account: Type.String({ pattern: '^[A-Z0-9]{1,8}$', description: 'Who sends.' }),
          products: Type.Record(
            Type.String(),
            Type.String({ pattern: '^[A-Z0-9]{3}$', description: 'Product code.' }),
            { description: 'Service id → product code.' },
          ),
          depots: Type.Record(
            Type.String(),
            Type.Array(Type.String({ pattern: '^[0-9]{4}(-[0-9]{4})?$' }), { minItems: 1 }),
            {
              description:
                'Depot → the postcodes it delivers to, such as "3000-3207"; elsewhere labels are neutral.',
            },
          ),
        },
        { description: 'What StarTrack has issued to you; without it labels are neutral.' },
      ),
    ),
  },
  { description: 'Documents of a consignment.' },
);

const TransitSchema = strict(
  {
    file: optional(tableFile('Transit table.')),
    inline: optional(inlineTable('transit', ['from_zone', 'to_zone', 'min', 'max'])),
    unit: optional(choice(['business_days'], 'Always business days.')),
    text: optional(
      text(
        'What a quote shows; {min} and {max} are replaced. Default "{min}-{max} business days".',
      ),
    ),
    text_same: optional(
      text(
        'The same when both are equal; default made from the unit. Default "{min} business day(s)".',
      ),
    ),
  },
  { description: 'How long a service takes between two zones.' },
);

/** What a service is called besides its id; a card may say it again. */
export const serviceNames = {
  string_id: text('Name of the service in quotes; unique among all carriers.', {
    pattern: '^[a-z][a-z0-9_]*$',
  }),
  label: text('What people read.'),
  mode: choice(
    ['road', 'air', 'parcel', 'express', 'sameday', 'sea', 'international'],
    'Becomes the quote field "service".',
  ),
  group: optional(text('Services of one group are listed together.')),
};

/** Keys that may stand in carrier.json, as a default for all cards, or in a card, but not in both. */
export const sharedTerms = {
  pickup: optional(PickupSchema),
  connote: optional(ConnoteSchema),
  documents: optional(DocumentsSchema),
  transit: optional(TransitSchema),
};

export const CarrierSchema = strict(
  {
    $schema: optional(Type.String({ description: 'For editors.' })),
    format: choice([carrierFormat], 'Version of this format.'),
    id: text('Name of the folder: lower case letters, digits and underscores.', {
      pattern: '^[a-z][a-z0-9_]*$',
    }),
    name: text('The company.'),
    website: optional(text('Its site.', { pattern: '^https?://' })),
    family: optional(
      text('Family for the routes that ask for one (tnt, tge, northline). Default: the id.', {
        pattern: '^[a-z][a-z0-9_]*$',
      }),
    ),
    services: Type.Array(
      strict({
        id: text('Name of the service inside these files.', { pattern: '^[a-z][a-z0-9_]*$' }),
        ...serviceNames,
      }),
      { minItems: 1, maxItems: 50, description: 'The identifiers the company quotes under.' },
    ),
    sample: optional(
      Type.Boolean({
        description: 'True: the prices are invented and must be replaced. Default false.',
      }),
    ),
    policy: optional(choice(pricePolicies, 'Where prices come from. Default card.')),
    tracking: optional(
      Type.Array(
        strict({
          status: optional(
            text('A part of the carrier’s text that begins with a word; case does not matter.'),
          ),
          code: optional(text('The whole of the carrier’s text, in place of status.')),
          stage: choice(trackingStages, 'What it means.'),
        }),
        { maxItems: 200, description: 'Words of the carrier, tried in order.' },
      ),
    ),
    ...sharedTerms,
    meta: optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Notes; never priced.' }),
    ),
  },
  {
    title: 'Linehaul carrier',
    description: 'What is true of a carrier whatever its prices (carriers/<id>/carrier.json).',
  },
);

export type CarrierFile = Static<typeof CarrierSchema>;
export type PickupFile = Static<typeof PickupSchema>;
export type ConnoteFile = Static<typeof ConnoteSchema>;
export type DocumentsFile = Static<typeof DocumentsSchema>;
export type TransitFile = Static<typeof TransitSchema>;
