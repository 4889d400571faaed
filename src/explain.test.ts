import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain } from './explain.ts';

test("explains an operator's mistakes and quotes the system's message", () => {
  const failure = (message: string, more: object) => Object.assign(new Error(message), more);
  const cases: [Error, RegExp][] = [
    [
      failure('listen EADDRNOTAVAIL', { code: 'EADDRNOTAVAIL' }),
      /does not have the address.*\(listen/,
    ],
    [failure('', { code: 'ECONNREFUSED' }), /cannot be reached.*\(ECONNREFUSED\)/],
    [failure('no such database', { code: '3D000' }), /no database of that name/],
    [failure('file is not a database', { errcode: 26 }), /damaged, or is no database/],
    [failure('malformed', { errcode: 11 | (1 << 8) }), /damaged/],
  ];
  for (const [error, sentence] of cases) assert.match(explain(error) ?? '', sentence);
});

test('explains nothing for errors that an operator cannot fix', () => {
  for (const error of [new Error('x is not a function'), 'text', undefined])
    assert.equal(explain(error), undefined);
});
