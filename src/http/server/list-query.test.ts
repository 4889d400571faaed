import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { Refusal } from '../../domain/refusal.ts';
import { isAscending, parseSince, SortParam } from './list-query.ts';
import { shapeCheck } from './shape.ts';

describe('since when a list is asked for', () => {
  const iso = (text: string): string => new Date(parseSince(text) ?? Number.NaN).toISOString();

  for (const [text, instant] of [
    ['2026-11-15T10:00:00+1100', '2026-11-14T23:00:00.000Z'],
    ['2026-11-15T10:00:00+11:00', '2026-11-14T23:00:00.000Z'],
    // A plus that was not encoded.
    ['2026-11-15T10:00:00 1100', '2026-11-14T23:00:00.000Z'],
    ['2026-11-15T10:00:00-0330', '2026-11-15T13:30:00.000Z'],
    ['2026-11-15T10:00:00Z', '2026-11-15T10:00:00.000Z'],
    ['2026-11-15T10:00:00.1239z', '2026-11-15T10:00:00.123Z'],
    ['2026-11-15T10:00Z', '2026-11-15T10:00:00.000Z'],
    // Sydney's clock, in summer and in winter.
    ['2026-11-15T10:00:00', '2026-11-14T23:00:00.000Z'],
    ['2026-07-15 10:00:30', '2026-07-15T00:00:30.000Z'],
    ['2026-11-15', '2026-11-14T13:00:00.000Z'],
    [' 2026-07-15 ', '2026-07-14T14:00:00.000Z'],
  ] as const) {
    test(`"${text}" is ${instant}`, () => assert.equal(iso(text), instant));
  }

  for (const text of [
    'yesterday',
    '2026',
    '2026-11',
    '2026-13-01',
    '2026-02-30',
    '2026-11-15T25:00',
    '2026-11-15T10:60',
    '2026-11-15T10:00:61',
    '2026-11-15T10',
    '2026-11-15 tomorrow',
    '15/11/2026',
    '1763164800',
  ]) {
    test(`"${text}" is refused at since`, () => {
      assert.throws(
        () => parseSince(text),
        (error) =>
          error instanceof Refusal &&
          error.data.code === 'validation' &&
          error.data.issues[0]?.path[0] === 'since',
      );
    });
  }

  test('nothing and blank ask for nothing', () => {
    for (const text of [undefined, '', '  ']) assert.equal(parseSince(text), undefined);
  });
});

test('sort is asc or desc in any case, or blank; anything else is told so', () => {
  const check = shapeCheck(Type.Object({ sort: SortParam }));
  for (const sort of ['asc', 'DESC', '']) assert.deepEqual(check({ sort }), []);
  assert.deepEqual(
    check({ sort: 'sideways' }).map(({ sentence }) => sentence),
    ['sort must be asc or desc; it is "sideways".'],
  );
  assert.deepEqual(
    [isAscending('ASC'), isAscending('desc'), isAscending(undefined)],
    [true, false, false],
  );
});
