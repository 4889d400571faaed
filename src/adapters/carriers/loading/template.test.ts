// The template folder for new carriers loads under a new name and prices its examples.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { loadCarriers } from './load-carriers.ts';
import { Problems } from './problem.ts';
import { runExamples } from './run-examples.ts';

const template = join(import.meta.dirname, '../../../../carriers/_template');

it('loads the template under a new name and prices its examples', () => {
  const read = (path: string): string => readFileSync(join(template, path), 'utf8');
  const files = new Map(
    ['carrier.json', 'cards/MY-CARD/card.json'].map((path) => [`my_carrier/${path}`, read(path)]),
  );
  const loaded = loadCarriers(files).get('my_carrier');
  assert.deepEqual(loaded?.problems, []);
  const carrier = loaded?.carrier;
  assert.ok(carrier !== undefined);
  const found = new Problems();
  assert.equal(runExamples(carrier, read('examples.json'), 'examples.json', found), 3);
  assert.deepEqual(found.list, []);
});
