// What people type and which place they mean, searched in the real data. When a query fails after a change of the
// ranking rules, correct the rule, not the query.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLocalities } from './load-localities.ts';

const localities = await loadLocalities();

function firstOf(query: string): string {
  const [found] = localities.search(query, 10);
  return found === undefined ? 'nothing' : `${found.name} ${found.state} ${found.postcode}`;
}

function check(answers: Record<string, string>): void {
  for (const [query, expected] of Object.entries(answers)) {
    assert.equal(firstOf(query), expected, `«${query}»`);
  }
}

test('finds names as they are written', () => {
  check({
    sydney: 'SYDNEY NSW 2000',
    Melbourne: 'MELBOURNE VIC 3000',
    BRISBANE: 'BRISBANE QLD 4000',
    perth: 'PERTH WA 6000',
    adelaide: 'ADELAIDE SA 5000',
    hobart: 'HOBART TAS 7000',
    darwin: 'DARWIN NT 0800',
    canberra: 'CANBERRA ACT 2601',
    'surfers paradise': 'SURFERS PARADISE QLD 4217',
    'alice springs': 'ALICE SPRINGS NT 0870',
    'wagga wagga': 'WAGGA WAGGA NSW 2650',
    'coober pedy': 'COOBER PEDY SA 5723',
    "k'gari": "K'GARI QLD 4581",
  });
});

test('finds the best known of many places with one name', () => {
  check({
    richmond: 'RICHMOND VIC 3121',
    newtown: 'NEWTOWN NSW 2042',
    paddington: 'PADDINGTON NSW 2021',
    brighton: 'BRIGHTON VIC 3186',
    springfield: 'SPRINGFIELD QLD 4300',
    'st kilda': 'ST KILDA VIC 3182',
    'st marys': 'ST MARYS NSW 2760',
    manly: 'MANLY NSW 2095',
    'spring hill': 'SPRING HILL QLD 4000',
    kew: 'KEW VIC 3101',
    windsor: 'WINDSOR NSW 2756',
    maryborough: 'MARYBOROUGH QLD 4650',
    'north sydney': 'NORTH SYDNEY NSW 2060',
    horsham: 'HORSHAM VIC 3400',
    'mount gambier': 'MOUNT GAMBIER SA 5290',
    'summer hill': 'SUMMER HILL NSW 2130',
  });
});

test('finds names by their beginning, from the first letter', () => {
  check({
    s: 'SYDNEY NSW 2000',
    m: 'MELBOURNE VIC 3000',
    syd: 'SYDNEY NSW 2000',
    melb: 'MELBOURNE VIC 3000',
    bri: 'BRISBANE QLD 4000',
    new: 'NEWCASTLE NSW 2300',
    parra: 'PARRAMATTA NSW 2150',
    wagga: 'WAGGA WAGGA NSW 2650',
    coffs: 'COFFS HARBOUR NSW 2450',
    too: 'TOOWOOMBA QLD 4350',
    'port mac': 'PORT MACQUARIE NSW 2444',
    'bondi j': 'BONDI JUNCTION NSW 2022',
    indoor: 'INDOOROOPILLY QLD 4068',
  });
});

test('finds names by abbreviations and their long forms', () => {
  check({
    'saint kilda': 'ST KILDA VIC 3182',
    'st. kilda': 'ST KILDA VIC 3182',
    'mt waverley': 'MOUNT WAVERLEY VIC 3149',
    'mount waverley': 'MOUNT WAVERLEY VIC 3149',
    'mt isa': 'MOUNT ISA QLD 4825',
    'nth melbourne': 'NORTH MELBOURNE VIC 3051',
    'sth yarra': 'SOUTH YARRA VIC 3141',
    'pt cook': 'POINT COOK VIC 3030',
    'pt augusta': 'PORT AUGUSTA SA 5700',
    'bondi jn': 'BONDI JUNCTION NSW 2022',
    'bondi bch': 'BONDI BEACH NSW 2026',
    'fortitude vly': 'FORTITUDE VALLEY QLD 4006',
    'gladstone pk': 'GLADSTONE PARK VIC 3043',
    'e perth': 'EAST PERTH WA 6004',
  });
});

test('ignores case, accents, punctuation and spaces', () => {
  check({
    "o'connor": "O'CONNOR ACT 2602",
    OCONNOR: "O'CONNOR ACT 2602",
    'o connor': "O'CONNOR ACT 2602",
    'O’Halloran Hill': "O'HALLORAN HILL SA 5158",
    'brighton-le-sands': 'BRIGHTON-LE-SANDS NSW 2216',
    brightonlesands: 'BRIGHTON-LE-SANDS NSW 2216',
    kipparing: 'KIPPA-RING QLD 4021',
    deewhy: 'DEE WHY NSW 2099',
    'mc mahons point': 'MCMAHONS POINT NSW 2060',
    'new castle': 'NEWCASTLE NSW 2300',
    müllumbimby: 'MULLUMBIMBY NSW 2482',
    '  sydney  ': 'SYDNEY NSW 2000',
  });
});

test('finds name and state in either order, long or short, complete or begun', () => {
  check({
    'richmond vic': 'RICHMOND VIC 3121',
    'richmond nsw': 'RICHMOND NSW 2753',
    'richmond tasmania': 'RICHMOND TAS 7025',
    'richmond s': 'RICHMOND SA 5033',
    'paddington qld': 'PADDINGTON QLD 4064',
    'brighton sa': 'BRIGHTON SA 5048',
    'perth t': 'PERTH TAS 7300',
    'nsw sydney': 'SYDNEY NSW 2000',
    'sydney, new south wales, australia': 'SYDNEY NSW 2000',
    'perth western australia': 'PERTH WA 6000',
    'mount wa': 'MOUNT WAVERLEY VIC 3149',
    nsw: 'SYDNEY NSW 2000',
    queensland: 'BRISBANE QLD 4000',
  });
});

test('finds complete and begun postcodes, alone and with a name', () => {
  check({
    3000: 'MELBOURNE VIC 3000',
    30: 'MELBOURNE VIC 3000',
    2: 'SYDNEY NSW 2000',
    '0800': 'DARWIN NT 0800',
    '08': 'DARWIN NT 0800',
    800: 'DARWIN NT 0800',
    3121: 'RICHMOND VIC 3121',
    2620: 'QUEANBEYAN NSW 2620',
    2001: 'SYDNEY NSW 2001',
    'richmond 3121': 'RICHMOND VIC 3121',
    'richmond 2753': 'RICHMOND NSW 2753',
    'richmond 27': 'RICHMOND NSW 2753',
    '2000 sydney': 'SYDNEY NSW 2000',
    'sydney nsw 2000': 'SYDNEY NSW 2000',
    'nsw 2300': 'NEWCASTLE NSW 2300',
    'oaks estate 2620': 'OAKS ESTATE ACT 2620',
    'sydney 2001': 'SYDNEY NSW 2001',
  });
});

test('finds words in another order, later words and parts of words', () => {
  check({
    'sydney north': 'NORTH SYDNEY NSW 2060',
    'yarra south': 'SOUTH YARRA VIC 3141',
    'hill box': 'BOX HILL VIC 3128',
    'east st kilda': 'ST KILDA EAST VIC 3183',
    kilda: 'ST KILDA VIC 3182',
    'melb airport': 'MELBOURNE AIRPORT VIC 3045',
    loomooloo: 'WOOLLOOMOOLOO NSW 2011',
  });
});

test('finds a suburb despite one typing mistake', () => {
  check({
    Sydny: 'SYDNEY NSW 2000',
    syndey: 'SYDNEY NSW 2000',
    melborne: 'MELBOURNE VIC 3000',
    melborn: 'MELBOURNE VIC 3000',
    brisbne: 'BRISBANE QLD 4000',
    toowomba: 'TOOWOOMBA QLD 4350',
    wooloomooloo: 'WOOLLOOMOOLOO NSW 2011',
    canbera: 'CANBERRA ACT 2601',
    adelade: 'ADELAIDE SA 5000',
    newcastel: 'NEWCASTLE NSW 2300',
    indoroopilly: 'INDOOROOPILLY QLD 4068',
    'brightn le sands': 'BRIGHTON-LE-SANDS NSW 2216',
    'sydny nsw': 'SYDNEY NSW 2000',
    'richmnd 3121': 'RICHMOND VIC 3121',
  });
});

test('finds nearby localities for names that are not localities', () => {
  check({
    'sydney cbd': 'SYDNEY NSW 2000',
    'gold coast': 'SOUTHPORT QLD 4215',
    'sunshine coast': 'MAROOCHYDORE QLD 4558',
    'bondi vic': 'BONDI NSW 2026',
    'chinatown 3121': 'RICHMOND VIC 3121',
    '': 'nothing',
    '?!': 'nothing',
    qqqq: 'nothing',
    9998: 'nothing',
  });
});

test('lists each of the fifty largest places among five after three letters', () => {
  const cities = localities
    .all()
    .toSorted((left, right) => right.priority - left.priority)
    .slice(0, 50);
  for (const city of cities) {
    assert.ok(
      localities.search(city.name.slice(0, 3), 5).includes(city),
      `${city.name.slice(0, 3)} does not offer ${city.name}`,
    );
  }
});

test('never lists a box before a place for freight', () => {
  for (const query of ['sydney', 'melbourne', 'perth', 'm', 'parramatta', 'university', 'dc']) {
    const kinds = localities.search(query, 50).map(({ kind }) => kind === 'delivery');
    assert.equal(
      kinds.lastIndexOf(true) < 0 || !kinds.slice(0, kinds.lastIndexOf(true)).includes(false),
      true,
      query,
    );
  }
});
