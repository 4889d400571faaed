// A place as people type it: "2000 SYDNEY", "ST KILDA 3182", "NZ 1010 AUCKLAND".
import { InvalidArgumentError } from 'commander';
import type { App } from '../../application/ports.ts';
import type { AddressInput } from '../../application/quotes/quote-request.ts';
import { isPostcode } from '../../domain/places/australian-state.ts';

/** Two letters before a word may be a country or the start of a suburb; the list of suburbs decides. */
export type TypedPlace = { address: AddressInput; abroad?: AddressInput };

export function place(text: string): TypedPlace {
  const words = text.trim().split(/\s+/);
  const [first = '', second = ''] = words;
  const country = /^[A-Za-z]{2}$/.test(first) ? first.toUpperCase() : undefined;
  if (country === undefined) return { address: inAustralia(words) };
  if (country === 'AU') return { address: inAustralia(words.slice(1)) };
  const abroad = read(country, words.slice(1));
  // A postcode right after it marks it as a country; so does a postcode that Australia does not have.
  const isCountry = /\d/.test(second) || !isPostcode(abroad.postcode);
  return isCountry ? { address: abroad } : { address: read('AU', words), abroad };
}

/** The suburb if its postcode has one with this beginning, else the country if it exists. */
export function meantPlace(
  { locations }: Pick<App, 'locations'>,
  { address, abroad }: TypedPlace,
): AddressInput {
  if (abroad === undefined) return address;
  const { localities, countries } = locations;
  const isSuburb =
    localities.match(address).kind === 'matched' ||
    localities
      .byPostcode(address.postcode)
      .some(({ name }) => name.startsWith(`${abroad.country} `));
  const isCountry = countries.some(({ code }) => code === abroad.country);
  return isSuburb || !isCountry ? address : abroad;
}

function inAustralia(words: readonly string[]): AddressInput {
  const address = read('AU', words);
  if (address.postcode === '' || address.suburb === '')
    throw new InvalidArgumentError('Give a postcode and a suburb, such as "2000 SYDNEY".');
  return address;
}

function read(country: string, words: readonly string[]): AddressInput {
  const postcode = words.find((word) => /\d/.test(word)) ?? '';
  const suburb = words.filter((word) => word !== postcode).join(' ');
  const blank = { state: '', name: '', companyName: '', email: '', phone: '', street: '' };
  return { type: 'business', country, postcode, suburb, ...blank };
}
