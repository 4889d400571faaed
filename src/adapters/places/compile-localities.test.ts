// The compiled localities against known facts, especially where the source is wrong and the compiler corrects it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateOfPostcode } from '../../domain/places/australian-state.ts';
import { highestPriority, type Locality, localityId } from '../../domain/places/locality.ts';
import { localityKey } from '../../domain/places/locality-name.ts';
import { regionCentres } from '../../domain/places/region-name.ts';
import { compileLocalities } from './compile-localities.ts';
import { kilometresBetween } from './source-coordinates.ts';

const localities = compileLocalities();

function find(name: string, postcode: string): readonly Locality[] {
  return localities.filter((locality) => locality.name === name && locality.postcode === postcode);
}

function only(name: string, postcode: string): Locality {
  const found = find(name, postcode);
  assert.equal(found.length, 1, `${name} ${postcode}`);
  const [locality] = found;
  assert(locality !== undefined);
  return locality;
}

test('nearly all rows of the source are included, each once', () => {
  assert.ok(localities.length > 18_400 && localities.length < 18_600, `${localities.length}`);
  assert.equal(new Set(localities.map(localityId)).size, localities.length);
  assert.ok(new Set(localities.map(({ postcode }) => postcode)).size > 3100);
});

test('every locality is complete', () => {
  for (const { name, postcode, priority, coordinates } of localities) {
    assert.match(name, /^[A-Z0-9][A-Z0-9 '().-]*$/, name);
    assert.match(postcode, /^\d{4}$/, name);
    assert.ok(Number.isInteger(priority) && priority >= 0 && priority <= highestPriority, name);
    assert.ok(coordinates !== undefined && coordinates.latitude < -9, name);
    assert.ok(coordinates.longitude > 60 && coordinates.longitude < 170, name);
  }
});

test('keeps leading zeros of postcodes', () => {
  assert.equal(only('DARWIN', '0800').state, 'NT');
  assert.equal(only('ALICE SPRINGS', '0870').state, 'NT');
});

test('a postcode across a border keeps the state of each suburb', () => {
  const states: [name: string, postcode: string, state: string][] = [
    ['QUEANBEYAN', '2620', 'NSW'],
    ['OAKS ESTATE', '2620', 'ACT'],
    ['HUME', '2620', 'ACT'],
    ['JENNINGS', '4383', 'NSW'],
    ['WALLANGARRA', '4383', 'QLD'],
    ['JERVIS BAY', '2540', 'ACT'],
    ['NOWRA HILL', '2540', 'NSW'],
    ['BAROOGA', '3644', 'NSW'],
    ['COBRAM', '3644', 'VIC'],
    ['PARINGI', '3500', 'NSW'],
    ['MILDURA', '3500', 'VIC'],
    ['YULARA', '0872', 'NT'],
    ['AMATA', '0872', 'SA'],
    ['GIBSON DESERT SOUTH', '0872', 'WA'],
    ['RANKEN', '4825', 'NT'],
    ['MOUNT ISA', '4825', 'QLD'],
    ['TEXAS', '4385', 'QLD'],
    ['NORFOLK ISLAND', '2899', 'NSW'],
    ['CHRISTMAS ISLAND', '6798', 'WA'],
  ];
  for (const [name, postcode, state] of states) {
    assert.equal(only(name, postcode).state, state, `${name} ${postcode}`);
  }
  const crossing = localities.filter(({ postcode, state }) => stateOfPostcode(postcode) !== state);
  assert.ok(crossing.length > 50 && crossing.length < 200, `${crossing.length} across a border`);
});

test('keeps both places across a border and merges doubtful duplicates', () => {
  assert.deepEqual(
    find('MUNGINDI', '2406')
      .map(({ state }) => state)
      .sort(),
    ['NSW', 'QLD'],
  );
  assert.deepEqual(
    find('WILLIAMSDALE', '2620')
      .map(({ state }) => state)
      .sort(),
    ['ACT', 'NSW'],
  );
  assert.equal(find('COTTONVALE', '4375').length, 1);
});

test('merges spellings of one place into one locality, in the official spelling', () => {
  assert.equal(only('BRIGHTON-LE-SANDS', '2216').kind, 'delivery');
  assert.equal(find('BRIGHTON LE SANDS', '2216').length, 0);
  assert.equal(find('BRISBANE-CITY', '4000').length, 0);
  only("O'CONNOR", '2602');
  only("K'GARI", '4581');
  only('COOLANGATTA', '4225');
});

test('leaves out entries that are not places', () => {
  for (const [name, postcode] of [
    ['GLEN INNESLAMBTON', '2299'],
    ['ST HELIER', '3989'],
    ['NORTH POLE', '9999'],
    ['ROYAL AUSTRALIAN NAVY WARSHIPS', '6958'],
  ] as const) {
    assert.equal(find(name, postcode).length, 0, name);
  }
});

test('distinguishes boxes and large receivers from suburbs', () => {
  const kinds: [name: string, postcode: string, kind: string][] = [
    ['SYDNEY', '2000', 'delivery'],
    ['SYDNEY', '2001', 'po_box'],
    ['SYDNEY', '1001', 'large_receiver'],
    ['MELBOURNE', '8001', 'po_box'],
    ['HOBART', '7000', 'delivery'],
    ['HOBART', '7001', 'po_box'],
    ['DARWIN', '0800', 'delivery'],
    ['DARWIN', '0801', 'po_box'],
    ['ALICE SPRINGS', '0871', 'po_box'],
    ['ADELAIDE AIRPORT', '5950', 'delivery'],
    ['GOLD COAST MC', '4217', 'po_box'],
    ['PERTH GPO', '6000', 'po_box'],
    ['WINNELLIE', '0820', 'delivery'],
    ['WINNELLIE', '0906', 'po_box'],
    ['UNIVERSITY OF QUEENSLAND', '4072', 'large_receiver'],
  ];
  for (const [name, postcode, kind] of kinds) {
    assert.equal(only(name, postcode).kind, kind, `${name} ${postcode}`);
  }
});

test('localities have the right positions', () => {
  const positions: [name: string, postcode: string, latitude: number, longitude: number][] = [
    ['SYDNEY', '2000', -33.87, 151.21],
    ['MELBOURNE', '3000', -37.81, 144.96],
    ['PERTH', '6000', -31.95, 115.86],
    ['DARWIN', '0800', -12.46, 130.84],
    ['HOBART', '7000', -42.88, 147.33],
    ['ALICE SPRINGS', '0870', -23.7, 133.88],
    ['NORFOLK ISLAND', '2899', -29.03, 167.95],
    ['LORD HOWE ISLAND', '2898', -31.55, 159.08],
    ['CHRISTMAS ISLAND', '6798', -10.45, 105.69],
    ['JERVIS BAY', '2540', -35.13, 150.71],
    ['GALLOWAYS HILL', '4171', -27.46, 153.07],
    ['CASEY', '7151', -66.28, 110.53],
    ['KUNUNURRA', '6743', -15.78, 128.74],
    ['BONDI BEACH', '2026', -33.89, 151.27],
  ];
  for (const [name, postcode, latitude, longitude] of positions) {
    const { coordinates } = only(name, postcode);
    assert(coordinates !== undefined);
    const off = kilometresBetween(coordinates, { latitude, longitude });
    assert.ok(off < 6, `${name} is ${off.toFixed(1)} km off`);
  }
});

test('ranks the capitals highest and boxes lowest', () => {
  const best = localities
    .toSorted((left, right) => right.priority - left.priority)
    .slice(0, 6)
    .map(({ name }) => name);
  const capitals = ['SYDNEY', 'MELBOURNE', 'BRISBANE', 'PERTH', 'ADELAIDE', 'CANBERRA'];
  assert.deepEqual(best, capitals);
  for (const { kind, priority } of localities) {
    assert.equal(priority === 0, kind !== 'delivery');
  }
});

test('ranks the town itself first among its postcodes', () => {
  const towns = { CANBERRA: '2601', HORSHAM: '3400', 'NORTH SYDNEY': '2060', BENALLA: '3672' };
  for (const [name, postcode] of Object.entries(towns)) {
    const [best] = localities
      .filter((locality) => locality.name === name)
      .toSorted((left, right) => right.priority - left.priority);
    assert.equal(best?.postcode, postcode, name);
  }
});

test("a city's rank includes the suburbs named after it", () => {
  assert.ok(only('ALBURY', '2640').priority > only('NORTH ALBURY', '2640').priority);
  assert.ok(only('QUEANBEYAN', '2620').priority > only('KARABAR', '2620').priority);
});

test('every centre of a region accepts freight', () => {
  for (const centres of Object.values(regionCentres)) {
    for (const { name, postcode } of centres) assert.equal(only(name, postcode).kind, 'delivery');
  }
});

test('the list is sorted in the order of the index', () => {
  const keys = localities.map(({ name }) => localityKey(name));
  assert.deepEqual(keys, keys.toSorted());
});
