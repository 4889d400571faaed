// Rows of the zone table → zone definitions. Checks what one row can tell alone: postcodes of four digits in the
// right order, known states, whole countries without postcodes.

import {
  countryIndexOf,
  normaliseSuburb,
  nowhere,
  stateIndexOf,
} from '../../domain/quotes/shipment.ts';
import type { ZoneDefinition } from '../../domain/rate-cards/card-definition.ts';
import { readFlag, readPostcode } from './cell-values.ts';
import type { Problems } from './problem.ts';
import type { Row } from './table.ts';

export type ParsedZone = {
  readonly row: Row;
  readonly zone: ZoneDefinition;
};

export function parseZones(rows: readonly Row[], problems: Problems): ParsedZone[] {
  return rows.map((row) => ({ row, zone: parseZone(row, problems) }));
}

function parseZone(row: Row, problems: Problems): ZoneDefinition {
  const code = row.cell('zone');
  if (!/^[A-Za-z0-9][A-Za-z0-9 ._+-]*$/.test(code.text)) {
    problems.error(
      'bad_zone_code',
      code,
      code.text,
      'a zone is letters and digits, not blank or *',
    );
  }
  const country = row.cell('country');
  const countryCode = country.text === '' ? 'AU' : country.text;
  if (countryIndexOf(countryCode) === nowhere) {
    problems.error('bad_country', country, country.text, 'a country is two capital letters');
  }
  const state = row.cell('state');
  if (state.text !== '' && stateIndexOf(state.text) === nowhere) {
    problems.error('bad_state', state, state.text, 'no Australian state has this abbreviation');
  }
  const postcodes = readRange(row, problems);
  const suburb = row.cell('suburb');
  if (postcodes === undefined && suburb.text !== '') {
    problems.error('suburb_without_postcode', suburb, suburb.text, 'a suburb row needs a postcode');
  }
  const from = row.cell('postcode_from');
  if (countryCode !== 'AU' && from.text !== '') {
    const message = 'zones abroad are whole countries: leave the postcodes blank';
    problems.error('postcode_abroad', from, from.text, message);
  }
  return {
    zone: code.text,
    country: countryCode,
    postcodes: countryCode === 'AU' ? postcodes : undefined,
    suburb:
      suburb.text === '' || postcodes === undefined ? undefined : normaliseSuburb(suburb.text),
    state: state.text === '' ? undefined : state.text,
    parent: row.cell('parent').text === '' ? undefined : row.cell('parent').text,
    depot: row.cell('depot').text,
    sortCode: row.cell('sort_code').text,
    pickup: readFlag(row.cell('pickup'), true, problems),
    delivery: readFlag(row.cell('delivery'), true, problems),
  };
}

/** Stands for a range that could not be read: it holds no postcode, so nothing else trips over it. */
const emptyRange = { from: 1, to: 0 };

/** Both ends, or one postcode when the second is blank; undefined when both are blank. */
export function readRange(
  row: Row,
  problems: Problems,
): { readonly from: number; readonly to: number } | undefined {
  const first = row.cell('postcode_from');
  const last = row.cell('postcode_to');
  if (first.text === '' && last.text === '') return undefined;
  const from = readPostcode(first, problems);
  const to = last.text === '' ? from : readPostcode(last, problems);
  if (from === undefined || to === undefined) return emptyRange;
  if (from > to) {
    problems.error(
      'postcode_range_reversed',
      last,
      last.text,
      `ends before it starts at ${first.text}`,
    );
    return emptyRange;
  }
  return { from, to };
}
