// The published shape of examples.json: quotes worked out by hand that a carrier's files must reproduce.

import Type, { type Static } from 'typebox';
import { rateCardStates } from '../../domain/quotes/shipment.ts';
import { examplesFormat } from '../../domain/rate-cards/carrier-formats.ts';
import { choice, date, decimal, optional, packaging, strict, text } from './schema-parts.ts';

const party = (description: string) =>
  strict(
    {
      country: optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'Default AU.' })),
      postcode: Type.String({ description: 'Four digits in Australia.' }),
      suburb: Type.String({ description: 'Suburb or city.' }),
      state: optional(choice(rateCardStates, 'State.')),
      type: optional(choice(['business', 'residential'], 'Default business.')),
      po_box: optional(Type.Boolean({ description: 'The address is a post office box.' })),
    },
    { description },
  );

export const ExamplesSchema = strict(
  {
    $schema: optional(Type.String({ description: 'For editors.' })),
    format: choice([examplesFormat], 'Version of this format.'),
    date: date('Pickup day of every example that does not give its own.'),
    examples: Type.Array(
      strict({
        name: text('What the example shows, as a sentence.'),
        service: text('The string_id that is asked.'),
        date: optional(date('Pickup day.')),
        from: party('Where it is collected.'),
        to: party('Where it goes.'),
        items: Type.Array(
          strict({
            type: packaging,
            quantity: optional(Type.Integer({ minimum: 1, description: 'Default 1.' })),
            kg: decimal('Dead weight of one item.'),
            cm: Type.Array(decimal('A side.'), {
              minItems: 3,
              maxItems: 3,
              description: 'Length, width, height.',
            }),
          }),
          { minItems: 1 },
        ),
        declared: optional(decimal('Declared value, dollars.')),
        include_warranty: optional(Type.Boolean({ description: 'Default true.' })),
        tailgate_pickup: optional(Type.Boolean()),
        tailgate_delivery: optional(Type.Boolean()),
        dangerous: optional(Type.Boolean()),
        authority_to_leave: optional(Type.Boolean()),
        km: optional(decimal('Road distance.')),
        expect: optional(
          strict(
            {
              price: decimal('Carrier price including GST.'),
              zones: optional(
                Type.Array(Type.String(), {
                  minItems: 2,
                  maxItems: 2,
                  description: 'From and to.',
                }),
              ),
              charge_kg: optional(decimal('Chargeable weight.')),
              freight: optional(decimal('Freight.')),
              surcharges: optional(
                Type.Record(Type.String(), decimal('Amount.'), {
                  description: 'Code → amount, all of them.',
                }),
              ),
              fuel: optional(decimal('Fuel levy.')),
              ex: optional(decimal('Price before GST.')),
              gst: optional(decimal('GST.')),
              fee: optional(decimal('Warranty fee.')),
              insured: optional(decimal('Warranty cover.')),
              total: optional(decimal('Price plus warranty fee.')),
              transit: optional(Type.String({ description: 'Transit text.' })),
              tiers: optional(
                Type.Array(
                  strict({
                    identifier: Type.Integer(),
                    price: decimal('Carrier price.'),
                    total: optional(decimal('With the fee.')),
                  }),
                ),
              ),
            },
            { description: 'The price; amounts that are left out are not compared.' },
          ),
        ),
        refused: optional(text('Or the code of the reason why there is none.')),
      }),
      { minItems: 1, description: 'Golden quotes.' },
    ),
  },
  {
    title: 'Linehaul carrier examples',
    description: 'Quotes worked out by hand (carriers/<id>/examples.json).',
  },
);

type ExamplesFile = Static<typeof ExamplesSchema>;
export type Example = ExamplesFile['examples'][number];
