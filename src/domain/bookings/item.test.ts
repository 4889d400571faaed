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

  it('have the names of an older client, whose Misc is Other', () => {
    const names = `Carton, Wine_Beer_Liquor_Carton, Carton_Containing_Liquids, Carton_Containing_Glass, Heavy_Carton, Skid,
      Pallet, Tube, Crate, Satchel, Bag, Envelope, Unpackaged, Satchel_5kg, Satchel_3kg, Satchel_1kg, Satchel_500g`;
    for (const name of names.split(/,\s*/))
      assert.equal(packagingName(findPackagingType(name) ?? -1), name.replaceAll('_', ' '));
    for (const name of ['Other_Misc', 'OTHER/MISC', 'misc'])
      assert.equal(packagingName(findPackagingType(name) ?? -1), 'Other');
  });

  it('are not found by other spellings', () => {
    for (const text of ['', 'Cartons', 'Satchel 2kg', 'a box', 'Carton, Box']) {
      assert.equal(findPackagingType(text), undefined, text);
    }
  });

  it('have distinct spellings and fit the bits of one number', () => {
    const found = packagingTypes.map(({ name }) => findPackagingType(name));
    assert.deepEqual(
      found,
      packagingTypes.map((_, index) => index),
    );
    assert.ok(packagingTypes.length < 31);
  });

  it('match all types of a family by its head, and otherwise one type', () => {
    const names = (text: string) => packagingTypesNamed(text).map(packagingName);
    assert.deepEqual(names('tube'), ['Tube', 'Roll']);
    assert.deepEqual(names('roll'), ['Roll']);
    assert.ok(names('Carton').includes('Heavy Carton'));
    assert.deepEqual(names('nothing'), []);
  });

  it('belong to a family with a head', () => {
    const familyOf = (text: string) =>
      packagingName(packagingFamily(findPackagingType(text) ?? -1));
    assert.equal(familyOf('Keg'), 'Drum');
    assert.equal(familyOf('Pallet'), 'Pallet');
  });

  it('include the head of every family as a type', () => {
    for (const { family } of packagingTypes) assert.notEqual(findPackagingType(family), undefined);
  });
});
