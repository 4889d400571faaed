// What clients send to be quoted: POST /bookings and its relatives. Numeric text, nulls and blanks are accepted here and
// only here; after this there are integers. What can't be understood is kept with the request and refused together with
// what can't be completed, so that a client hears of every wrong field at once.
import { Type } from 'typebox';
import type {
  AddressInput,
  ItemInput,
  QuoteRequest,
} from '../../application/quotes/quote-request.ts';
import { mostItemLines } from '../../domain/bookings/booking.ts';
import { BodyReader } from './body-reader.ts';

const longestLine = 1000;
const kgToGrams = 1000;
const cmToTenthMm = 100;
const dollarsToCents = 100;
const authorityToLeave = /\bauthority to leave\b/i;

const NumberOrText = Type.Union([Type.Number(), Type.String()]);

const AddressBody = Type.Object(
  {
    postcode: NumberOrText,
    suburb: Type.String(),
    type: Type.String({ description: 'business or residential' }),
    country: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-2; AU when left out' })),
    state: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    company_name: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    phone: Type.Optional(NumberOrText),
    address: Type.Optional(Type.String()),
  },
  { $id: 'AddressInput' },
);

/** Published in the OpenAPI document. Bodies are read by `parseQuoteRequest`, which forgives more than this says. */
export const QuoteRequestBody = Type.Object(
  {
    sender: Type.Optional(AddressBody),
    receiver: AddressBody,
    items: Type.Array(
      Type.Object({
        description: Type.String({
          description: 'A packaging type, such as Carton, Satchel or Pallet',
        }),
        weight: NumberOrText,
        length: NumberOrText,
        width: NumberOrText,
        height: NumberOrText,
        quantity: NumberOrText,
        sku: Type.Optional(Type.String()),
      }),
    ),
    declared_value: Type.Optional(NumberOrText),
    insured_value: Type.Optional(NumberOrText),
    include_warranty: Type.Optional(Type.Boolean()),
    tailgate_pickup: Type.Optional(Type.Boolean()),
    tailgate_delivery: Type.Optional(Type.Boolean()),
    description: Type.Optional(Type.String()),
    special_instructions: Type.Optional(Type.String()),
    pickup_instructions: Type.Optional(Type.String()),
    referrer: Type.Optional(Type.String()),
    requesting_site: Type.Optional(Type.String()),
    notifications: Type.Optional(
      Type.Object({ email: Type.Optional(Type.Boolean()), sms: Type.Optional(Type.Boolean()) }),
    ),
    options: Type.Optional(
      Type.Object({
        authority_to_leave: Type.Optional(Type.Boolean()),
        disable_cache: Type.Optional(Type.Boolean()),
      }),
    ),
  },
  { $id: 'QuoteRequest' },
);

export function parseQuoteRequest(body: unknown): QuoteRequest {
  const reader = new BodyReader(body);
  const receiver = reader.object('receiver');
  if (receiver === undefined) reader.complain('receiver', 'is missing. Send it.');
  const sender = reader.object('sender');
  const items = reader.list('items', mostItemLines);
  if (items === undefined || items.count === 0)
    reader.complain('items', 'must be a list of at least one item.');
  const options = reader.object('options');
  const notifications = reader.object('notifications');
  const specialInstructions = reader.text('special_instructions', longestLine);
  const tailgate = (side: BodyReader | undefined, field: string): boolean =>
    reader.flag(field, false) || (side?.flag('tailgate', false) ?? false);
  const insured = reader.number('insured_value');
  return {
    sender: sender === undefined ? undefined : parseAddress(sender),
    receiver: receiver === undefined ? undefined : parseAddress(receiver),
    items: (items?.entries ?? []).map(parseItem),
    itemLines: items?.count ?? 0,
    declaredCents: Math.round((reader.number('declared_value') ?? insured ?? 0) * dollarsToCents),
    includesWarranty: reader.flag('include_warranty', true),
    tailgatePickup: tailgate(sender, 'tailgate_pickup'),
    tailgateDelivery: tailgate(receiver, 'tailgate_delivery'),
    authorityToLeave:
      (options?.flag('authority_to_leave', false) ?? false) ||
      authorityToLeave.test(specialInstructions),
    usesCache: !(options?.flag('disable_cache', false) ?? false),
    description: reader.text('description', longestLine),
    specialInstructions,
    pickupInstructions: reader.text('pickup_instructions', longestLine),
    notifications: {
      email: notifications?.flag('email', false) ?? false,
      sms: notifications?.flag('sms', false) ?? false,
    },
    referrer: reader.text('referrer'),
    requestingSite: reader.text('requesting_site', longestLine),
    issues: reader.issues,
  };
}

const emailShape = /^[^\s@]+@[^\s@]+$/;

function parseAddress(reader: BodyReader): AddressInput {
  const country = reader.text('country', 2).toUpperCase() || 'AU';
  const email = reader.text('email');
  if (email !== '' && !emailShape.test(email))
    reader.complain('email', 'must be an e-mail address, such as jane@example.com.');
  return {
    type: reader.choice('type', ['business', 'residential']) ?? 'business',
    country,
    // Abroad some places have neither postcodes nor suburbs; what is needed where is decided with the country.
    postcode: country === 'AU' ? reader.requiredText('postcode', 10) : reader.text('postcode', 20),
    suburb: country === 'AU' ? reader.requiredText('suburb') : reader.text('suburb'),
    state: reader.text('state'),
    name: reader.text('name'),
    companyName: reader.text('company_name'),
    email,
    phone: reader.text('phone'),
    street: reader.text('address', longestLine),
  };
}

function parseItem(reader: BodyReader): ItemInput {
  const quantity = reader.wholeNumber('quantity');
  return {
    description: reader.text('description'),
    // One item unless it says otherwise would hide a typing mistake in the field's name.
    quantity:
      quantity ??
      (reader.has('quantity') ? 0 : (reader.complain('quantity', 'is missing. Send it.') ?? 0)),
    weightGrams: scaled(reader, 'weight', kgToGrams),
    lengthTenthMm: scaled(reader, 'length', cmToTenthMm),
    widthTenthMm: scaled(reader, 'width', cmToTenthMm),
    heightTenthMm: scaled(reader, 'height', cmToTenthMm),
    sku: reader.text('sku'),
  };
}

/** Rounded up to the next whole unit: less would be less than what is sent. */
function scaled(reader: BodyReader, field: string, scale: number): number | undefined {
  const number = reader.number(field);
  if (number === undefined) return undefined;
  // Cut the binary noise first: 0.07 × 100 is not to become 8.
  return Math.ceil(Number((number * scale).toFixed(4)));
}
