// Orders the results of a place search. The first is used if the person does not choose one.
import type { CountryLocation, Suburb } from '../api/wire.ts';
import { titleCase } from './title-case.ts';

export type Place = {
  country: string;
  countryName: string;
  suburb: string;
  postcode: string;
  state: string;
};

/** Suburbs in the service's order, each country after the last suburb whose name matches as well as its own. */
export function placesFound(
  text: string,
  found: readonly (Suburb | CountryLocation)[],
  { offersCountries }: { offersCountries: boolean },
): Place[] {
  const places = found.map(placeFrom);
  const offered = places.filter(({ country }) => country === 'AU');
  if (!offersCountries) return offered;
  for (const one of places.filter(({ country }) => country !== 'AU')) {
    const misfit = misfitOf(one.countryName, text);
    const before = offered.findLastIndex((other) => misfitOf(nameOf(other), text) <= misfit);
    offered.splice(before + 1, 0, one);
  }
  return offered;
}

export function shown(place: Place): string {
  if (place.country !== 'AU') return place.countryName;
  return [titleCase(place.suburb), place.state, place.postcode]
    .filter((part) => part !== '')
    .join(' ');
}

const nameOf = ({ country, countryName, suburb }: Place): string =>
  country === 'AU' ? suburb : countryName;

/** 0 for an exact name, 1 for a name that begins with the text, 2 for any other match. */
function misfitOf(name: string, text: string): number {
  const wanted = text.trim().toUpperCase();
  const given = name.toUpperCase();
  if (given === wanted) return 0;
  return given.startsWith(wanted) ? 1 : 2;
}

function placeFrom(found: Suburb | CountryLocation): Place {
  return 'country_code' in found
    ? {
        country: found.country_code,
        countryName: found.country_name,
        suburb: '',
        postcode: '',
        state: '',
      }
    : {
        country: 'AU',
        countryName: 'Australia',
        suburb: found.locality,
        postcode: found.postcode,
        state: found.state,
      };
}
