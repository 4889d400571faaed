import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalities } from './localities.ts';
import { type Locality, localityId } from './locality.ts';

function aPlace(name: string, postcode: string, priority: number): Locality {
  return { name, postcode, state: 'VIC', kind: 'delivery', priority, coordinates: undefined };
}

const localities = createLocalities([
  aPlace('RICHMOND', '3121', 440),
  aPlace('CARLTON', '3053', 420),
  aPlace('BURNLEY', '3121', 300),
  aPlace('MELBOURNE', '3000', 660),
]);

test('lists all localities by postcode and name', () => {
  const names = localities.all().map(({ name }) => name);
  assert.deepEqual(names, ['MELBOURNE', 'CARLTON', 'BURNLEY', 'RICHMOND']);
});

test('pages follow each other without gaps and end empty', () => {
  const names = (page: number) => localities.page(page, 3).map(({ name }) => name);
  assert.deepEqual(names(1), ['MELBOURNE', 'CARLTON', 'BURNLEY']);
  assert.deepEqual(names(2), ['RICHMOND']);
  assert.deepEqual(names(3), []);
  assert.deepEqual(names(1_000_000), []);
});

test('lists the localities of a postcode best known first', () => {
  const names = localities.byPostcode('3121').map(({ name }) => name);
  assert.deepEqual(names, ['RICHMOND', 'BURNLEY']);
});

test('finds no localities for an invalid postcode', () => {
  for (const postcode of ['9999', '', '312', '31211', 'abcd', ' 3121', '3e3']) {
    assert.deepEqual(localities.byPostcode(postcode), [], `«${postcode}»`);
  }
});

test('an identifier contains postcode, state and name', () => {
  assert.equal(localityId(aPlace('ST KILDA', '3182', 1)), '3182-VIC-ST-KILDA');
  assert.equal(localityId(aPlace("O'CONNOR", '0800', 1)), '0800-VIC-OCONNOR');
});
