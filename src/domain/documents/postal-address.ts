// An address in postal form: company, person, street, then suburb, state and postcode in capitals on one line without
// commas, and the country in capitals when the freight leaves Australia.

import type { Address } from '../places/address.ts';
import { printable } from './printable.ts';

export type Party = {
  company: string;
  name: string;
  street: readonly string[];
  suburb: string;
  state: string;
  postcode: string;
  /** `MELBOURNE VIC 3000`. */
  place: string;
  /** Empty within Australia. */
  country: string;
  countryCode: string;
  phone: string;
};

/** `countryName` is left empty where the country need not be printed. */
export function partyOf(address: Address, countryName: string): Party {
  const suburb = printable(address.suburb).toUpperCase();
  const state = printable(address.state).toUpperCase();
  const postcode = printable(address.postcode).toUpperCase();
  return {
    company: printable(address.companyName),
    name: printable(address.name),
    street: address.street
      .split(/[\r\n]+/)
      .map(printable)
      .filter((line) => line !== ''),
    suburb,
    state,
    postcode,
    place: [suburb, state, postcode].filter((part) => part !== '').join(' '),
    country: countryName.toUpperCase(),
    countryCode: address.country,
    phone: printable(address.phone),
  };
}

/** Who and where, a line each, without suburb and country. */
export function partyLines({ company, name, street }: Party): string[] {
  return [company, name, ...street].filter((line) => line !== '');
}
