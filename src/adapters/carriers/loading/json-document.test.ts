import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { JsonDocument } from './json-document.ts';
import { Problems } from './problem.ts';

function parse(source: string) {
  const problems = new Problems();
  const document = JsonDocument.parse(source, 'x.json', problems);
  const found = problems.list.map(({ code, line, column }) => `${code} ${line}:${column}`);
  return { document, problems: found };
}

const place = (document: JsonDocument, path: (string | number)[]): string => {
  const { line, column } = document.place(path);
  return `${line}:${column}`;
};

describe('a JSON file', () => {
  const source = '\uFEFF{\n  "a": [1, {"b": "x\\"y\\u0041z"}],\r\n  "c": null\n}';

  it('has its values with their places', () => {
    const { document, problems } = parse(source);
    assert.deepEqual(document.value, { a: [1, { b: 'x"yAz' }], c: null });
    assert.deepEqual(problems, []);
    assert.equal(place(document, []), '1:1');
    assert.equal(place(document, ['a']), '2:8');
    assert.equal(place(document, ['a', 1]), '2:12');
    assert.equal(place(document, ['a', 1, 'b']), '2:18');
    assert.equal(place(document, ['c']), '3:8');
  });

  it('has the places of keys, and the parent’s place for a missing value', () => {
    const { document } = parse(source);
    assert.deepEqual(document.placeOfKey(['a', 1, 'b']), { file: 'x.json', line: 2, column: 13 });
    assert.equal(place(document, ['a', 1, 'nothing', 'below']), '2:12');
    assert.equal(place(document, ['a', 9]), '2:8');
  });

  it('has the place of each character of a text, with escapes', () => {
    const { document } = parse(source);
    const column = (offset: number) => document.placeInText(['a', 1, 'b'], offset).column;
    // Columns of x"yAz in the source: x 19, \" 20, y 22, \u0041 23, z 29.
    assert.deepEqual([0, 1, 2, 3, 4].map(column), [19, 20, 22, 23, 29]);
    assert.equal(document.placeInText(['a', 0], 3).column, 9);
  });

  for (const [text, expected] of [
    ['{"a": 1,}', 'json_syntax 1:9'],
    ['{"a": 1 "b": 2}', 'json_syntax 1:9'],
    ['// note\n{}', 'json_syntax 1:1'],
    ['{\n  "a": tru\n}', 'json_syntax 2:8'],
    ['', 'json_syntax 1:1'],
    ['{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}', 'json_duplicate_key 1:24'],
    ['['.repeat(40), 'json_too_deep 1:1'],
  ] as const) {
    it(`is reported as broken: ${JSON.stringify(text.slice(0, 45))}`, () => {
      const { problems } = parse(text);
      assert.ok(problems.includes(expected), problems.join(', '));
    });
  }

  it('has an undefined value when it is not JSON', () => {
    assert.equal(parse('{"a":').document.value, undefined);
  });

  it('has the value of JSON.parse for any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const { document, problems } = parse(text);
        if (problems.length === 0) assert.deepEqual(document.value, JSON.parse(text));
      }),
    );
  });

  it('gives any content a value or a problem without throwing', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      'a',
      '1',
      '\n',
      'null',
      '-',
      '\u0000',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
        (text) => {
          const { document, problems } = parse(text);
          assert.ok(document.value !== undefined || problems.length > 0);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
