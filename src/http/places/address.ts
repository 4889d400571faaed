// A sender or receiver on the wire, as it is sent and as it is shown: texts are "" and never null, because typed clients
// depend on it.
import { type Static, Type } from 'typebox';
import type { AddressChange, AddressInput } from '../../application/quotes/quote-request.ts';
import { type Address, addressTypes } from '../../domain/places/address.ts';
import { NumberOrText } from '../bookings/item.ts';
import type { BodyReader } from '../server/body-reader.ts';

const given = {
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
  tailgate: Type.Optional(
    Type.Boolean({ description: 'A tailgate is needed here; tailgate_pickup or _delivery too' }),
  ),
};

export const AddressBody = Type.Object(given, { $id: 'AddressInput' });
export const AddressChangeBody = Type.Partial(Type.Object(given), { $id: 'AddressChange' });

/** Addresses and instructions may be long. */
export const longestLine = 1000;
const emailShape = /^[^\s@]+@[^\s@]+$/;

export function parseAddress(reader: BodyReader): AddressInput {
  const parts = readParts(reader);
  const country = parts.country || 'AU';
  // Abroad some places have neither postcodes nor suburbs; what is needed where is decided with the country.
  if (country === 'AU') reader.require('postcode', 'suburb');
  return { ...parts, country };
}

/** Whatever of an address was sent; `said` knows whether a text that is blank was. */
export function parseAddressChange(
  reader: BodyReader,
  said: (reader: BodyReader, field: string, text: string) => string | undefined,
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

function readParts(reader: BodyReader): AddressInput {
  const email = reader.text('email');
  if (email !== '' && !emailShape.test(email))
    reader.complain('email', 'must be an e-mail address, such as jane@example.com.');
  return {
    // Missing, it may still be the key's own; that is known when the request is completed.
    type: reader.has('type') ? reader.choice('type', addressTypes) : undefined,
    // Whether there is such a country, and how it is to be written, is known when the place is matched.
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
  country: Type.String(),
  type: Type.String(),
};

export const AddressReply = Type.Object({ id: Type.Integer(), ...shown }, { $id: 'Address' });

/** Of a quote that is not stored: there is nothing that an id could name. */
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
