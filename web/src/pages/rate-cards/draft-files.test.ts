import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeFiles } from './draft-files.ts';

const file = (name: string, relativePath = '') => ({ name, relativePath, text: 'x' });
const paths = (files: ReturnType<typeof file>[], card = 'TNT-2026'): string[] =>
  placeFiles(files, card).map(({ path }) => path);

test('takes the paths of files from a chosen folder', () => {
  assert.deepEqual(
    paths([
      file('carrier.json', 'tnt/carrier.json'),
      file('lanes.csv', 'tnt/cards/TNT-2027/lanes.csv'),
      file('notes.txt', 'tnt/notes.txt'),
      file('.hidden.json', 'tnt/.hidden.json'),
    ]),
    ['carrier.json', 'cards/TNT-2027/lanes.csv'],
  );
});

test('puts single files into the named card, unless they belong in one place only', () => {
  assert.deepEqual(paths([file('lanes.csv'), file('card.json'), file('examples.json')]), [
    'cards/TNT-2026/lanes.csv',
    'cards/TNT-2026/card.json',
    'examples.json',
  ]);
});
