import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { issueSentence } from '../wording/problems.ts';
import { DocumentReader } from './document-reader.ts';
import { shownValue } from './shown-value.ts';

/** The result of reading `{x: value}`, or the sentence of its refusal. */
function reading(value: unknown, read: (reader: DocumentReader) => unknown): unknown {
  const reader = new DocumentReader(value === undefined ? {} : { x: value });
  const result = read(reader);
  const [issue, ...others] = reader.issues;
  if (issue === undefined) return result;
  assert.deepEqual(others, []);
  assert.deepEqual(issue.path, ['x']);
  return issueSentence(issue);
}

function table(
  what: string,
  read: (reader: DocumentReader) => unknown,
  cases: [unknown, unknown][],
) {
  describe(what, () => {
    for (const [value, expected] of cases) {
      test(`${value === undefined ? 'absent' : JSON.stringify(value)} is ${JSON.stringify(expected)}`, () => {
        assert.deepEqual(reading(value, read), expected);
      });
    }
  });
}

table('a number', (reader) => reader.number('x'), [
  [5, 5],
  [0, 0],
  [-1.5, -1.5],
  ['5', 5],
  [' 5.50 ', 5.5],
  ['.5', 0.5],
  ['5.', 5],
  ['+5', 5],
  ['-0.25', -0.25],
  ['1e3', 1000],
  ['1,234.50', 1234.5],
  ['1,234,567', 1_234_567],
  [undefined, undefined],
  [null, undefined],
  ['', undefined],
  ['  ', undefined],
  ['abc', 'x must be a number; it is "abc".'],
  ['5kg', 'x must be a number; it is "5kg".'],
  ['0x10', 'x must be a number; it is "0x10".'],
  ['1,5', 'x must be a number; it is "1,5".'],
  ['Infinity', 'x must be a number; it is "Infinity".'],
  ['1e999', 'x must be a number; it is "1e999".'],
  [true, 'x must be a number; it is true.'],
  [[5], 'x must be a number; it is a list.'],
  [{}, 'x must be a number; it is an object.'],
]);

table('a whole number', (reader) => reader.wholeNumber('x'), [
  [1, 1],
  ['1.0', 1],
  ['2', 2],
  [0, 0],
  [-3, -3],
  [null, undefined],
  [1.5, 'x must be a whole number; it is 1.5.'],
  ['1.5', 'x must be a whole number; it is 1.5.'],
  [1e17, 'x must be a whole number; it is 100000000000000000.'],
  ['two', 'x must be a number; it is "two".'],
]);

table('a text', (reader) => reader.text('x', 5), [
  ['abc', 'abc'],
  ['  abc ', 'abc'],
  [12345, '12345'],
  [null, ''],
  [undefined, ''],
  ['   ', ''],
  ['abcdef', 'x must have at most 5 characters; it has 6.'],
  [true, 'x must be a text; it is true.'],
  [['a'], 'x must be a text; it is a list.'],
  [{ a: 1 }, 'x must be a text; it is an object.'],
]);

table('a text of digits', (reader) => reader.text('x'), [
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  [2 ** 53, 'x has too many digits for a number. Send it as a text.'],
  ['9007199254740993', '9007199254740993'],
]);

table('what must be there', (reader) => reader.require('x'), [
  ['abc', undefined],
  [3000, undefined],
  [false, undefined],
  [[], undefined],
  [undefined, 'x is missing. Send it.'],
  [null, 'x is missing. Send it.'],
  [' ', 'x is missing. Send it.'],
]);

table('a flag that may be absent', (reader) => reader.flagIfAny('x'), [
  [true, true],
  ['0', false],
  [undefined, undefined],
  [null, undefined],
  ['', undefined],
  ['maybe', 'x must be true or false; it is "maybe".'],
]);

table('a choice', (reader) => reader.choice('x', ['business', 'residential']), [
  ['business', 'business'],
  [' Residential ', 'residential'],
  ['BUSINESS', 'business'],
  [undefined, 'x is missing. Send one of business, residential.'],
  ['', 'x is missing. Send one of business, residential.'],
  ['farm', 'x must be one of business, residential; it is "farm".'],
  [1, 'x must be one of business, residential; it is 1.'],
  [['business'], 'x must be one of business, residential; it is a list.'],
]);

table('a flag', (reader) => [reader.flag('x', false)], [
  [true, [true]],
  [false, [false]],
  ['true', [true]],
  ['False', [false]],
  [' true ', [true]],
  [1, [true]],
  [0, [false]],
  ['1', [true]],
  ['0', [false]],
  ['on', [true]],
  ['off', [false]],
  ['yes', [true]],
  ['No', [false]],
  [null, [false]],
  ['', [false]],
  [undefined, [false]],
  ['yes please', 'x must be true or false; it is "yes please".'],
  [2, 'x must be true or false; it is 2.'],
  [[true], 'x must be true or false; it is a list.'],
  [{}, 'x must be true or false; it is an object.'],
]);

table('a list', (reader) => [reader.list('x', 2)?.entries.length, reader.list('x', 2)?.count], [
  [[], [0, 0]],
  [
    [{}, {}],
    [2, 2],
  ],
  [
    [{}, {}, {}],
    [0, 3],
  ],
  [null, [undefined, undefined]],
]);

describe('a document', () => {
  test('reports a document that is not an object once', () => {
    for (const body of [[], 'text', 5, null, undefined, true]) {
      const reader = new DocumentReader(body);
      assert.equal(reader.text('x'), '');
      assert.deepEqual(reader.issues.map(issueSentence), [
        `The body must be a JSON object; it is ${shownValue(body)}.`,
      ]);
    }
  });

  test('reports a nested mistake with its path', () => {
    const reader = new DocumentReader({ items: [{ weight: 1 }, { weight: 'x' }, 7] });
    for (const item of reader.list('items', 10)?.entries ?? []) item.number('weight');
    assert.deepEqual(
      reader.issues.map(({ path }) => path.join('.')),
      ['items.2', 'items.1.weight'],
    );
  });

  test('reports a value that is not a list', () => {
    for (const value of [{}, 'items', 5, { '0': {}, first: {} }, { '-1': {} }, { '01': {} }]) {
      const sentence = `x must be a list; it is ${shownValue(value)}.`;
      assert.equal(
        reading(value, (reader) => reader.list('x', 2)),
        sentence,
      );
      assert.equal(
        reading(value, (reader) => reader.ids('x', 2)),
        sentence.replace('a list;', 'a list of 1 to 2 ids;'),
      );
    }
  });

  test('reads a PHP list with gaps in the order of its keys', () => {
    const reader = new DocumentReader({ x: { '10': { name: 'last' }, '2': { name: 'first' } } });
    const names = reader.list('x', 5)?.entries.map((entry) => entry.text('name'));
    assert.deepEqual(names, ['first', 'last']);
    assert.deepEqual(new DocumentReader({ x: { '1': 7, '4': '8' } }).ids('x', 5), [7, 8]);
  });

  test('reads an absent object as undefined and reports a value that is not an object', () => {
    const reader = new DocumentReader({ none: null, wrong: 'text', listed: [{}], fromPhp: [] });
    assert.equal(reader.object('none'), undefined);
    assert.equal(reader.object('missing'), undefined);
    assert.equal(reader.object('fromPhp'), undefined);
    reader.object('listed')?.require('part');
    // Parts of an object that is already wrong are not reported.
    reader.object('wrong')?.require('part');
    assert.deepEqual(reader.issues.map(issueSentence), [
      'listed must be a JSON object; it is a list.',
      'wrong must be a JSON object; it is "text".',
    ]);
  });

  test('ignores properties inherited by every object', () => {
    const reader = new DocumentReader({});
    for (const name of ['constructor', 'toString', '__proto__'])
      assert.equal(reader.has(name), false);
  });

  test('shows the beginning of a long value', () => {
    const sentence = reading(`${'9'.repeat(100)}x`, (reader) => reader.number('x'));
    assert.match(String(sentence), /^x must be a number; it is "9{60}…\.$/);
  });
});
