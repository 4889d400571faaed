import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLocalities } from './localities.ts';
import type { Locality } from './locality.ts';

const suggestedPlaces: readonly [
  name: string,
  postcode: string,
  state: Locality['state'],
  priority: number,
][] = [
  ['RICHMOND', '3121', 'VIC', 440],
  ['RICHMOND', '2753', 'NSW', 390],
  ['RICHLANDS', '4077', 'QLD', 350],
  ['ST KILDA', '3182', 'VIC', 430],
  ['KILDARE', '4712', 'QLD', 200],
  ['NORTH SYDNEY', '2060', 'NSW', 390],
  ['SYDNEY', '2000', 'NSW', 660],
  ['FITZROY', '3065', 'VIC', 400],
  ['FITZROY NORTH', '3068', 'VIC', 400],
  ['PARK AVENUE', '4701', 'QLD', 360],
  ['AVENUE RANGE', '5273', 'SA', 200],
  ['HILL END', '2850', 'NSW', 200],
  ['DARWIN', '0800', 'NT', 510],
  ["O'CONNOR", '2602', 'ACT', 370],
];

const aBox: Locality = {
  name: 'DARWIN',
  postcode: '0801',
  state: 'NT',
  kind: 'po_box',
  priority: 0,
  coordinates: undefined,
};

const localities = createLocalities([
  ...suggestedPlaces.map(
    ([name, postcode, state, priority]): Locality => ({
      name,
      postcode,
      state,
      priority,
      kind: 'delivery',
      coordinates: undefined,
    }),
  ),
  aBox,
]);

function describe(text: string): readonly string[] {
  return localities.suggest(text, 5).map(({ description }) => description);
}

test('separates the suburb from the street of a line', () => {
  const lines: [line: string, description: string][] = [
    ['12 Smith St Richmond', '12 Smith Street, RICHMOND VIC 3121'],
    ['12 Smith St, Richmond NSW', '12 Smith Street, RICHMOND NSW 2753'],
    ['12 Smith St Richmond 2753', '12 Smith Street, RICHMOND NSW 2753'],
    ['12 Smith St 2753', '12 Smith Street, RICHMOND NSW 2753'],
    ['4/12 smith st, richmond vic 3121, australia', '4/12 Smith Street, RICHMOND VIC 3121'],
    ['Unit 4\n12 Smith St\nRichmond VIC 3121', '4/12 Smith Street, RICHMOND VIC 3121'],
    ['5 smith st st kilda', '5 Smith Street, ST KILDA VIC 3182'],
    ['5 Smith St Kilda', '5 Smith, ST KILDA VIC 3182'],
    ['1 St Kilda Rd St Kilda', '1 St Kilda Road, ST KILDA VIC 3182'],
    ['1 St Kilda Rd, Sydney', '1 St Kilda Road, SYDNEY NSW 2000'],
    ['10 Miller St North Sydney', '10 Miller Street, NORTH SYDNEY NSW 2060'],
    ['10 Miller St Nth Fitzroy', '10 Miller Street, FITZROY NORTH VIC 3068'],
    ['15 The Esplanade St Kilda', '15 The Esplanade, ST KILDA VIC 3182'],
    ['200 Broadway Sydney', '200 Broadway, SYDNEY NSW 2000'],
    ['12 Smith St, Richmnd VIC', '12 Smith Street, RICHMOND VIC 3121'],
    ["7 O'Connor Cct O'Connor", "7 O'Connor Circuit, O'CONNOR ACT 2602"],
    ['Richmond', 'RICHMOND VIC 3121'],
    ['3182', 'ST KILDA VIC 3182'],
    ['PO Box 12 Darwin 0801', 'PO Box 12, DARWIN NT 0801'],
  ];
  for (const [line, description] of lines) assert.equal(describe(line)[0], description, line);
});

test('completes a begun suburb, best known first', () => {
  assert.deepEqual(describe('12 smith st rich'), [
    '12 Smith Street, RICHMOND VIC 3121',
    '12 Smith Street, RICHMOND NSW 2753',
    '12 Smith Street, RICHLANDS QLD 4077',
  ]);
  assert.deepEqual(describe('5 high st st k'), ['5 High Street, ST KILDA VIC 3182']);
  assert.deepEqual(describe('5 high st hill e'), ['5 High Street, HILL END NSW 2850']);
});

test('suggests nothing before the suburb has been begun', () => {
  for (const text of [
    '',
    ' ',
    '12',
    '12 Smith',
    '12 Smith St',
    '12 smith r',
    '5 Park Avenue',
    'x',
  ]) {
    assert.deepEqual(describe(text), [], `«${text}»`);
  }
});

test('never suggests a street in a box lobby, but suggests boxes there', () => {
  assert.deepEqual(describe('12 Smith St Darwin'), ['12 Smith Street, DARWIN NT 0800']);
  assert.deepEqual(describe('PO Box 12 Darwin'), [
    'PO Box 12, DARWIN NT 0800',
    'PO Box 12, DARWIN NT 0801',
  ]);
});

test('suggests no more than the limit', () => {
  assert.equal(localities.suggest('12 smith st rich', 2).length, 2);
  assert.equal(localities.suggest('12 smith st rich', 0).length, 0);
});

test('a suggestion resolves to the fields of its address', () => {
  const [suggestion] = localities.suggest('Shop 5/12a o’connell st nth sydney', 1);
  assert.deepEqual(localities.resolve(suggestion?.placeId ?? ''), {
    unit: 'Shop 5',
    streetNumber: '12A',
    street: "O'Connell",
    streetType: 'Street',
    address: "Shop 5, 12A O'Connell Street",
    suburb: 'NORTH SYDNEY',
    state: 'NSW',
    postcode: '2060',
    country: 'AU',
  });
});

test('an identifier is letters and digits that any process can read', () => {
  const [{ placeId } = { placeId: '' }] = localities.suggest('12 Smith St Richmond', 1);
  assert.match(placeId, /^[A-Za-z0-9_-]+$/);
  const elsewhere = createLocalities(localities.all().toReversed());
  assert.deepEqual(elsewhere.resolve(placeId), localities.resolve(placeId));
});

test('an identifier of a removed place resolves to nothing', () => {
  const [{ placeId } = { placeId: '' }] = localities.suggest('12 Smith St Richmond', 1);
  const fewer = localities.all().filter(({ name }) => name !== 'RICHMOND');
  assert.equal(createLocalities(fewer).resolve(placeId), undefined);
});

test('an altered, shortened or lengthened identifier resolves to nothing', () => {
  const [{ placeId } = { placeId: '' }] = localities.suggest('4/12 Smith St Richmond', 1);
  assert.notEqual(localities.resolve(placeId), undefined);
  for (let at = 0; at < placeId.length; at++) {
    const other = placeId[at] === 'A' ? 'B' : 'A';
    const altered = placeId.slice(0, at) + other + placeId.slice(at + 1);
    assert.equal(localities.resolve(altered), undefined, `letter ${at}`);
    assert.equal(localities.resolve(placeId.slice(0, at)), undefined, `cut at ${at}`);
  }
  assert.equal(localities.resolve(`${placeId}A`), undefined);
  assert.equal(localities.resolve(` ${placeId}`), undefined);
});

test('answers any text as identifier without failing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      assert.equal(localities.resolve(text), undefined);
    }),
  );
  assert.equal(localities.resolve('1'.repeat(100_000)), undefined);
});

test('resolves a suggestion to its suburb with any text before it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (street) => {
      const [suggestion] = localities.suggest(`${street}, St Kilda VIC 3182`, 1);
      if (suggestion === undefined) return;
      const resolved = localities.resolve(suggestion.placeId);
      assert.equal(resolved?.suburb, 'ST KILDA');
      assert.ok(suggestion.description.startsWith(resolved?.address ?? '?'));
    }),
  );
});
