import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streetLines } from './piece-line.ts';

test('street lines stay as they were given where they fit', () => {
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

test('a street line that is too long goes on in the next, also within a word', () => {
  assert.deepEqual(streetLines('Unit 4, 216 Flinders Lane', 19, 2), [
    'Unit 4, 216',
    'Flinders Lane',
  ]);
  assert.deepEqual(streetLines('Abcdefghijklmno 5', 10, 2), ['Abcdefghij', 'klmno 5']);
});

test('more street lines than a carrier takes are filled up before anything is cut', () => {
  assert.deepEqual(streetLines('Dock 3\nLevel 2\n216 Flinders Lane', 20, 2), [
    'Dock 3 Level 2 216',
    'Flinders Lane',
  ]);
  assert.deepEqual(streetLines('one two three four five', 9, 2), ['one two', 'three']);
});
