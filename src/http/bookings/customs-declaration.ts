// A customs declaration on the wire: the goods of an international booking, item by item.
import { type Static, Type } from 'typebox';
import {
  type CustomsDeclaration,
  type CustomsItem,
  contentsTypes,
  mostCustomsItems,
} from '../../domain/bookings/customs-declaration.ts';
import { gramsPerKg } from '../../domain/bookings/item.ts';
import { DocumentReader } from '../../domain/document-reader.ts';
import { centsPerDollar, dollars } from '../../domain/money.ts';
import { type Issue, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { shownValue } from '../../domain/shown-value.ts';
import {
  countryCode,
  neededText,
  numberOrText,
  wholeNumberOrText,
  wordOf,
} from '../server/values.ts';

const mostQuantity = 1_000_000;
const mostGrams = 22_000_000;
const mostCents = 100_000_000_00;

const itemFields = {
  description: neededText(),
  country_of_origin: countryCode(),
  hs_code: Type.Optional(
    Type.String({ pattern: '^\\d{6,10}$', description: 'Harmonized System, six to ten digits' }),
  ),
};

const declarationFields = {
  contents_type: wordOf(contentsTypes),
  contents_description: neededText(),
};

const currencyCode = (description: string) =>
  Type.String({ pattern: '^[A-Z]{3}$', examples: ['AUD'], description });

export const DeclarationBody = Type.Object(
  {
    ...declarationFields,
    currency: Type.Optional(currencyCode('ISO 4217; AUD when left out')),
    items: Type.Array(
      Type.Object(
        {
          ...itemFields,
          quantity: wholeNumberOrText({ least: 1, most: mostQuantity }, '^[1-9]\\d{0,5}$'),
          weight: numberOrText(
            { least: 0.001, most: mostGrams / gramsPerKg },
            '^[1-9]\\d{0,3}(\\.\\d{1,3})?$',
            'kg of one',
          ),
          value: numberOrText(
            { least: 0, most: mostCents / centsPerDollar },
            '^\\d{1,8}(\\.\\d{1,2})?$',
            'Of one, in the currency',
          ),
        },
        { $id: 'CustomsItemInput' },
      ),
      { minItems: 1, maxItems: mostCustomsItems },
    ),
  },
  { $id: 'CustomsDeclarationInput' },
);

export const DeclaredReply = Type.Object({
  ...declarationFields,
  currency: currencyCode('ISO 4217'),
  items: Type.Array(
    Type.Object({
      ...itemFields,
      quantity: Type.Integer(),
      weight: Type.Number({ description: 'kg of one' }),
      value: Type.Number({ description: 'of one' }),
    }),
  ),
});

export const DeclarationReply = Type.Object(
  {
    id: Type.Integer({ description: 'The booking' }),
    customs_declaration: DeclaredReply,
  },
  { $id: 'CustomsDeclaration' },
);

const countryShape = /^[A-Z]{2}$/;
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const hsShape = /^\d{6,10}$/;
const defaultCurrency = 'AUD';

export function parseDeclaration(
  body: unknown,
  knownCountries: ReadonlySet<string>,
): CustomsDeclaration {
  const reader = new DocumentReader(body);
  const outOfRange: Issue[] = [];
  const currency = reader.text('currency').toUpperCase() || defaultCurrency;
  if (!currencies.has(currency))
    reader.complain(
      'currency',
      `must be a currency of ISO 4217, such as AUD; it is ${shownValue(currency)}.`,
    );
  reader.require('contents_description');
  const items = reader.list('items', mostCustomsItems);
  if (items === undefined || items.count === 0)
    reader.complain('items', 'must be a list of at least one item.');
  else if (items.count > mostCustomsItems)
    reader.complain('items', `has ${items.count} entries; at most ${mostCustomsItems} are taken.`);
  const declaration = {
    contentsType: reader.choice('contents_type', contentsTypes) ?? 'other',
    contentsDescription: reader.text('contents_description'),
    currency,
    items: (items?.entries ?? []).map((entry) => parseItem(entry, knownCountries, outOfRange)),
  };
  if (reader.issues.length > 0) refuseInvalid([...reader.issues, ...outOfRange]);
  if (outOfRange.length > 0) throw new Refusal({ code: 'values_out_of_range', issues: outOfRange });
  return declaration;
}

function parseItem(
  reader: DocumentReader,
  knownCountries: ReadonlySet<string>,
  outOfRange: Issue[],
): CustomsItem {
  const measure = (field: string, scale: number, range: Range): number =>
    readMeasure(reader, field, scale, range, outOfRange);
  reader.require('description', 'quantity', 'weight', 'value', 'country_of_origin');
  const origin = reader.text('country_of_origin').toUpperCase();
  if (origin !== '' && !(countryShape.test(origin) && knownCountries.has(origin)))
    reader.complain('country_of_origin', 'must be two letters of ISO 3166-1, such as CN.');
  const hsCode = reader.text('hs_code').replaceAll(/[.\s]/g, '');
  if (hsCode !== '' && !hsShape.test(hsCode))
    reader.complain('hs_code', 'must have six to ten digits.');
  return {
    description: reader.text('description'),
    quantity: measure('quantity', 1, { least: 1, most: mostQuantity }),
    weightGrams: measure('weight', gramsPerKg, { least: 1, most: mostGrams }),
    valueCents: measure('value', centsPerDollar, { least: 0, most: mostCents }),
    countryOfOrigin: origin,
    hsCode,
  };
}

type Range = { least: number; most: number };

/** Returns whole units of the scale. */
function readMeasure(
  reader: DocumentReader,
  field: string,
  scale: number,
  { least, most }: Range,
  outOfRange: Issue[],
): number {
  const given = scale === 1 ? reader.wholeNumber(field) : reader.number(field);
  if (given === undefined) return least;
  const value = Math.round(given * scale);
  if (value >= least && value <= most) return value;
  const range = `from ${least / scale} to ${most / scale}`;
  outOfRange.push(reader.issueAt(field, `must be ${range}; it is ${given}.`));
  return least;
}

export function presentDeclared(declaration: CustomsDeclaration): Static<typeof DeclaredReply> {
  return {
    contents_type: declaration.contentsType,
    contents_description: declaration.contentsDescription,
    currency: declaration.currency,
    items: declaration.items.map((item) => ({
      description: item.description,
      quantity: item.quantity,
      weight: item.weightGrams / gramsPerKg,
      value: dollars(item.valueCents),
      country_of_origin: item.countryOfOrigin,
      ...(item.hsCode === '' ? {} : { hs_code: item.hsCode }),
    })),
  };
}

/** The declaration as members' and operators' pages get it. */
export const DeclarationShown = Type.Object({
  customs_declaration: Type.Optional(DeclaredReply),
});

export function showDeclaration(
  declaration: CustomsDeclaration | undefined,
): Static<typeof DeclarationShown> {
  return declaration === undefined ? {} : { customs_declaration: presentDeclared(declaration) };
}
