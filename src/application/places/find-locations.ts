// Looks up places by page, postcode, search or address. Validates requests; `domain/places/localities.ts` searches.
import type { AddressSuggestion, ResolvedAddress } from '../../domain/places/address-suggestion.ts';
import type { Country } from '../../domain/places/country.ts';
import type { Locality } from '../../domain/places/locality.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { App } from '../ports.ts';

export const mostLocationsAtOnce = 1000;
const usualSearchLimit = 50;
const suggestionLimit = 10;
/** Shorter texts would mix countries into every search for a suburb. */
const shortestCountryName = 3;

/** A page of all localities, in their order; empty past the end. */
export function listLocations(
  app: App,
  page: number,
  limit = mostLocationsAtOnce,
): readonly Locality[] {
  return app.locations.localities.page(page, limit);
}

export function locationsOfPostcode(app: App, postcode: string): readonly Locality[] {
  const found = app.locations.localities.byPostcode(postcode);
  if (found.length === 0) throw new Refusal({ code: 'postcode_not_found', postcode });
  return found;
}

export function searchLocations(
  app: App,
  text: string | undefined,
  limit = usualSearchLimit,
): readonly Locality[] {
  return app.locations.localities.search(required('q', text, 'place'), limit);
}

/** Countries whose code is the text or whose name begins with it. */
export function searchCountries(app: App, text: string): readonly Country[] {
  const wanted = text.trim().toUpperCase();
  return app.locations.countries.filter(
    ({ code, searchName }) =>
      code === wanted || (wanted.length >= shortestCountryName && searchName.startsWith(wanted)),
  );
}

export function suggestAddresses(app: App, text: string | undefined): readonly AddressSuggestion[] {
  return app.locations.localities.suggest(required('q', text, 'address'), suggestionLimit);
}

export function getResolvedAddress(app: App, placeId: string | undefined): ResolvedAddress {
  const resolved = app.locations.localities.resolve(required('placeId', placeId, 'suggestion'));
  if (resolved === undefined) throw new Refusal({ code: 'place_not_found' });
  return resolved;
}

function required(
  name: string,
  text: string | undefined,
  wanted: 'place' | 'address' | 'suggestion',
): string {
  if (text === undefined || text.trim() === '') {
    throw new Refusal({
      code: 'validation',
      issues: [{ path: [name], problem: 'query_missing', wanted }],
    });
  }
  return text;
}
