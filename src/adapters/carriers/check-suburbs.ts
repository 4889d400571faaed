// Finds unknown suburbs in a card. Addresses are priced with the spelling of their locality, so a row with another spelling never
// applies. These are warnings, because places change and the operator's own list of places may be wrong.

import type { Localities } from '../../domain/places/localities.ts';
import type { Locality } from '../../domain/places/locality.ts';
import { anyZoneCode } from '../../domain/rate-cards/card-definition.ts';
import type { ParsedCard } from './loading/load-card.ts';
import { type Place, type Problem, Problems } from './loading/problem.ts';
import type { Cell } from './loading/values.ts';

/** A table with wrong columns would have a warning in each line. */
const mostOfAFile = 20;
/** A search finds names in the whole country; this many are checked for one in the right region. */
const mostSearched = 50;
const mostListed = 5;

type Postcodes = { readonly from: number; readonly to: number };

/** Where a suburb must be. */
type Region = {
  /** Such as "3000" or "zone MEL". */
  readonly name: string;
  has(postcode: number): boolean;
  /** Whether the postcodes are the row's own. */
  readonly isOwnRange: boolean;
  /** The postcode if there is only one. */
  readonly only?: number;
};

/** Checks one card after the other; a table that cards share is reported once. */
export class SuburbCheck {
  readonly #localities: Localities;
  readonly #byName = new Map<string, Locality[]>();
  readonly #found = new Map<string, { readonly reported: Problems; readonly seen: Set<string> }>();

  constructor(localities: Localities) {
    this.#localities = localities;
    for (const locality of localities.all()) {
      const namesakes = this.#byName.get(locality.name);
      if (namesakes === undefined) this.#byName.set(locality.name, [locality]);
      else namesakes.push(locality);
    }
  }

  /** Lanes of a card with mistakes are skipped: their zones may be among the mistakes. */
  look(card: ParsedCard, hasMistakes: boolean): void {
    for (const { zone, row } of card.zones) {
      if (zone.suburb === undefined || zone.postcodes === undefined) continue;
      this.#check(zone.suburb, row.cell('suburb'), regionOf(zone.postcodes));
    }
    for (const { area, row } of card.areas) {
      if (area.suburb === undefined) continue;
      const postcodes = { from: area.postcodeFrom, to: area.postcodeTo };
      this.#check(area.suburb, row.cell('suburb'), regionOf(postcodes));
    }
    if (!hasMistakes) this.#lookAtLanes(card);
  }

  /** The first warnings of each file, and the count of the others. */
  get warnings(): readonly Problem[] {
    return [...this.#found].flatMap(([file, { reported, seen }]) => {
      const more = seen.size - reported.list.length;
      if (more === 0) return reported.list;
      const all = new Problems();
      all.addAll(reported.list);
      const message = `and ${more} more unknown suburbs in this file`;
      all.warning('unknown_suburb', { file, line: 0, column: 0 }, '', message);
      return all.list;
    });
  }

  /** A lane has no postcode: its suburb must be in its destination zone. */
  #lookAtLanes(card: ParsedCard): void {
    const checked = new Set<string>();
    const regions = new Map<string, Region>();
    const abroad = new Set(
      card.zones.flatMap(({ zone }) => (zone.country === homeCountry ? [] : [zone.zone])),
    );
    for (const { lane, row } of card.lanes) {
      if (lane.toSuburb === undefined) continue;
      const key = `${lane.toZone}\n${lane.toSuburb}`;
      if (checked.has(key)) continue;
      checked.add(key);
      // There is no list of suburbs abroad.
      if (abroad.has(lane.toZone)) continue;
      const region = regions.get(lane.toZone) ?? regionOfZone(card, lane.toZone);
      regions.set(lane.toZone, region);
      this.#check(lane.toSuburb, row.cell('to_suburb'), region);
    }
  }

  #check(suburb: string, cell: Cell, region: Region): void {
    const lies = ({ postcode }: Locality): boolean => region.has(Number(postcode));
    const namesakes = this.#byName.get(suburb) ?? [];
    if (namesakes.some(lies)) return;
    const reported = this.#roomFor(cell);
    if (reported === undefined) return;
    if (region.isOwnRange && namesakes.length > 0) {
      const postcodes = [...new Set(namesakes.map(({ postcode }) => postcode))].sort();
      const message = `${suburb} has the postcode${postcodes.length === 1 ? '' : 's'} ${listed(postcodes)}, not ${region.name}`;
      reported.error('suburb_outside_range', cell, cell.text, message);
      return;
    }
    const hint = this.#hint(suburb, region, lies);
    const message = `no suburb of ${region.name} has this name, so the row never applies; ${hint}`;
    reported.warning('unknown_suburb', cell, cell.text, message);
  }

  /** The file's list, if it has room; undefined when the cell is only counted or has been reported. */
  #roomFor({ file, line, column }: Place): Problems | undefined {
    const ofFile = this.#found.get(file) ?? { reported: new Problems(), seen: new Set<string>() };
    this.#found.set(file, ofFile);
    const place = `${line}:${column}`;
    if (ofFile.seen.has(place)) return undefined;
    ofFile.seen.add(place);
    return ofFile.reported.list.length < mostOfAFile ? ofFile.reported : undefined;
  }

  #hint(suburb: string, { only }: Region, lies: (locality: Locality) => boolean): string {
    const near =
      this.#inPostcode(suburb, only) ?? this.#localities.search(suburb, mostSearched).find(lies);
    if (near !== undefined) return `did you mean ${near.name}?`;
    const [elsewhere] = this.#localities.search(suburb, 1);
    if (elsewhere === undefined) return 'no suburb has a similar name';
    return `did you mean ${elsewhere.name} ${elsewhere.postcode}?`;
  }

  #inPostcode(suburb: string, postcode: number | undefined): Locality | undefined {
    if (postcode === undefined) return undefined;
    const match = this.#localities.match({ suburb, postcode: postcodeText(postcode) });
    return match.kind === 'matched' ? match.locality : undefined;
  }
}

function regionOf({ from, to }: Postcodes): Region {
  const has = (postcode: number): boolean => from <= postcode && postcode <= to;
  return from === to
    ? { name: postcodeText(from), has, isOwnRange: true, only: from }
    : { name: `${postcodeText(from)}-${postcodeText(to)}`, has, isOwnRange: true };
}

const homeCountry = 'AU';
const everywhere: Region = { name: 'the country', has: () => true, isOwnRange: false };

/** The zone's postcodes and those of the zones in it. */
function regionOfZone({ zones, definition }: ParsedCard, code: string): Region {
  // The default zone has all places without another zone.
  if (code === anyZoneCode || code === definition.defaultZone) return everywhere;
  // Any row of a zone may give its parent.
  const parents = new Map(
    zones.flatMap(({ zone }) => (zone.parent === undefined ? [] : [[zone.zone, zone.parent]])),
  );
  const isIn = (zone: string | undefined): boolean =>
    zone !== undefined && (zone === code || isIn(parents.get(zone)));
  const postcodes = new Set<number>();
  for (const { zone } of zones) {
    if (!isIn(zone.zone)) continue;
    // A whole country, or a state of it.
    if (zone.postcodes === undefined) return everywhere;
    const { from, to } = zone.postcodes;
    for (let postcode = from; postcode <= to; postcode += 1) postcodes.add(postcode);
  }
  return { name: `zone ${code}`, has: (postcode) => postcodes.has(postcode), isOwnRange: false };
}

function listed(postcodes: readonly string[]): string {
  const shown = postcodes.slice(0, mostListed);
  if (postcodes.length > shown.length) shown.splice(-1, 1, 'others');
  const last = shown.pop();
  return shown.length === 0 ? `${last}` : `${shown.join(', ')} and ${last}`;
}

function postcodeText(postcode: number): string {
  return String(postcode).padStart(4, '0');
}
