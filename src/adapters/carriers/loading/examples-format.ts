// examples.json: quotes calculated by hand that a carrier's files must reproduce.

import { rateCardStates } from '../../../domain/quotes/shipment.ts';
import { examplesFormat as examplesFormatName } from '../../../domain/rate-cards/carrier-formats.ts';
import {
  anyText,
  boolean,
  choice,
  date,
  decimal,
  type FileValues,
  fileFormat,
  integer,
  list,
  object,
  optional,
  packagingName,
  pattern,
  record,
  text,
} from './fields.ts';

const countryCode = pattern('^[A-Z]{2}$', 'two capital letters, such as NZ');

const party = (description: string) =>
  object(
    {
      country: optional(anyText('Default AU.', { pattern: countryCode }), 'AU'),
      postcode: anyText('Four digits in Australia.'),
      suburb: anyText('Suburb or city.'),
      state: optional(choice(rateCardStates, 'State.'), ''),
      type: optional(choice(['business', 'residential'], 'Default business.'), 'business'),
      po_box: optional(boolean('The address is a post office box.'), false),
    },
    description,
  );

const expect = object(
  {
    price: decimal('Carrier price including GST.'),
    zones: optional(list(anyText(), { minItems: 2, maxItems: 2, description: 'From and to.' })),
    charge_kg: optional(decimal('Chargeable weight.')),
    freight: optional(decimal('Freight.')),
    surcharges: optional(record(decimal('Amount.'), 'Code → amount, all of them.')),
    fuel: optional(decimal('Fuel levy.')),
    ex: optional(decimal('Price before GST.')),
    gst: optional(decimal('GST.')),
    fee: optional(decimal('Warranty fee.')),
    insured: optional(decimal('Warranty cover.')),
    total: optional(decimal('Price plus warranty fee.')),
    transit: optional(anyText('Transit text.')),
    tiers: optional(
      list(
        object({
          identifier: integer(),
          price: decimal('Carrier price.'),
          total: optional(decimal('With the fee.')),
        }),
      ),
      [],
    ),
  },
  'The price; amounts that are left out are not compared.',
);

const example = object(
  {
    name: text('What the example shows, as a sentence.'),
    service: text('The string_id that is asked.'),
    date: optional(date('Pickup day.')),
    from: party('Where it is collected.'),
    to: party('Where it goes.'),
    items: list(
      object({
        type: packagingName,
        quantity: optional(integer('Default 1.', { minimum: 1 }), 1),
        kg: decimal('Dead weight of one item.'),
        cm: list(decimal('A side.'), {
          minItems: 3,
          maxItems: 3,
          description: 'Length, width, height.',
        }),
      }),
      { minItems: 1 },
    ),
    declared: optional(decimal('Declared value, dollars.'), 0),
    include_warranty: optional(boolean('Default true.'), true),
    tailgate_pickup: optional(boolean(), false),
    tailgate_delivery: optional(boolean(), false),
    dangerous: optional(boolean(), false),
    authority_to_leave: optional(boolean(), false),
    km: optional(decimal('Road distance.')),
    expect: optional(expect),
    refused: optional(text('Or the code of the reason why there is none.')),
  },
  undefined,
  (example, at) => ({ at, example }),
);

export const examplesFormat = fileFormat(
  'Linehaul carrier examples',
  'Quotes worked out by hand (carriers/<id>/examples.json).',
  {
    $schema: optional(anyText('For editors.')),
    format: choice([examplesFormatName], 'Version of this format.'),
    date: date('Pickup day of every example that does not give its own.'),
    examples: list(example, { minItems: 1, description: 'Golden quotes.' }),
  },
);

export type Example = NonNullable<
  FileValues<typeof examplesFormat.keys>['examples']
>[number]['example'];
export type Expected = NonNullable<Example['expect']>;
