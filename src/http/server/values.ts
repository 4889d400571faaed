// Shapes of single values as /openapi.json publishes them. Readers accept more than the document promises (any
// spelling of a packaging type, amounts with thousands commas); a client that keeps to the document is never refused
// for the shape of a value.
import { type TSchema, type TSchemaOptions, Type } from 'typebox';
import { packagingTypes } from '../../domain/bookings/item.ts';
import { longestText } from '../../domain/document-reader.ts';
import { addressTypes } from '../../domain/places/address.ts';
import { australianStates } from '../../domain/places/australian-state.ts';

type Shown = Pick<TSchemaOptions, 'description' | 'examples' | 'default'>;

/** One word of a closed list. */
export const wordOf = <const Word extends string>(
  words: readonly Word[],
  shown: TSchemaOptions = {},
) => Type.Enum([...words], { type: 'string', ...shown });

export const addressType = wordOf(addressTypes);

export const australianState = wordOf(australianStates);

/** The id of a record in a body. PostgreSQL cannot compare larger numbers with an id. */
export const recordNumber = (shown: Shown = {}) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ...shown });

/** Text that may be absent or empty. */
export const sentText = (most = longestText, shown: Shown = {}) =>
  Type.String({ maxLength: most, ...shown });

/** Text that must not be blank. */
export const neededText = (most = longestText, shown: Shown = {}) =>
  Type.String({ maxLength: most, pattern: '\\S', ...shown });

export const email = Type.String({
  format: 'email',
  maxLength: longestText,
  examples: ['jane@example.com'],
});

/** Clients store phone numbers as numbers too. */
export const phone = (description?: string) =>
  Type.Unsafe<string | number>({
    oneOf: [
      { type: 'string', maxLength: 60 },
      { type: 'integer', minimum: 0, maximum: 999_999_999_999 },
    ],
    ...(description === undefined ? {} : { description }),
  });

export const packagingType = wordOf(
  packagingTypes.map(({ name }) => name),
  {
    description:
      'Packaging type. Case, spaces, hyphens, underscores and slashes are ignored: wine_beer_liquor_carton is accepted too.',
  },
);

export const countryCode = (description = 'ISO 3166-1 alpha-2') =>
  Type.String({ pattern: '^[A-Z]{2}$', examples: ['AU'], description });

type Range = { least: number; most: number };

/** A number, or the same number as text: many shops store their numbers as text. */
export const numberOrText = ({ least, most }: Range, textPattern: string, description?: string) =>
  Type.Unsafe<number | string>({
    oneOf: [
      { type: 'number', minimum: least, maximum: most },
      { type: 'string', pattern: textPattern },
    ],
    ...(description === undefined ? {} : { description }),
  });

export const wholeNumberOrText = (
  { least, most }: Range,
  textPattern: string,
  description?: string,
) =>
  Type.Unsafe<number | string>({
    oneOf: [
      { type: 'integer', minimum: least, maximum: most },
      { type: 'string', pattern: textPattern },
    ],
    ...(description === undefined ? {} : { description }),
  });

const idText = '^[1-9]\\d{0,14}$';

/** The number of a record. */
export const recordId = (description?: string) =>
  wholeNumberOrText({ least: 1, most: Number.MAX_SAFE_INTEGER }, idText, description);

/** Dollars from 0 to a million. */
export const amountOrText = (description?: string) =>
  numberOrText({ least: 0, most: 1_000_000 }, '^\\d{1,6}(\\.\\d{1,2})?$', description);

/** A value that may be unknown: the schema, or null. */
export const orNull = <Schema extends TSchema>(schema: Schema, shown: Shown = {}) =>
  Type.Union([schema, Type.Null()], shown);

export const day = (description?: string) =>
  Type.String({ format: 'date', ...(description === undefined ? {} : { description }) });

/** ISO 8601 with a colon in the offset: RFC 3339, which generated clients parse. */
export const instant = (description?: string) =>
  Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) });

/** Clients of bookings depend on offsets without a colon, which `date-time` does not allow. */
export const bookingTime = (description = 'ISO 8601, with the offset as +HHMM') =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}[+-]\\d{4}$',
    description,
  });

export const clockTime = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'HH:MM',
});

/** As a database writes it. */
export const clockText = (description: string) =>
  Type.String({
    pattern: '^(\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2})?$',
    description,
  });

/** Hours of one day. */
export const pickupHours = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'HH:MM-HH:MM, within the pickup_time of the quote',
});
