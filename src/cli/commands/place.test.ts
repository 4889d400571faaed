import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLocations } from '../../adapters/places/open-locations.ts';
import { meantPlace, place } from './place.ts';

const locations = await openLocations(undefined);

for (const [typed, ...expected] of [
  ['2000 SYDNEY', 'AU', '2000', 'SYDNEY'],
  ['SYDNEY 2000', 'AU', '2000', 'SYDNEY'],
  ['AU SYDNEY 2000', 'AU', '2000', 'SYDNEY'],
  // ST and MT are countries as well.
  ['ST KILDA 3182', 'AU', '3182', 'ST KILDA'],
  ['3182 ST KILDA', 'AU', '3182', 'ST KILDA'],
  ['Mt Gambier 5290', 'AU', '5290', 'Mt Gambier'],
  ['st kildare 3182', 'AU', '3182', 'st kildare'],
  ['NZ 1010 AUCKLAND', 'NZ', '1010', 'AUCKLAND'],
  ['NZ AUCKLAND 1010', 'NZ', '1010', 'AUCKLAND'],
  // A postcode of Western Australia too.
  ['nz Wellington 6011', 'NZ', '6011', 'Wellington'],
  ['US 90210 BEVERLY HILLS', 'US', '90210', 'BEVERLY HILLS'],
  ['US BEVERLY HILLS 90210', 'US', '90210', 'BEVERLY HILLS'],
  ['AE DUBAI', 'AE', '', 'DUBAI'],
  ['XX SYDNEY 2000', 'AU', '2000', 'XX SYDNEY'],
] as const) {
  test(`"${typed}" is parsed as ${expected.join(' ')}`, () => {
    const { country, postcode, suburb } = meantPlace({ locations }, place(typed));
    assert.deepEqual([country, postcode, suburb], expected);
  });
}

test('a place in Australia needs a postcode and a suburb', () => {
  for (const text of ['SYDNEY', '2000', 'AU SYDNEY', ''])
    assert.throws(() => place(text), /a postcode and a suburb/, text);
});
