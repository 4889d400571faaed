import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ascendingSorts,
  descendingSorts,
  unreadSorts,
} from '../../../test/support/list-queries.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isAscending, parseInstant, parseSince } from './list-query.ts';

describe('the since filter of a list', () => {
  const iso = (text: string): string => new Date(parseSince(text) ?? Number.NaN).toISOString();

  for (const [text, instant] of [
    ['2026-11-15T10:00:00+1100', '2026-11-14T23:00:00.000Z'],
    ['2026-11-15T10:00:00+11:00', '2026-11-14T23:00:00.000Z'],
    // A plus sign without URL encoding arrives as a space.
    ['2026-11-15T10:00:00 1100', '2026-11-14T23:00:00.000Z'],
    ['2026-11-15T10:00:00-0330', '2026-11-15T13:30:00.000Z'],
    ['2026-11-15T10:00:00Z', '2026-11-15T10:00:00.000Z'],
    ['2026-11-15T10:00:00.1239z', '2026-11-15T10:00:00.123Z'],
    ['2026-11-15T10:00Z', '2026-11-15T10:00:00.000Z'],
    // Without an offset: Sydney time, in summer and winter.
    ['2026-11-15T10:00:00', '2026-11-14T23:00:00.000Z'],
    ['2026-07-15 10:00:30', '2026-07-15T00:00:30.000Z'],
    ['2026-11-15', '2026-11-14T13:00:00.000Z'],
    [' 2026-07-15 ', '2026-07-14T14:00:00.000Z'],
    ['1970-01-01  00:00:00', '1969-12-31T14:00:00.000Z'],
    ['2020-01-01\t00:00:00', '2019-12-31T13:00:00.000Z'],
  ] as const) {
    test(`reads "${text}" as ${instant}`, () => assert.equal(iso(text), instant));
  }

  for (const text of [
    'yesterday',
    '2026',
    '2026-11',
    '2026-13-01',
    '2026-02-30',
    '2026-11-15T25:00',
    '2026-11-15T10:60',
    '0000-00-00 00:00:00',
    '2026-11-15T10:00:61',
    '2026-11-15T10',
    '2026-11-15 tomorrow',
    '15/11/2026',
    '1763164800',
  ]) {
    test(`ignores "${text}" as a bound for a list`, () =>
      assert.equal(parseSince(text), undefined));

    test(`rejects "${text}" where payments are listed`, () => {
      assert.throws(
        () => parseInstant('until', text),
        (error) =>
          error instanceof Refusal &&
          error.data.code === 'validation' &&
          error.data.issues[0]?.path[0] === 'until',
      );
    });
  }

  test('ignores a missing or blank since', () => {
    for (const text of [undefined, '', '  ']) assert.equal(parseSince(text), undefined);
  });
});

test('lists oldest first only where sort says so', () => {
  for (const sort of ascendingSorts) assert.equal(isAscending(sort), true, sort);
  for (const sort of [undefined, '', ...descendingSorts, ...unreadSorts])
    assert.equal(isAscending(sort), false, sort);
});
