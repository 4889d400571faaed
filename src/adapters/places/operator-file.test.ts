import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Locality } from '../../domain/places/locality.ts';
import { applyOperatorFile, parseOperatorFile } from './operator-file.ts';

const header = 'locality,postcode,state,latitude,longitude,priority,kind';

/** The problems of a file, as `line: message`. */
function problemsOf(...lines: string[]): readonly string[] {
  const { problems } = parseOperatorFile(lines.join('\n'));
  return problems.map(({ line, message }) => `${line}: ${message}`);
}

function localitiesOf(...lines: string[]): readonly Locality[] {
  const { file, problems } = parseOperatorFile(lines.join('\n'));
  assert.deepEqual(problems, []);
  return file.localities;
}

test('reads a row as a locality', () => {
  assert.deepEqual(localitiesOf(header, ' Newtown  Heights ,3220,vic,-38.15,144.33,320,delivery'), [
    {
      name: 'NEWTOWN HEIGHTS',
      postcode: '3220',
      state: 'VIC',
      kind: 'delivery',
      priority: 320,
      coordinates: { latitude: -38.15, longitude: 144.33 },
    },
  ]);
});

test('accepts columns in any order and requires only two', () => {
  assert.deepEqual(localitiesOf('Postcode,Locality', '0800,Darwin'), [
    {
      name: 'DARWIN',
      postcode: '0800',
      state: 'NT',
      kind: 'delivery',
      priority: 300,
      coordinates: undefined,
    },
  ]);
});

test('empty fields and short rows get the usual values', () => {
  const [first, second] = localitiesOf(header, 'RICHMOND,3121,,,,,', 'BURNLEY,3121');
  assert.deepEqual({ ...first, name: 'BURNLEY' }, second);
  assert.equal(first?.state, 'VIC');
});

test('the first line may say that the file replaces the shipped localities', () => {
  const modeOf = (...lines: string[]) => parseOperatorFile(lines.join('\n')).file.mode;
  assert.equal(modeOf('mode,replace', header, 'A,3000'), 'replace');
  assert.equal(modeOf('Mode,Extend,,,,,', header, 'A,3000'), 'extend');
  assert.equal(modeOf(header, 'A,3000'), 'extend');
});

test('reports every problem at once, with its line and value', () => {
  assert.deepEqual(
    problemsOf(
      'mode,merge',
      header,
      'RICHMOND,312,VIC,-37.8,145.0,440,delivery',
      'RICHMOND,3121,XX,-37.8,145.0,440,delivery',
      ',3121,VIC,-37.8,145.0,440,delivery',
      '---,3121,VIC,-37.8,145.0,440,delivery',
      'RICHMOND,3121,VIC,-97.8,abc,440,delivery',
      'RICHMOND,3121,VIC,-37.8,,440,delivery',
      'RICHMOND,3121,VIC,-37.8,145.0,1001,delivery',
      'RICHMOND,3121,VIC,-37.8,145.0,4.5,shop',
      'RICHMOND,0500,,-37.8,145.0,440,delivery',
      'RICHMOND,3121,VIC,-37.8,145.0,440,delivery,more',
      'RICHMOND,3121,VIC,-37.8,145.0,440,delivery',
      'Richmond,3121,Victoria',
      `${'X'.repeat(81)},3121`,
    ),
    [
      '1: mode "merge" is neither extend nor replace',
      '3: postcode "312" is not four digits',
      '4: state "XX" is not Australian',
      '5: locality is empty',
      '6: locality "---" has no letters',
      '7: latitude "-97.8" is not a number from -90 to 90',
      '7: longitude "abc" is not a number from -180 to 180',
      '8: give both latitude and longitude, or neither; they are "-37.8" and ""',
      '9: priority "1001" is not a whole number from 0 to 1000',
      '10: kind must be one of delivery, po_box, large_receiver; it is "shop"',
      '10: priority "4.5" is not a whole number from 0 to 1000',
      '11: state is empty, and postcode "0500" belongs to no state',
      '12: has 8 fields, the header 7',
      '14: RICHMOND VIC 3121 is already on line 13',
      `15: locality "${'X'.repeat(81)}" is over 80 letters`,
    ],
  );
});

test('an unusable header is the only problem reported', () => {
  assert.deepEqual(problemsOf('suburb,postcode', 'x,y'), [
    '1: column "suburb" is unknown; the columns are locality, postcode, state, latitude, longitude, priority, kind',
    '1: column "locality" is missing',
  ]);
  assert.deepEqual(problemsOf('locality,postcode,state,state', 'A,3000'), [
    '1: column "state" appears twice',
  ]);
});

test('rejects a file without a header or localities', () => {
  assert.deepEqual(problemsOf(''), ['1: the file has no header and no localities']);
  assert.deepEqual(problemsOf('mode,extend'), ['1: the file has no header and no localities']);
  assert.deepEqual(problemsOf(header), ['1: the file has no localities']);
});

test('the example in the documentation is valid', () => {
  const page = new URL('../../../docs/operators/localities.md', import.meta.url);
  const [, example = ''] = /```csv\n([\s\S]*?)```/.exec(readFileSync(page, 'utf8')) ?? [];
  assert.deepEqual(
    localitiesOf(example).map(({ name, state }) => `${name} ${state}`),
    ['NEWTOWN HEIGHTS VIC', 'RIVERSIDE ESTATE NT'],
  );
});

const shippedPlaces = localitiesOf(header, 'RICHMOND,3121,VIC,,,440', 'ST KILDA,3182,VIC,,,430');

test('an extending file adds and corrects localities', () => {
  const { file } = parseOperatorFile(
    [header, 'Saint Kilda,3182,VIC,,,999', 'NEW PLACE,3182,VIC'].join('\n'),
  );
  const names = applyOperatorFile(shippedPlaces, file).map(
    ({ name, priority }) => `${name} ${priority}`,
  );
  assert.deepEqual(names.sort(), ['NEW PLACE 300', 'RICHMOND 440', 'SAINT KILDA 999']);
});

test('a replacing file removes all other localities', () => {
  const { file } = parseOperatorFile(['mode,replace', header, 'NEW PLACE,3182,VIC'].join('\n'));
  const names = applyOperatorFile(shippedPlaces, file).map(({ name }) => name);
  assert.deepEqual(names, ['NEW PLACE']);
});
