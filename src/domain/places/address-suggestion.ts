// Completes a partly typed address from the localities, and returns the fields of a completed one. Streets are
// unknown here: a suggestion is the typed street, tidied, in each suburb that the text may mean. So there are no
// suggestions before the suburb is started.

import { parseAddressLine } from './address-line.ts';
import type { Locality } from './locality.ts';
import type { LocalityIndex } from './locality-index.ts';
import { searchLocalities } from './locality-search.ts';
import { packPlace, unpackPlace } from './place-id.ts';
import { formatStreet, isBox, type StreetAddress } from './street-address.ts';

export type AddressSuggestion = Readonly<{
  /** One line for people: `4/12 Smith Street, RICHMOND VIC 3121`. */
  description: string;
  placeId: string;
}>;

/** The fields of an address; missing ones are empty. */
export type ResolvedAddress = StreetAddress &
  Readonly<{
    /** The whole street line. */
    address: string;
    suburb: string;
    state: string;
    postcode: string;
    country: string;
  }>;

export function suggestAddresses(
  index: LocalityIndex,
  query: { text: string; limit: number },
): readonly AddressSuggestion[] {
  const { street, place } = parseAddressLine(index, query.text);
  if (place === '') return [];
  const found = searchLocalities(index, { text: place, limit: query.limit });
  const streets = found.filter(({ kind }) => kind === 'delivery');
  // Box lobbies have no streets. The search lists them last, so the limit never cuts off a real suburb.
  const localities = streets.length === 0 || isBox(street) ? found : streets;
  return localities.map((locality) => ({
    description: describe(street, locality),
    placeId: packPlace({ street, locality }),
  }));
}

export function resolveAddress(index: LocalityIndex, placeId: string): ResolvedAddress | undefined {
  const place = unpackPlace(index, placeId);
  return place === undefined ? undefined : resolved(place.street, place.locality);
}

function resolved(street: StreetAddress, locality: Locality): ResolvedAddress {
  const { name: suburb, state, postcode } = locality;
  return { ...street, address: formatStreet(street), suburb, state, postcode, country: 'AU' };
}

function describe(street: StreetAddress, { name, state, postcode }: Locality): string {
  const place = `${name} ${state} ${postcode}`;
  return [formatStreet(street), place].filter((part) => part !== '').join(', ');
}
