// An address in postal form: company, person, street, then suburb, state and postcode in capitals on one line without
// commas, and the country in capitals for international freight.

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

/** `countryName` is empty if the country need not be printed. */
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

/** Company, name and street, one per line, without suburb and country. */
export function partyLines({ company, name, street }: Party): string[] {
  return [company, name, ...street].filter((line) => line !== '');
}
