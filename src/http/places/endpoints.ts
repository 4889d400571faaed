// /locations… and /addresses…: static data, so clients and proxies may cache every answer.
// Tests: contract/locations.
import { type Static, Type } from 'typebox';
import {
  getResolvedAddress,
  listLocations,
  locationsOfPostcode,
  mostLocationsAtOnce,
  searchCountries,
  searchLocations,
  suggestAddresses,
} from '../../application/places/find-locations.ts';
import type { App } from '../../application/ports.ts';
import { longestText } from '../../domain/document-reader.ts';
import type { Locality } from '../../domain/places/locality.ts';
import { longestPlaceId } from '../../domain/places/place-id.ts';
import { endpoint, type Published } from '../server/endpoint.ts';
import type { Generation } from '../server/generation.ts';
import { PageParam } from '../server/list-query.ts';
import { wholeNumberParam } from '../server/whole-number.ts';
import {
  CountryLocation,
  CountryReply,
  PlainSuburb,
  presentCountry,
  presentCountryLocation,
  presentRankedSuburb,
  presentSuburb,
  presentV4Country,
  RankedSuburb,
  ResolvedAddressReply,
  SuggestionReply,
  V4CountryReply,
} from './location.ts';

const LimitParam = wholeNumberParam('limit', { least: 1, most: mostLocationsAtOnce });
const limitOf = (given: string | undefined): number | undefined =>
  LimitParam.read(given || undefined);

const LocationsReply = Type.Object({
  locations: Type.Array(Type.Union([RankedSuburb, CountryLocation])),
});
/** Published as required but optional here: the use-case's message says what to send. */
const needed = Type.Optional(
  Type.String({ maxLength: longestText, published: { isRequired: true } satisfies Published }),
);
const isStatic = (app: App): string => app.locations.version;

export const list = endpoint(
  {
    summary: 'First page of all suburbs',
    description: 'Or, with q, a search: an older spelling of /locations/search.',
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: longestText })),
      limit: Type.Optional(LimitParam.blankOrSchema),
    }),
    reply: {
      v4: Type.Union([Type.Array(PlainSuburb), LocationsReply]),
      v5: Type.Union([Type.Array(RankedSuburb), LocationsReply]),
    },
    version: isStatic,
  },
  async (app, { query, generation }) => {
    const limit = limitOf(query.limit);
    if (query.q === undefined) return presentList(generation, listLocations(app, 1, limit));
    // An autocomplete field starts with an empty query, which is not an error.
    const found = query.q.trim() === '' ? [] : searchLocations(app, query.q, limit);
    return { locations: found.map(presentRankedSuburb) };
  },
);

export const page = endpoint(
  {
    summary: 'A page of all suburbs',
    description: '1000 a page. A page past the end is empty.',
    params: Type.Object({ page: PageParam.schema }),
    query: Type.Object({ limit: Type.Optional(LimitParam.blankOrSchema) }),
    reply: { v4: Type.Array(PlainSuburb), v5: Type.Array(RankedSuburb) },
    version: isStatic,
  },
  async (app, { params, query, generation }) => {
    const limit = limitOf(query.limit);
    return presentList(generation, listLocations(app, PageParam.read(params.page), limit));
  },
);

export const postcode = endpoint(
  {
    summary: 'Suburbs of a postcode',
    description: '404 for a postcode that does not exist.',
    params: Type.Object({
      postCode: Type.String({
        published: { schema: { type: 'string', pattern: '^\\d{4}$' } } satisfies Published,
      }),
    }),
    refusals: { 404: { when: 'No such postcode', example: 'postcode_not_found' } },
    reply: {
      v4: Type.Array(PlainSuburb),
      v5: Type.Object({ locations: Type.Array(PlainSuburb) }),
    },
    version: isStatic,
  },
  async (app, { params, generation }) => {
    const found = locationsOfPostcode(app, params.postCode).map(presentSuburb);
    return generation.bodies === 'v4' ? found : { locations: found };
  },
);

export const search = endpoint(
  {
    summary: 'Search suburbs',
    description:
      'By name, postcode or the beginning of either; best first. v5 also finds countries.',
    query: Type.Object({ q: needed, limit: Type.Optional(LimitParam.blankOrSchema) }),
    reply: { v4: Type.Array(PlainSuburb), v5: LocationsReply },
    version: isStatic,
  },
  async (app, { query, generation }) => {
    const found = searchLocations(app, query.q, limitOf(query.limit));
    if (generation.bodies === 'v4') return found.map(presentSuburb);
    const countries = searchCountries(app, query.q ?? '').map(presentCountryLocation);
    return { locations: [...found.map(presentRankedSuburb), ...countries] };
  },
);

export const all = endpoint(
  {
    summary: 'All suburbs at once',
    description: 'About 18,000. They change only with the version of the service, so cache them.',
    reply: Type.Object({ count: Type.Integer(), suburbs: Type.Array(RankedSuburb) }),
    version: isStatic,
    hasOneAnswer: true,
  },
  async (app) => {
    const suburbs = app.locations.localities.all();
    return { count: suburbs.length, suburbs: suburbs.map(presentRankedSuburb) };
  },
);

const CountriesReply = Type.Object({ countries: Type.Array(CountryReply) });

export const countries = endpoint(
  {
    summary: 'Destination countries',
    description: 'Also says whether an address there needs a postcode.',
    reply: { v4: Type.Array(V4CountryReply), v5: CountriesReply },
    version: isStatic,
  },
  async (app, { generation }) =>
    generation.bodies === 'v4'
      ? app.locations.countries.map(presentV4Country)
      : { countries: app.locations.countries.map(presentCountry) },
);

export const suggest = endpoint(
  {
    summary: 'Complete a partly typed address',
    description: 'Suggestions for the typed text, best first. Resolve a suggestion by its placeId.',
    query: Type.Object({ q: needed }),
    reply: Type.Object({ suggestions: Type.Array(SuggestionReply) }),
    version: isStatic,
  },
  async (app, { query }) => ({ suggestions: [...suggestAddresses(app, query.q)] }),
);

export const resolve = endpoint(
  {
    summary: 'The fields of a suggested address',
    description: 'By the placeId of a suggestion.',
    query: Type.Object({
      placeId: Type.Optional(
        Type.String({
          maxLength: longestPlaceId,
          published: { isRequired: true } satisfies Published,
        }),
      ),
    }),
    refusals: { 404: { when: 'No such place', example: 'place_not_found' } },
    reply: ResolvedAddressReply,
    version: isStatic,
  },
  async (app, { query }) => getResolvedAddress(app, query.placeId),
);

/**
 * The list is a bare array in both generations; only v5 searches are wrapped, and only v5 suburbs have ids.
 */
function presentList(
  generation: Generation,
  found: readonly Locality[],
): Static<typeof PlainSuburb>[] | Static<typeof RankedSuburb>[] {
  return found.map(generation.bodies === 'v4' ? presentSuburb : presentRankedSuburb);
}
