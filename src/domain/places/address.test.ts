import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Address } from './address.ts';
import type { AustralianState } from './australian-state.ts';
import { createLocalities } from './localities.ts';
import type { Locality } from './locality.ts';

function aLocality(
  name: string,
  postcode: string,
  state: AustralianState,
  more: Partial<Locality> = {},
): Locality {
  const coordinates = { latitude: -33.8, longitude: 151.2 };
  return { name, postcode, state, kind: 'delivery', priority: 300, coordinates, ...more };
}

const localities = createLocalities([
  aLocality('RICHMOND', '3121', 'VIC', { priority: 440 }),
  aLocality('BURNLEY', '3121', 'VIC'),
  aLocality('CREMORNE', '3121', 'VIC', { priority: 320 }),
  aLocality('ST KILDA', '3182', 'VIC'),
  aLocality('ST KILDA WEST', '3182', 'VIC'),
  aLocality('NORTH SYDNEY', '2060', 'NSW'),
  aLocality('SYDNEY', '2000', 'NSW'),
  aLocality('HAYMARKET', '2000', 'NSW'),
  aLocality('DARWIN', '0800', 'NT'),
  aLocality('DARWIN CITY', '0800', 'NT', { priority: 100 }),
  aLocality('DARWIN', '0801', 'NT', { kind: 'po_box', priority: 0 }),
  aLocality('GOSFORD', '2250', 'NSW'),
  aLocality('EAST GOSFORD', '2250', 'NSW'),
  aLocality('WEST GOSFORD', '2250', 'NSW'),
  aLocality('MUNGINDI', '2406', 'NSW', { priority: 220 }),
  aLocality('MUNGINDI', '2406', 'QLD', { priority: 100 }),
  aLocality('QUEANBEYAN', '2620', 'NSW'),
  aLocality('OAKS ESTATE', '2620', 'ACT'),
  aLocality('POINT COOK', '3030', 'VIC'),
  aLocality("O'CONNOR", '2602', 'ACT'),
  aLocality('GREEN HILLS', '2850', 'NSW'),
  aLocality('GREENHILLS', '2850', 'NSW'),
]);

/** The matched place, with a star if the suburb was corrected; otherwise the reason for no match. */
function match(suburb: string, postcode: string, state?: string): string {
  const found = localities.match({ suburb, postcode, state });
  if (found.kind === 'unknown_postcode') return `no postcode ${found.postcode}`;
  if (found.kind === 'unknown_suburb') return `not ${found.suburb} but ${found.suburbs.join(', ')}`;
  const { name, state: own, postcode: code } = found.locality;
  return `${found.isCorrected ? '*' : ''}${name} ${own} ${code}`;
}

test('matches a suburb in any case, punctuation and abbreviation', () => {
  for (const spelling of ['RICHMOND', 'richmond', ' Richmond ', 'Richmond.', 'RICHMOND, VIC']) {
    assert.equal(match(spelling, '3121'), 'RICHMOND VIC 3121', spelling);
  }
  assert.equal(match('Saint Kilda', '3182'), 'ST KILDA VIC 3182');
  assert.equal(match('st. kilda west', '3182'), 'ST KILDA WEST VIC 3182');
  assert.equal(match('Nth Sydney', '2060'), 'NORTH SYDNEY NSW 2060');
  assert.equal(match('N. Sydney', '2060'), 'NORTH SYDNEY NSW 2060');
  assert.equal(match('Pt Cook', '3030'), 'POINT COOK VIC 3030');
  assert.equal(match('OCONNOR', '2602'), "O'CONNOR ACT 2602");
  assert.equal(match('O’Connor', '2602'), "O'CONNOR ACT 2602");
});

test('ignores cities, states and postcodes added to a suburb', () => {
  assert.equal(match('Sydney CBD', '2000'), 'SYDNEY NSW 2000');
  assert.equal(match('Sydney City', '2000'), 'SYDNEY NSW 2000');
  assert.equal(match('Sydney NSW', '2000'), 'SYDNEY NSW 2000');
  assert.equal(match('Sydney, New South Wales 2000, Australia', '2000'), 'SYDNEY NSW 2000');
  assert.equal(match('Darwin City', '0800'), 'DARWIN CITY NT 0800', 'unless it is');
});

test('corrects a misspelt suburb in the same postcode', () => {
  assert.equal(match('Richmnd', '3121'), '*RICHMOND VIC 3121');
  assert.equal(match('Ricmhond', '3121'), '*RICHMOND VIC 3121');
  assert.equal(match('Rchmnd', '3121'), '*RICHMOND VIC 3121');
  assert.equal(match('Hay Market', '2000'), '*HAYMARKET NSW 2000');
  assert.equal(match('Sydney North', '2060'), '*NORTH SYDNEY NSW 2060');
  assert.equal(match('St Klida', '3182'), '*ST KILDA VIC 3182');
});

test('rejects a name that is equally close to two suburbs', () => {
  assert.match(match('Eest Gosford', '2250'), /^not EEST GOSFORD but /);
});

test('never takes another suburb for a misspelling', () => {
  assert.match(match('North Gosford', '2250'), /^not NORTH GOSFORD but /);
  assert.match(match('Richmond North', '3121'), /^not RICHMOND NORTH but /);
  assert.match(match('Sydney', '2060'), /^not SYDNEY but NORTH SYDNEY$/);
});

test('rejects an unknown suburb with those of the postcode, best known first', () => {
  assert.equal(match('Fitzroy', '3121'), 'not FITZROY but RICHMOND, CREMORNE, BURNLEY');
  assert.equal(match('', '3121'), 'not  but RICHMOND, CREMORNE, BURNLEY');
  assert.equal(match('Foo', '2406'), 'not FOO but MUNGINDI');
});

test('rejects a postcode that does not exist', () => {
  assert.equal(match('Richmond', '3122'), 'no postcode 3122');
  for (const postcode of ['', '31211', 'abcd', '31 21']) {
    assert.equal(match('Richmond', postcode), `no postcode ${postcode}`);
  }
});

test('accepts a postcode without its leading zero', () => {
  assert.equal(match('Darwin', '800'), 'DARWIN NT 0800');
  assert.equal(match('Darwin', ' 0801 '), 'DARWIN NT 0801');
  assert.equal(match('Darwin', '802'), 'no postcode 802');
});

test('takes the state from the locality, not from the postcode', () => {
  assert.equal(match('Queanbeyan', '2620'), 'QUEANBEYAN NSW 2620');
  assert.equal(match('Oaks Estate', '2620'), 'OAKS ESTATE ACT 2620');
  assert.equal(match('Oaks Estate', '2620', 'NSW'), 'OAKS ESTATE ACT 2620');
});

test('chooses by the given state for a name on both sides of a border', () => {
  assert.equal(match('Mungindi', '2406', 'QLD'), 'MUNGINDI QLD 2406');
  assert.equal(match('Mungindi', '2406', 'queensland'), 'MUNGINDI QLD 2406');
  assert.equal(match('Mungindi', '2406', 'NSW'), 'MUNGINDI NSW 2406');
  assert.equal(match('Mungindi', '2406'), 'MUNGINDI NSW 2406');
  assert.equal(match('Mungindi', '2406', 'WA'), 'MUNGINDI NSW 2406');
});

test('treats a name with and without a space as two suburbs where both exist', () => {
  assert.equal(match('Green Hills', '2850'), 'GREEN HILLS NSW 2850');
  assert.equal(match('Greenhills', '2850'), 'GREENHILLS NSW 2850');
});

const anAddress: Address = {
  type: 'business',
  country: 'AU',
  postcode: '0801',
  suburb: 'darwin',
  state: '',
  coordinates: undefined,
  localityKind: undefined,
  name: 'Ada',
  companyName: '',
  email: '',
  phone: '',
  street: 'PO Box 1',
};

test("takes an address's spelling, state, kind and position from its locality", () => {
  const found = localities.normalise(anAddress);
  assert.deepEqual(found, {
    kind: 'matched',
    isCorrected: false,
    address: {
      ...anAddress,
      suburb: 'DARWIN',
      state: 'NT',
      localityKind: 'po_box',
      coordinates: { latitude: -33.8, longitude: 151.2 },
    },
  });
});

test('changes an address abroad only to capitals', () => {
  const abroad = {
    ...anAddress,
    country: 'nz',
    suburb: ' Ponsonby',
    postcode: '1011',
    state: 'x',
  };
  const found = localities.normalise(abroad);
  assert.equal(found.kind, 'matched');
  assert.deepEqual(found.kind === 'matched' && found.address, {
    ...abroad,
    country: 'NZ',
    suburb: 'PONSONBY',
  });
});

test('explains why an address has no locality', () => {
  assert.deepEqual(localities.normalise({ ...anAddress, suburb: 'Perth' }), {
    kind: 'unknown_suburb',
    suburb: 'PERTH',
    postcode: '0801',
    suburbs: ['DARWIN'],
    elsewhere: [],
  });
  const other = localities.match({ suburb: 'Richmond, VIC', postcode: '2000' });
  assert.ok(other.kind === 'unknown_suburb');
  assert.deepEqual(other.elsewhere, [{ postcode: '3121', state: 'VIC' }]);
});

test('matching a text of 250 letters costs no more than a misspelt name', () => {
  const suburbs = Array.from({ length: 120 }, (_, n) => `${n} NORTH WEST POINT`);
  const many = createLocalities(
    suburbs.map((name) => ({
      name,
      postcode: '0822',
      state: 'NT',
      kind: 'delivery',
      priority: 0,
      coordinates: undefined,
    })),
  );
  const costOf = (suburb: string): number => {
    const began = process.threadCpuUsage();
    for (let n = 0; n < 60; n += 1) many.match({ postcode: '0822', suburb: `${suburb}${n}` });
    return process.threadCpuUsage(began).user;
  };
  const leastOf = (suburb: string): number =>
    Math.min(...Array.from({ length: 5 }, () => costOf(suburb)));
  const misspelt = leastOf('NORHT WET PIONT');
  const long = leastOf('N S E W '.repeat(31));
  // Some machines measure a thread's time in steps of ten milliseconds.
  const step = 10_000;
  assert.ok(long <= 3 * misspelt + step, `${long} µs against ${misspelt} µs`);
});
