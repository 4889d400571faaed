import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type CsvProblem, parseCsv } from './csv.ts';

function read(source: string) {
  const problems: CsvProblem[] = [];
  const records = parseCsv(source, (problem) => problems.push(problem));
  return {
    texts: records.map((record) => record.map(({ text }) => text)),
    places: records.map((record) => record.map(({ line, column }) => `${line}:${column}`)),
    problems: problems.map(({ code, line, column }) => `${code} ${line}:${column}`),
  };
}

describe('a CSV file', () => {
  it('is read with the place of every field', () => {
    const { texts, places, problems } = read('zone,from\r\nMEL,3000\nSYD, 2000\n');
    assert.deepEqual(texts, [
      ['zone', 'from'],
      ['MEL', '3000'],
      ['SYD', '2000'],
    ]);
    assert.deepEqual(places, [
      ['1:1', '1:6'],
      ['2:1', '2:5'],
      ['3:1', '3:6'],
    ]);
    assert.deepEqual(problems, []);
  });

  it('may start with a byte order mark and have notes and empty lines', () => {
    const { texts, places } = read('\uFEFF# note, "with" anything\n\na,b\r\n\r\n#x\n1,2');
    assert.deepEqual(texts, [
      ['a', 'b'],
      ['1', '2'],
    ]);
    assert.deepEqual(places[1], ['6:1', '6:3']);
  });

  it('may quote fields, with commas, lines and quotation marks inside', () => {
    const { texts, places, problems } = read('"a, ""b""","two\nlines"\n"x",#y\n');
    assert.deepEqual(texts, [
      ['a, "b"', 'two\nlines'],
      ['x', '#y'],
    ]);
    assert.deepEqual(places, [
      ['1:2', '1:13'],
      ['3:2', '3:5'],
    ]);
    assert.deepEqual(problems, []);
  });

  it('keeps empty fields', () => {
    assert.deepEqual(read('a,,\n,').texts, [
      ['a', '', ''],
      ['', ''],
    ]);
    assert.deepEqual(read('').texts, []);
  });

  for (const [source, expected] of [
    ['a,"b\nc,d', 'csv_unclosed_quote 1:3'],
    ['a,b"c\n', 'csv_quote 1:4'],
    ['a\n"b"x,c\n', 'csv_after_quote 2:4'],
    ['a\n"b\n""c" d,e\n', 'csv_after_quote 3:5'],
    ['a,b\rc\n', 'csv_carriage_return 1:4'],
  ] as const) {
    it(`is rejected where it is ambiguous: ${JSON.stringify(source)}`, () => {
      assert.deepEqual(read(source).problems, [expected]);
    });
  }

  it('reads back the same after writing', () => {
    const field = fc.string({ maxLength: 8 }).map((text) => text.trim());
    const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(table, (rows) => {
        const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const source = rows.map((row) => row.map(quote).join(',')).join('\r\n');
        const { texts, problems } = read(source);
        assert.deepEqual(texts, rows);
        assert.deepEqual(problems, []);
      }),
    );
  });

  it('knows the line and column of every field after multi-line fields', () => {
    const field = fc
      .array(fc.constantFrom('a', '"', '\n', '\r\n', ','), { maxLength: 6 })
      .map((pieces) => `"${pieces.join('').replaceAll('"', '""')}"`);
    const table = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(table, (rows) => {
        const source = rows.map((row) => row.join(',')).join('\n');
        let at = 0;
        const expected = rows.map((row) =>
          row.map((text) => {
            const before = source.slice(0, at + 1);
            at += text.length + 1;
            return `${before.split('\n').length}:${before.length - before.lastIndexOf('\n')}`;
          }),
        );
        assert.deepEqual(read(source).places, expected);
      }),
    );
  });

  it('is scanned a few times, not once for each quoted field', (context) => {
    const source = '"a""b",'.repeat(2000);
    let searched = 0;
    const { indexOf } = String.prototype;
    context.mock.method(
      String.prototype,
      'indexOf',
      function (this: string, sought: string, from = 0) {
        const found = indexOf.call(this, sought, from);
        searched += (found < 0 ? this.length : found) - from;
        return found;
      },
    );
    parseCsv(source, ({ code }) => assert.fail(code));
    assert.ok(searched <= 3 * source.length, `${searched} characters of ${source.length}`);
  });

  it('reads any content with places inside it', () => {
    const piece = fc.constantFrom('"', ',', '\n', '\r', '\r\n', '#', ' ', 'a', '\uFEFF', '\u0000');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
        (source) => {
          const lines = source.split('\n').length;
          const { places } = read(source);
          for (const place of places.flat()) {
            const [line = 0, column = 0] = place.split(':').map(Number);
            assert.ok(line >= 1 && line <= lines && column >= 1 && column <= source.length + 2);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
