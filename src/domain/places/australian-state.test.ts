import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AustralianState,
  findState,
  isPostcode,
  stateOfPostcode,
  statesStartingWith,
} from './australian-state.ts';

test('both edges of every postcode range belong to its state', () => {
  const ranges: [first: string, last: string, state: AustralianState | undefined][] = [
    ['0000', '0199', undefined],
    ['0200', '0299', 'ACT'],
    ['0300', '0799', undefined],
    ['0800', '0899', 'NT'],
    ['0900', '0999', 'NT'],
    ['1000', '1999', 'NSW'],
    ['2000', '2599', 'NSW'],
    ['2600', '2618', 'ACT'],
    ['2619', '2899', 'NSW'],
    ['2900', '2920', 'ACT'],
    ['2921', '2999', 'NSW'],
    ['3000', '3999', 'VIC'],
    ['4000', '4999', 'QLD'],
    ['5000', '5799', 'SA'],
    ['5800', '5999', 'SA'],
    ['6000', '6797', 'WA'],
    ['6798', '6799', 'WA'],
    ['6800', '6999', 'WA'],
    ['7000', '7799', 'TAS'],
    ['7800', '7999', 'TAS'],
    ['8000', '8999', 'VIC'],
    ['9000', '9999', 'QLD'],
  ];
  let next = 0;
  for (const [first, last, state] of ranges) {
    assert.equal(Number(first), next, `the table has a gap before ${first}`);
    assert.equal(stateOfPostcode(first), state, first);
    assert.equal(stateOfPostcode(last), state, last);
    next = Number(last) + 1;
  }
  assert.equal(next, 10_000, 'the table ends early');
});

test('islands and bases belong to the state that delivers their mail', () => {
  const places = { 2898: 'NSW', 2899: 'NSW', 6798: 'WA', 6799: 'WA', 7151: 'TAS' };
  for (const [postcode, state] of Object.entries(places)) {
    assert.equal(stateOfPostcode(postcode), state);
  }
});

test('accepts only four digits as a postcode', () => {
  for (const text of ['', '800', '03000', ' 3000', '3000 ', '30a0', '-300', '3e3', '３０００']) {
    assert.equal(isPostcode(text), false, `«${text}»`);
    assert.equal(stateOfPostcode(text), undefined, `«${text}»`);
  }
  assert.equal(isPostcode('0800'), true);
});

test('finds a state by its abbreviation and its full name', () => {
  assert.equal(findState('TAS'), 'TAS');
  assert.equal(findState('NEW SOUTH WALES'), 'NSW');
  assert.equal(findState('tas'), undefined, 'words come in capitals');
  assert.equal(findState('AUSTRALIA'), undefined);
  assert.equal(findState(''), undefined);
});

test('a begun state matches every state with that beginning', () => {
  assert.deepEqual(statesStartingWith('N'), ['NSW', 'NT']);
  assert.deepEqual(statesStartingWith('VI'), ['VIC']);
  assert.deepEqual(statesStartingWith('X'), []);
});
