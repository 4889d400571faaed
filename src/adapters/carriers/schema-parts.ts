// The few kinds of value that carrier files are made of, as TypeBox schemas: strict objects, exact decimals, choices,
// dates, tables given inline. Each carries its description, because editors show it while a file is typed.

import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { packagingTypes } from '../../domain/bookings/item.ts';

/** An object whose unknown keys are mistakes. */
export function strict<Properties extends TProperties>(
  properties: Properties,
  options: { description?: string; $id?: string; title?: string } = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export function text(description: string, extra: { minLength?: number; pattern?: string } = {}) {
  return Type.String({ minLength: 1, maxLength: 255, ...extra, description });
}

/** Either spelling of an exact decimal; `type` is an array so that a mistake gives one message, not two. */
export function decimal(description: string) {
  return Type.Unsafe<string | number>({
    type: ['string', 'number'],
    pattern: '^-?[0-9]{1,9}([.][0-9]{1,4})?$',
    description: `${description} A decimal with at most four places, as a string or a number.`,
  });
}

export function factor(description: string) {
  return Type.Unsafe<string | number>({
    type: ['string', 'number'],
    pattern: '^[0-9]{1,9}([.][0-9]{1,4})?(/[0-9]{1,9}([.][0-9]{1,4})?)?$',
    description,
  });
}

export function nullable<Schema extends TSchema>(schema: Schema) {
  const type: unknown = Reflect.get(schema, 'type');
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [...types, 'null'] });
}

export function choice<const Values extends readonly string[]>(
  values: Values,
  description: string,
) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], description });
}

export const date = (description: string) =>
  Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description });
export const time = (description: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description });
export const packaging = Type.String({
  description: `A packaging type, in any spelling: ${packagingTypes.map((type) => type.name).join(', ')}.`,
});
export const whenRule = (description: string) =>
  Type.String({ minLength: 1, maxLength: 1000, description: `${description} An expression.` });
export const optional = Type.Optional;

/** Rows of a table given in place of its CSV file: the same columns, as keys. */
const inlineRows = (required: readonly string[], columns: readonly string[]) =>
  Type.Array(
    strict(
      Object.fromEntries(
        columns.map((column) => {
          const cell = Type.Unsafe<string | number | null>({
            type: ['string', 'number', 'null'],
            description: `Column ${column} of the table.`,
          });
          return [column, required.includes(column) ? cell : optional(cell)];
        }),
      ),
    ),
    { maxItems: 5000, description: 'The rows of the table, in place of its file.' },
  );

export const tableColumns = {
  zones: {
    required: ['zone', 'postcode_from', 'postcode_to'],
    optional: ['country', 'suburb', 'state', 'parent', 'depot', 'sort_code', 'pickup', 'delivery'],
  },
  lanes: {
    required: ['service', 'from_zone', 'to_zone', 'breaks'],
    optional: [
      'to_suburb',
      'item_type',
      'basic',
      'basic_includes',
      'minimum',
      'maximum',
      'unit',
      'per',
      'break_mode',
    ],
  },
  transit: { required: ['from_zone', 'to_zone', 'min', 'max'], optional: ['service'] },
  areas: {
    required: ['code', 'postcode_from', 'postcode_to', 'side'],
    optional: ['suburb', 'amount', 'per', 'per_kg', 'fuel', 'label'],
  },
  fuel: { required: ['percent', 'from'], optional: ['to', 'when'] },
} as const;

export const inlineTable = (table: keyof typeof tableColumns, alwaysGiven: readonly string[]) => {
  const { required, optional: others } = tableColumns[table];
  return inlineRows(alwaysGiven, [...required, ...others]);
};

export const tableFile = (description: string) =>
  text(
    `${description} A file of the card's folder, "../../name.csv" for one of the carrier's folder, or "@name.csv" for a table shared by carriers (folder _zones).`,
    { pattern: '^(@|([.][.]/){0,2})[A-Za-z0-9_-]+[.]csv$' },
  );
