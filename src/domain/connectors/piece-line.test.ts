import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streetLines } from './piece-line.ts';

test('keeps street lines as entered when they fit', () => {
  assert.deepEqual(streetLines('Level 2\n216 Flinders Lane', 40, 2), [
    'Level 2',
    '216 Flinders Lane',
  ]);
  assert.deepEqual(streetLines('Level 2; 216 Flinders Lane', 19, 3), [
    'Level 2',
    '216 Flinders Lane',
  ]);
  assert.deepEqual(streetLines('', 40, 2), []);
});

test('wraps a street line that is too long, if necessary within a word', () => {
  assert.deepEqual(streetLines('Unit 4, 216 Flinders Lane', 19, 2), [
    'Unit 4, 216',
    'Flinders Lane',
  ]);
  assert.deepEqual(streetLines('Abcdefghijklmno 5', 10, 2), ['Abcdefghij', 'klmno 5']);
});

test('joins street lines before cutting when there are too many', () => {
  assert.deepEqual(streetLines('Dock 3\nLevel 2\n216 Flinders Lane', 20, 2), [
    'Dock 3 Level 2 216',
    'Flinders Lane',
  ]);
  assert.deepEqual(streetLines('one two three four five', 9, 2), ['one two', 'three']);
});
