// A sender or receiver in requests and answers. Strings are "" and never null, because typed clients depend on it.
import { type Static, Type } from 'typebox';
import type { AddressChange, AddressInput } from '../../application/quotes/quote-request.ts';
import type { DocumentReader } from '../../domain/document-reader.ts';
import { longestLine } from '../../domain/document-reader.ts';
import { type Address, addressTypes } from '../../domain/places/address.ts';
import {
  addressType,
  australianState,
  countryCode,
  email,
  phone,
  sentText,
} from '../server/values.ts';

const given = {
  postcode: Type.String({
    pattern: '\\S',
    maxLength: 20,
    examples: ['2000'],
    description: 'In Australia a postcode that exists, four digits; GET /locations/search finds it',
  }),
  suburb: Type.String({
    pattern: '\\S',
    maxLength: 255,
    examples: ['SYDNEY'],
    description: 'In Australia a suburb of that postcode. Case and usual abbreviations are ignored',
  }),
  type: addressType,
  country: countryCode('ISO 3166-1 alpha-2. A request without it is taken as AU'),
  state: Type.Optional(
    Type.Union([australianState, sentText()], {
      description: 'Derived from the postcode in Australia; elsewhere as that country writes it',
    }),
  ),
  name: Type.Optional(sentText()),
  company_name: Type.Optional(sentText()),
  email: Type.Optional(email),
  phone: Type.Optional(phone()),
  address: Type.Optional(sentText(longestLine, { description: 'Street address' })),
};

const examples = [
  {
    postcode: '2000',
    suburb: 'SYDNEY',
    type: 'business',
    country: 'AU',
    state: 'NSW',
    name: 'Jane Citizen',
    company_name: 'Tile Warehouse',
    email: 'jane@example.com',
    phone: '0290001234',
    address: '1 George St',
  },
  { postcode: '3000', suburb: 'MELBOURNE', type: 'residential', country: 'AU' },
  { postcode: '6000', suburb: 'PERTH', type: 'business', country: 'AU' },
];

export const AddressBody = Type.Object(given, { $id: 'AddressInput', examples });

/** Interface, "Address": only addresses of /bookings/stream can request a tailgate. */
export const StreamAddressBody = Type.Object(
  {
    ...given,
    tailgate: Type.Optional(
      Type.Boolean({
        description: 'A tailgate is needed here, as with tailgate_pickup or tailgate_delivery',
      }),
    ),
  },
  { $id: 'StreamAddressInput', examples },
);

/** Postcode and suburb identify the place together, so a change must contain both. */
export const AddressChangeBody = Type.Partial(Type.Object(given), {
  $id: 'AddressChange',
  examples,
  dependentRequired: { postcode: ['suburb'], suburb: ['postcode'] },
});

const emailShape = /^[^\s@]+@[^\s@]+$/;

export function parseAddress(reader: DocumentReader): AddressInput {
  const parts = readParts(reader);
  const country = parts.country || 'AU';
  // Some countries have no postcodes or suburbs. The use-case checks addresses abroad, once it knows the country.
  if (country === 'AU') reader.require('postcode', 'suburb');
  return { ...parts, country };
}

/** Reads the fields that were sent; `said` decides whether a blank text counts as sent. */
export function parseAddressChange(
  reader: DocumentReader,
  said: (reader: DocumentReader, field: string, text: string) => string | undefined,
): AddressChange {
  const parts = readParts(reader);
  return {
    ...parts,
    name: said(reader, 'name', parts.name),
    companyName: said(reader, 'company_name', parts.companyName),
    email: said(reader, 'email', parts.email),
    phone: said(reader, 'phone', parts.phone),
    street: said(reader, 'address', parts.street),
  };
}

function readParts(reader: DocumentReader): AddressInput {
  const email = reader.text('email');
  if (email !== '' && !emailShape.test(email))
    reader.complain('email', 'must be an e-mail address, such as jane@example.com.');
  return {
    // If the type is missing, the key's default may apply when the request is completed.
    type: reader.has('type') ? reader.choice('type', addressTypes) : undefined,
    // The country is checked and normalised when the place is matched.
    country: reader.text('country').toUpperCase(),
    postcode: reader.text('postcode', 20),
    suburb: reader.text('suburb'),
    state: reader.text('state'),
    name: reader.text('name'),
    companyName: reader.text('company_name'),
    email,
    phone: reader.text('phone'),
    street: reader.text('address', longestLine),
  };
}

const shown = {
  name: Type.String(),
  company_name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  address: Type.String(),
  suburb: Type.String(),
  postcode: Type.String(),
  state: Type.String(),
  country: countryCode(),
  type: addressType,
};

export const AddressReply = Type.Object({ id: Type.Integer(), ...shown }, { $id: 'Address' });

/** An address of a quote that is not stored, so it has no id. */
export const UnstoredAddressReply = Type.Object(shown);

export function presentAddress(address: Address, id: number): Static<typeof AddressReply> {
  return { id, ...presentUnstoredAddress(address) };
}

export function presentUnstoredAddress(
  address: Omit<Address, 'coordinates' | 'localityKind'>,
): Static<typeof UnstoredAddressReply> {
  return {
    name: address.name,
    company_name: address.companyName,
    email: address.email,
    phone: address.phone,
    address: address.street,
    suburb: address.suburb,
    postcode: address.postcode,
    state: address.state,
    country: address.country,
    type: address.type,
  };
}
