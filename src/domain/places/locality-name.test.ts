import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishedReadings, localityKey, nameWords, typedReadings } from './locality-name.ts';

test('every spelling of a name has the same key', () => {
  const spellings: Record<string, string[]> = {
    'ST KILDA': ['ST KILDA', 'St. Kilda', 'saint kilda', '  st   kilda '],
    'MOUNT WAVERLEY': ['MOUNT WAVERLEY', 'Mt Waverley', 'mt. waverley', 'Mount-Waverley'],
    'NORTH SYDNEY': ['North Sydney', 'Nth Sydney', 'NTH. SYDNEY'],
    'BOX HILL SOUTH': ['Box Hill South', 'box hill sth'],
    'MELROSE HEIGHTS': ['Melrose Hts', 'MELROSE HGTS'],
    'BONDI JUNCTION': ['Bondi Jn', 'Bondi Jct', 'bondi junc.'],
    'BRUNSWICK HEADS': ['Brunswick Hds'],
    OCONNOR: ["O'Connor", 'O’CONNOR', 'OCONNOR', 'o`connor'],
    KGARI: ["K'gari", 'K’GARI'],
    'KIPPA RING': ['Kippa-Ring', 'KIPPA  RING'],
    'ERNABELLA PUKATJA': ['ERNABELLA (PUKATJA)'],
    'NO 4 BRANCH': ['No. 4 Branch'],
    MULLUMBIMBY: ['Müllumbimby'],
    'FISH AND CHIPS': ['Fish & Chips'],
  };
  for (const [key, texts] of Object.entries(spellings)) {
    for (const text of texts) assert.equal(localityKey(text), key, `«${text}»`);
  }
});

test('keeps a word that only begins like an abbreviation', () => {
  for (const name of ['STANMORE', 'MTABLE', 'NTHING', 'SAINTS', 'CKOW']) {
    assert.equal(localityKey(name), name);
  }
});

test('a text without letters or digits has no words', () => {
  for (const text of ['', '   ', "'", '-,.', '…']) assert.deepEqual(nameWords(text), []);
});

test('an abbreviation at the end of typed text may still become another word', () => {
  assert.deepEqual(typedReadings(['ST']), ['ST']);
  assert.deepEqual(typedReadings(['MT']), ['MOUNT', 'MT']);
  assert.deepEqual(typedReadings(['MT', 'W']), ['MOUNT W']);
  assert.deepEqual(typedReadings(['BALD', 'IS']), ['BALD ISLAND', 'BALD IS']);
});

test('SAINT matches the word ST from its third letter on', () => {
  assert.deepEqual(typedReadings(['SA']), ['SA']);
  assert.deepEqual(typedReadings(['SAI']), ['ST ', 'SAI']);
  assert.deepEqual(typedReadings(['SAINT']), ['ST ', 'SAINT']);
  assert.deepEqual(typedReadings(['SAINT', 'K']), ['ST K']);
});

test('PT is read as Point and as Port', () => {
  assert.deepEqual(typedReadings(['PT', 'COOK']), ['POINT COOK', 'PORT COOK']);
});

test('reads a compass letter as a word in a finished name only', () => {
  assert.deepEqual(finishedReadings(['N', 'SYDNEY']), ['NORTH SYDNEY', 'N SYDNEY']);
  assert.deepEqual(typedReadings(['SYDNEY', 'N']), ['SYDNEY N']);
});

test('limits the number of readings of a name', () => {
  assert.equal(finishedReadings(['PT', 'N', 'S', 'E', 'W', 'PT', 'PT', 'PT']).length, 4);
});
