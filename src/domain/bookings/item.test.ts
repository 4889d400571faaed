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
