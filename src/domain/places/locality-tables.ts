// Builds the tables of `locality-index.ts` from a list of localities. The first request after a start waits for this,
// so it is written for speed: it sorts numbers rather than records, fills arrays of known size in plain loops, and
// sorts a list that is already in key order, such as the shipped one, in a single pass. Only `rankNumber` affects the
// order of results.

import { once } from '../once.ts';
import { compareText, highestPriority, type Locality } from './locality.ts';
import {
  type LocalityIndex,
  type NameParts,
  nameWithKey,
  ranksOfNames,
  sequenceCode,
  sequenceCount,
  sequenceLength,
} from './locality-index.ts';
import { localityKey } from './locality-name.ts';
import { regionCentres } from './region-name.ts';

export function buildLocalityIndex(localities: readonly Locality[]): LocalityIndex {
  const { keys: sortedKeys, sorted } = sortByKey(localities);
  const listOrder = order(sorted, ({ postcode }) => Number(postcode));
  const listed = pick(sorted, listOrder);
  const rankOrder = order(listed, rankNumber);
  const ranked = pick(listed, rankOrder);
  const byPostcode = inverse(rankOrder);
  const names = { ...groupByName(sortedKeys), byName: ranksOf(listOrder, byPostcode) };
  const firstBox = ranked.findIndex(({ kind }) => kind !== 'delivery');
  return {
    listed,
    ranked,
    deliveryCount: firstBox === -1 ? ranked.length : firstBox,
    ...names,
    allNames: Uint32Array.from(names.keys.keys()),
    regions: regionsOf(names, ranked),
    byPostcode,
    postcodes: postcodesOf(listed),
    parts: once(() => partsOf(names.keys)),
  };
}

/** The order from which the index is built fastest, for storing localities in a file. */
export function sortForIndex(localities: readonly Locality[]): readonly Locality[] {
  return sortByKey(localities).sorted;
}

// Best first: places with deliveries, then by priority; equal ones stay in list order.
function rankNumber({ kind, priority }: Locality): number {
  const boxesLast = kind === 'delivery' ? 0 : highestPriority + 1;
  return boxesLast + highestPriority - priority;
}

function sortByKey(localities: readonly Locality[]) {
  const keyed = localities.map((locality) => ({ key: localityKey(locality.name), locality }));
  keyed.sort(
    (left, right) =>
      compareText(left.key, right.key) ||
      compareText(left.locality.postcode, right.locality.postcode) ||
      compareText(left.locality.state, right.locality.state),
  );
  return { keys: keyed.map(({ key }) => key), sorted: keyed.map(({ locality }) => locality) };
}

// Positions sorted by a small whole number, then by position.
function order(localities: readonly Locality[], numberOf: (locality: Locality) => number) {
  const count = localities.length;
  const sortable = new Float64Array(count);
  localities.forEach((locality, position) => {
    sortable[position] = numberOf(locality) * count + position;
  });
  sortable.sort();
  const positions = new Uint32Array(count);
  sortable.forEach((value, position) => {
    positions[position] = value % count;
  });
  return positions;
}

function pick(localities: readonly Locality[], positions: Uint32Array): readonly Locality[] {
  const picked: Locality[] = [];
  for (const position of positions) {
    const locality = localities[position];
    if (locality !== undefined) picked.push(locality);
  }
  return picked;
}

function inverse(positions: Uint32Array): Uint32Array {
  const inverted = new Uint32Array(positions.length);
  positions.forEach((position, index) => {
    inverted[position] = index;
  });
  return inverted;
}

// The rank of each locality in key order.
function ranksOf(listOrder: Uint32Array, rankInList: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(listOrder.length);
  listOrder.forEach((position, listPosition) => {
    ranks[position] = rankInList[listPosition] ?? 0;
  });
  return ranks;
}

function postcodesOf(listed: readonly Locality[]): Uint16Array {
  const postcodes = new Uint16Array(listed.length);
  listed.forEach(({ postcode }, position) => {
    postcodes[position] = Number(postcode);
  });
  return postcodes;
}

function groupByName(sortedKeys: readonly string[]) {
  const keys: string[] = [];
  const starts: number[] = [];
  sortedKeys.forEach((key, position) => {
    if (key === keys.at(-1)) return;
    keys.push(key);
    starts.push(position);
  });
  starts.push(sortedKeys.length);
  return { keys, nameStarts: new Uint32Array(starts) };
}

// Skips centres that the operator's own data does not contain.
function regionsOf(
  names: Pick<LocalityIndex, 'keys' | 'nameStarts' | 'byName'>,
  ranked: readonly Locality[],
): LocalityIndex['regions'] {
  return Object.entries(regionCentres).flatMap(([key, centres]) =>
    centres.flatMap(({ name, postcode }) => {
      const ranks = ranksOfNames(names, nameWithKey(names, localityKey(name)));
      const rank = ranks.find((candidate) => ranked[candidate]?.postcode === postcode);
      return rank === undefined ? [] : [{ key, rank }];
    }),
  );
}

function partsOf(keys: readonly string[]): NameParts {
  const joined = keys.map((key) => (key.includes(' ') ? key.replaceAll(' ', '') : key));
  let count = 0;
  for (const text of joined) count += Math.max(0, text.length - sequenceLength + 1);
  const codes = new Uint16Array(count);
  const names = new Uint32Array(count);
  let filled = 0;
  joined.forEach((text, name) => {
    for (let at = 0; at + sequenceLength <= text.length; at++) {
      codes[filled] = sequenceCode(text, at);
      names[filled] = name;
      filled += 1;
    }
  });
  return { joined, ...countingSort(codes, names) };
}

// Counts the names of each sequence, calculates where each sequence starts, then fills in the names.
function countingSort(codes: Uint16Array, names: Uint32Array) {
  const sequenceStarts = new Uint32Array(sequenceCount + 1);
  for (const code of codes) sequenceStarts[code + 1] = (sequenceStarts[code + 1] ?? 0) + 1;
  for (let code = 1; code <= sequenceCount; code++) {
    sequenceStarts[code] = (sequenceStarts[code] ?? 0) + (sequenceStarts[code - 1] ?? 0);
  }
  const next = sequenceStarts.slice();
  const bySequence = new Uint32Array(names.length);
  codes.forEach((code, position) => {
    const at = next[code] ?? 0;
    bySequence[at] = names[position] ?? 0;
    next[code] = at + 1;
  });
  return { bySequence, sequenceStarts };
}
