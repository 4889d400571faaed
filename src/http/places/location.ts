// Locations on the wire. v5 adds `id` and `priority` to a suburb, and a v5 search may contain countries.
import { type Static, Type } from 'typebox';
import type { Country } from '../../domain/places/country.ts';
import { type Locality, localityId } from '../../domain/places/locality.ts';
import { australianState, countryCode, wordOf } from '../server/values.ts';

const fourDigits = Type.String({ pattern: '^\\d{4}$' });

export const PlainSuburb = Type.Object(
  {
    locality: Type.String(),
    postcode: fourDigits,
    state: australianState,
  },
  { $id: 'Suburb' },
);

export const RankedSuburb = Type.Object(
  {
    locality: Type.String(),
    postcode: fourDigits,
    state: australianState,
    id: Type.String(),
    priority: Type.Integer({
      description: 'Higher for better-known suburbs',
    }),
  },
  { $id: 'SuburbLocation' },
);

export const CountryLocation = Type.Object(
  { country_code: countryCode(), country_name: Type.String(), id: Type.String() },
  { $id: 'CountryLocation' },
);

const country = { code: countryCode(), name: Type.String(), id: Type.String() };

export const CountryReply = Type.Object(
  { ...country, postcode_status: wordOf(['required', 'optional', 'none']) },
  { $id: 'Country' },
);

export const V4CountryReply = Type.Object(
  {
    ...country,
    postcode_status: Type.Integer({
      minimum: 0,
      maximum: 1,
      description: '1 where an address needs a postcode',
    }),
  },
  { $id: 'Country' },
);

export const SuggestionReply = Type.Object(
  { description: Type.String(), placeId: Type.String() },
  { $id: 'AddressSuggestion' },
);

export const ResolvedAddressReply = Type.Object(
  {
    unit: Type.String(),
    streetNumber: Type.String(),
    street: Type.String(),
    streetType: Type.String(),
    address: Type.String({ description: 'The whole street line' }),
    suburb: Type.String(),
    state: Type.String(),
    postcode: Type.String(),
    country: countryCode(),
  },
  { $id: 'ResolvedAddress' },
);

export function presentSuburb({ name, postcode, state }: Locality): Static<typeof PlainSuburb> {
  return { locality: name, postcode, state };
}

/** Localities are immutable and often repeated, and creating the id is most of the work. */
const presented = new WeakMap<Locality, Static<typeof RankedSuburb>>();

export function presentRankedSuburb(locality: Locality): Static<typeof RankedSuburb> {
  let suburb = presented.get(locality);
  if (suburb === undefined) {
    suburb = { ...presentSuburb(locality), id: localityId(locality), priority: locality.priority };
    presented.set(locality, suburb);
  }
  return suburb;
}

export function presentCountryLocation({ code, name }: Country): Static<typeof CountryLocation> {
  return { country_code: code, country_name: name, id: code };
}

export function presentCountry({
  code,
  name,
  postcodeStatus,
}: Country): Static<typeof CountryReply> {
  return { code, name, id: code, postcode_status: postcodeStatus };
}

/** The WooCommerce plug-in shows its postcode field if the status is 1. */
export function presentV4Country(country: Country): Static<typeof V4CountryReply> {
  const isRequired = country.postcodeStatus === 'required';
  return { ...presentCountry(country), postcode_status: isRequired ? 1 : 0 };
}
