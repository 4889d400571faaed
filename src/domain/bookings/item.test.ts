import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  findPackagingType,
  packagingFamily,
  packagingName,
  packagingTypes,
  packagingTypesNamed,
} from './item.ts';

describe('packaging types', () => {
  for (const spelling of [
    'Satchel 3kg',
    'satchel_3kg',
    'SATCHEL-3KG',
    'Satchel/3 kg',
    ' satchel3kg',
  ]) {
    it(`"${spelling}" is a satchel of 3 kg`, () => {
      assert.equal(packagingName(findPackagingType(spelling) ?? -1), 'Satchel 3kg');
    });
  }

  it('are found by nothing else', () => {
    for (const text of ['', 'Cartons', 'Satchel 2kg', 'a box', 'Carton, Box']) {
      assert.equal(findPackagingType(text), undefined, text);
    }
  });

  it('each have a spelling of their own and fit into the bits of one number', () => {
    const found = packagingTypes.map(({ name }) => findPackagingType(name));
    assert.deepEqual(
      found,
      packagingTypes.map((_, index) => index),
    );
    assert.ok(packagingTypes.length < 31);
  });

  it('named by the head of a family are the family, otherwise one type', () => {
    const names = (text: string) => packagingTypesNamed(text).map(packagingName);
    assert.deepEqual(names('tube'), ['Tube', 'Roll']);
    assert.deepEqual(names('roll'), ['Roll']);
    assert.ok(names('Carton').includes('Heavy Carton'));
    assert.deepEqual(names('nothing'), []);
  });

  it('know the head of their family', () => {
    const familyOf = (text: string) =>
      packagingName(packagingFamily(findPackagingType(text) ?? -1));
    assert.equal(familyOf('Keg'), 'Drum');
    assert.equal(familyOf('Pallet'), 'Pallet');
  });

  it('have heads that are types themselves', () => {
    for (const { family } of packagingTypes) assert.notEqual(findPackagingType(family), undefined);
  });
});
