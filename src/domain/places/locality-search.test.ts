// One test for each ranking rule, on a few places. Tests of the real data check that the rules find the places that
// people mean.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalities } from './localities.ts';
import type { Locality, LocalityKind } from './locality.ts';

/** `RICHMOND VIC 3121 440`: name, state, postcode, priority; `kind` makes it a box. */
function aPlace(text: string, kind: LocalityKind = 'delivery'): Locality {
  const [, name = '', state, postcode = '', priority] =
    /^(.+) (ACT|NSW|NT|QLD|SA|TAS|VIC|WA) (\d{4}) (\d+)$/.exec(text) ?? [];
  const known = (['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const).find(
    (candidate) => candidate === state,
  );
  assert(known !== undefined, `«${text}» is no place`);
  return {
    name,
    state: known,
    postcode,
    kind,
    priority: Number(priority),
    coordinates: undefined,
  };
}

/** Checks the complete results of each query, in order. */
function check(places: readonly Locality[], answers: Record<string, readonly string[]>): void {
  const localities = createLocalities(places);
  for (const [query, expected] of Object.entries(answers)) {
    const found = localities.search(query, 10);
    const shown = found.map(({ name, state, postcode }) => `${name} ${state} ${postcode}`);
    assert.deepEqual(shown, expected, `«${query}»`);
  }
}

test('ranks whole names first, then beginnings, later words and any part', () => {
  const places = ['UNKEWED VIC 3900 900', 'LITTLE KEW VIC 3901 800', 'KEWDALE WA 6105 700'];
  check(
    [...places, 'KEW VIC 3101 100'].map((place) => aPlace(place)),
    {
      kew: ['KEW VIC 3101', 'KEWDALE WA 6105', 'LITTLE KEW VIC 3901', 'UNKEWED VIC 3900'],
      kewd: ['KEWDALE WA 6105'],
      newe: [],
    },
  );
});

test('lists the better known of two equally matching names first', () => {
  const places = ['RICHMOND QLD 4822 300', 'RICHMOND VIC 3121 440', 'RICHLANDS QLD 4077 350'];
  check(
    places.map((place) => aPlace(place)),
    {
      richmond: ['RICHMOND VIC 3121', 'RICHMOND QLD 4822'],
      rich: ['RICHMOND VIC 3121', 'RICHLANDS QLD 4077', 'RICHMOND QLD 4822'],
    },
  );
});

test('sorts equally known places by postcode, then name', () => {
  const places = ['NEWTOWN VIC 3220 100', 'NEWTOWN NSW 2042 100', 'NEWSTEAD NSW 2042 100'];
  check(
    places.map((place) => aPlace(place)),
    { new: ['NEWSTEAD NSW 2042', 'NEWTOWN NSW 2042', 'NEWTOWN VIC 3220'] },
  );
});

test('matches words in any order, each against its own word', () => {
  const places = [
    'NORTH SYDNEY NSW 2060 300',
    'BYRON BAY NSW 2481 200',
    'SOUTH YARRA VIC 3141 100',
  ];
  check(
    places.map((place) => aPlace(place)),
    {
      'sydney north': ['NORTH SYDNEY NSW 2060'],
      'syd n': ['NORTH SYDNEY NSW 2060'],
      'yarra south': ['SOUTH YARRA VIC 3141'],
      'bay bay': [],
    },
  );
});

test('ignores missing and added spaces and hyphens', () => {
  const places = ['KIPPA-RING QLD 4021 200', 'NEWCASTLE NSW 2300 500'];
  check(
    places.map((place) => aPlace(place)),
    {
      kipparing: ['KIPPA-RING QLD 4021'],
      'kippa ring': ['KIPPA-RING QLD 4021'],
      'new castle': ['NEWCASTLE NSW 2300'],
    },
  );
});

test('ranks a match of later words above a match that ignores spaces', () => {
  const places = ['NEWCASTLE NSW 2300 500', 'OLD NEW CASTLE NSW 2301 100'];
  check(
    places.map((place) => aPlace(place)),
    { 'new castle': ['OLD NEW CASTLE NSW 2301', 'NEWCASTLE NSW 2300'] },
  );
});

test('ignores abbreviations, accents, punctuation and case', () => {
  const places = [
    'ST KILDA VIC 3182 430',
    'MOUNT WAVERLEY VIC 3149 450',
    "O'CONNOR ACT 2602 370",
    'STANMORE NSW 2048 390',
  ];
  check(
    places.map((place) => aPlace(place)),
    {
      'st kilda': ['ST KILDA VIC 3182'],
      'SAINT KILDA': ['ST KILDA VIC 3182'],
      'St. Kílda': ['ST KILDA VIC 3182'],
      saint: ['ST KILDA VIC 3182'],
      st: ['ST KILDA VIC 3182', 'STANMORE NSW 2048'],
      'mt wav': ['MOUNT WAVERLEY VIC 3149'],
      "o'connor": ["O'CONNOR ACT 2602"],
      OCONNOR: ["O'CONNOR ACT 2602"],
      'o connor': ["O'CONNOR ACT 2602"],
    },
  );
});

test('a state before or after the name limits the results to it', () => {
  const places = ['RICHMOND VIC 3121 440', 'RICHMOND NSW 2753 390', 'RICHMOND TAS 7025 320'];
  check(
    places.map((place) => aPlace(place)),
    {
      'richmond nsw': ['RICHMOND NSW 2753'],
      'richmond new south wales': ['RICHMOND NSW 2753'],
      'tas richmond': ['RICHMOND TAS 7025'],
      'Richmond, TAS, Australia': ['RICHMOND TAS 7025'],
    },
  );
});

test('letters that may be a state also match the beginning of a name', () => {
  const places = [
    'MOUNT WAVERLEY VIC 3149 450',
    'MOUNT LAWLEY WA 6050 400',
    'WAGGA WAGGA NSW 2650 450',
  ];
  check(
    places.map((place) => aPlace(place)),
    {
      'mount wa': ['MOUNT WAVERLEY VIC 3149', 'MOUNT LAWLEY WA 6050'],
      wa: ['WAGGA WAGGA NSW 2650', 'MOUNT LAWLEY WA 6050', 'MOUNT WAVERLEY VIC 3149'],
    },
  );
});

test('matches a begun state only after a complete name', () => {
  const places = ['HAMILTON SOUTH NSW 2303 350', 'HAMILTON SA 5373 210', 'HAMILTON TAS 7140 220'];
  check(
    places.map((place) => aPlace(place)),
    {
      'hamilton s': ['HAMILTON SOUTH NSW 2303', 'HAMILTON SA 5373'],
      'hamilton t': ['HAMILTON TAS 7140'],
      'ham t': [],
    },
  );
});

test('a postcode finds its places, and part of one all that begin with it', () => {
  const places = ['DARWIN NT 0800 510', 'MELBOURNE VIC 3000 660', 'RICHMOND VIC 3121 440'];
  check([...places.map((place) => aPlace(place)), aPlace('MELBOURNE VIC 8001 0', 'po_box')], {
    3000: ['MELBOURNE VIC 3000'],
    3: ['MELBOURNE VIC 3000', 'RICHMOND VIC 3121'],
    31: ['RICHMOND VIC 3121'],
    '08': ['DARWIN NT 0800'],
    // A lost leading zero, and also the start of 8001.
    800: ['DARWIN NT 0800', 'MELBOURNE VIC 8001'],
    9999: [],
  });
});

test('a name with a complete or begun postcode finds only places that match both', () => {
  const places = ['RICHMOND VIC 3121 440', 'BURNLEY VIC 3121 300', 'RICHMOND NSW 2753 390'];
  check(
    places.map((place) => aPlace(place)),
    {
      'richmond 3121': ['RICHMOND VIC 3121'],
      '2753 richmond': ['RICHMOND NSW 2753'],
      'rich 27': ['RICHMOND NSW 2753'],
      'richmond vic 3121': ['RICHMOND VIC 3121'],
    },
  );
});

test('finds a number that belongs to a name as part of it', () => {
  const places = ['NO 4 BRANCH QLD 4856 200', 'NOOSA HEADS QLD 4567 390'];
  check(
    places.map((place) => aPlace(place)),
    { 'no 4': ['NO 4 BRANCH QLD 4856', 'NOOSA HEADS QLD 4567'] },
  );
});

test('a state alone finds its best known places before names that contain it', () => {
  const places = ['BRUNSWICK VIC 3056 460', 'SYDNEY NSW 2000 660', 'NEWCASTLE NSW 2300 550'];
  check(
    places.map((place) => aPlace(place)),
    {
      nsw: ['SYDNEY NSW 2000', 'NEWCASTLE NSW 2300', 'BRUNSWICK VIC 3056'],
      'nsw 2300': ['NEWCASTLE NSW 2300'],
      'New South Wales': ['SYDNEY NSW 2000', 'NEWCASTLE NSW 2300'],
    },
  );
});

test('lists boxes and large receivers last, unless a complete postcode is given', () => {
  const places = [
    aPlace('SYDNEY NSW 2001 0', 'po_box'),
    aPlace('SYDNEY NSW 1001 0', 'large_receiver'),
    aPlace('NORTH SYDNEY NSW 2060 390'),
    aPlace('SYDNEY SOUTH NSW 2001 100'),
    aPlace('SYDNEY NSW 2000 660'),
  ];
  check(places, {
    'sydney nsw': [
      'SYDNEY NSW 2000',
      'SYDNEY SOUTH NSW 2001',
      'NORTH SYDNEY NSW 2060',
      'SYDNEY NSW 1001',
      'SYDNEY NSW 2001',
    ],
    'sydney 2001': ['SYDNEY NSW 2001', 'SYDNEY SOUTH NSW 2001'],
    1001: ['SYDNEY NSW 1001'],
  });
});

test('forgives one typing mistake when nothing matches better, whole names first', () => {
  const places = ['SYDNEY OLYMPIC PARK NSW 2127 900', 'SYDNEY NSW 2000 660', 'SIDNEYS VIC 3999 10'];
  check(
    places.map((place) => aPlace(place)),
    {
      sydny: ['SYDNEY NSW 2000', 'SYDNEY OLYMPIC PARK NSW 2127'],
      syndey: ['SYDNEY NSW 2000', 'SYDNEY OLYMPIC PARK NSW 2127'],
      // The start of a name is not a typing mistake.
      sidney: ['SIDNEYS VIC 3999'],
      // Two typing mistakes.
      sdny: [],
      // Too short to tell.
      sdn: [],
    },
  );
});

test('ranks part of a name above a misspelling, and lists both', () => {
  const places = ['GEELONG VIC 3220 530', 'DANGELONG NSW 2630 200'];
  check(
    places.map((place) => aPlace(place)),
    { gelong: ['DANGELONG NSW 2630', 'GEELONG VIC 3220'] },
  );
});

test('accepts a misspelling within the given state or postcode', () => {
  const places = ['RICHMOND VIC 3121 440', 'RICHMOND NSW 2753 390'];
  check(
    places.map((place) => aPlace(place)),
    { 'richmnd nsw': ['RICHMOND NSW 2753'], 'richmnd 3121': ['RICHMOND VIC 3121'] },
  );
});

test('ranks the right name in the wrong state above a misspelling', () => {
  const places = ['BONDI NSW 2026 400', 'BINDI VIC 3896 200'];
  check(
    places.map((place) => aPlace(place)),
    {
      'bondi vic': ['BONDI NSW 2026', 'BINDI VIC 3896'],
      'bondi wa': ['BONDI NSW 2026'],
      'bond wa': ['BONDI NSW 2026'],
    },
  );
});

test('with a postcode, ranks a misspelling first, then the name elsewhere, then its suburbs', () => {
  const places = ['BONDI NSW 2026 400', 'BINDI VIC 3896 200', 'BRONTE NSW 2024 300'];
  check(
    places.map((place) => aPlace(place)),
    {
      'bindi 2026': ['BONDI NSW 2026'],
      'bindi 2024': ['BINDI VIC 3896', 'BRONTE NSW 2024'],
      'chinatown 2024': ['BRONTE NSW 2024'],
    },
  );
});

test('reads CBD and City after a name as the place itself', () => {
  const places = ['SYDNEY NSW 2000 660', 'BRISBANE CITY QLD 4000 300', 'BRISBANE QLD 4000 630'];
  check(
    places.map((place) => aPlace(place)),
    {
      'sydney cbd': ['SYDNEY NSW 2000'],
      'sydney cbd nsw': ['SYDNEY NSW 2000'],
      'brisbane city': ['BRISBANE CITY QLD 4000', 'BRISBANE QLD 4000'],
    },
  );
});

test('finds the centres of a region that is not a locality', () => {
  const places = [
    'SOUTHPORT QLD 4215 450',
    'SURFERS PARADISE QLD 4217 440',
    'GOLDSBOROUGH VIC 3472 200',
  ];
  check(
    places.map((place) => aPlace(place)),
    {
      'gold coast': ['SOUTHPORT QLD 4215', 'SURFERS PARADISE QLD 4217'],
      gold: ['GOLDSBOROUGH VIC 3472', 'SOUTHPORT QLD 4215', 'SURFERS PARADISE QLD 4217'],
    },
  );
});

test('finds nothing for an empty text and the best known places for one letter', () => {
  const places = ['SYDNEY NSW 2000 660', 'SALE VIC 3850 400', 'NORTH SHORE VIC 3214 300'];
  check(
    places.map((place) => aPlace(place)),
    {
      '': [],
      ' . ': [],
      s: ['SYDNEY NSW 2000', 'SALE VIC 3850'],
      sh: ['NORTH SHORE VIC 3214'],
      x: [],
    },
  );
});

test('finds no more than the limit and no duplicates', () => {
  const localities = createLocalities(
    ['WAGGA WAGGA NSW 2650 450', 'WAGGA NORTH NSW 2650 300', 'WAGGERS VIC 3646 200'].map((place) =>
      aPlace(place),
    ),
  );
  assert.equal(localities.search('wag', 2).length, 2);
  assert.equal(localities.search('wag', 0).length, 0);
  assert.equal(localities.search('wagga', 10).length, 2);
});

test('answers a long or odd text like any other', () => {
  const localities = createLocalities([aPlace('SYDNEY NSW 2000 660')]);
  for (const text of ['sydney '.repeat(500), '\u0000\uffff', '0'.repeat(1000), "'; drop --"]) {
    assert.ok(localities.search(text, 5).length <= 1);
  }
});

test('finds nothing without localities', () => {
  check([], { sydney: [], 3000: [], nsw: [], s: [] });
});
