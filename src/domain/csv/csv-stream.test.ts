// Reading a file in pieces gives the same records as reading it whole, and a broken record loses little.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CsvProblem, type CsvRecord, parseCsv } from './csv.ts';
import { readCsvStream } from './csv-stream.ts';

type Read = { records: CsvRecord[]; problems: CsvProblem[] };

async function readInPieces(pieces: readonly string[]): Promise<Read> {
  const all: Read = { records: [], problems: [] };
  const chunks = (async function* () {
    yield* pieces;
  })();
  for await (const { records, problems, lost } of readCsvStream(chunks)) {
    all.records.push(...records);
    all.problems.push(...problems, ...lost);
  }
  return all;
}

function readAtOnce(text: string): Read {
  const problems: CsvProblem[] = [];
  return { records: parseCsv(text, (problem) => problems.push(problem)), problems };
}

test('returns the same records wherever the text is split', async () => {
  const part = fc.constantFrom(
    'a',
    'ü',
    '"',
    '""',
    ',',
    '\n',
    '\r\n',
    ' ',
    '#',
    '1',
    '"x, y"',
    '"a\nb"',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 40 }),
      fc.array(fc.nat(60)),
      async (parts, cuts) => {
        const text = parts.join('');
        const places = [0, ...cuts.sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((to, n) => text.slice(places[n], to));
        const whole = readAtOnce(text);
        fc.pre(!whole.problems.some(({ code }) => code === 'csv_unclosed_quote'));
        assert.deepEqual(await readInPieces(pieces), whole);
      },
    ),
    { numRuns: 500 },
  );
});

test('removes the byte order mark once and counts lines over the whole file', async () => {
  const { records } = await readInPieces(['\uFEFF"a",b\n', '1,"two\nlines"\n', '3,4']);
  assert.deepEqual(
    records.map((record) => record.map(({ text, line }) => [text, line])),
    [
      [
        ['a', 1],
        ['b', 1],
      ],
      [
        ['1', 2],
        ['two\nlines', 2],
      ],
      [
        ['3', 4],
        ['4', 4],
      ],
    ],
  );
});

test('skips only the line of an unclosed quotation mark', async () => {
  // Longer in total than the limit of one record.
  const many = `${'x'.repeat(78)},\n`.repeat(1_000);
  const { records, problems } = await readInPieces([`a,b\n"open,c\n${many}last,d\n`]);
  assert.deepEqual(
    problems.map(({ code, line }) => [code, line]),
    [['csv_record_too_long', 2]],
  );
  assert.equal(records.at(0)?.[0]?.text, 'a');
  assert.equal(records.at(1)?.[0]?.line, 3);
  assert.equal(records.at(-1)?.[0]?.text, 'last');
});

test('skips only the line of an unclosed quotation mark at the end of a short file', async () => {
  const { records, problems } = await readInPieces(['a,b\n"open,c\nlast,f']);
  assert.deepEqual(
    problems.map(({ code, line }) => [code, line]),
    [['csv_unclosed_quote', 2]],
  );
  assert.deepEqual(
    records.map((record) => [record[0]?.text, record[0]?.line]),
    [
      ['a', 1],
      ['last', 3],
    ],
  );
});

test('reports an endless line once and does not keep it', async () => {
  const long = 'y'.repeat(10_000);
  const { records, problems } = await readInPieces(['a,b\n', ...Array(40).fill(long), '\nc,d\n']);
  assert.deepEqual(
    problems.map(({ code, line }) => [code, line]),
    [['csv_record_too_long', 2]],
  );
  assert.deepEqual(
    records.map((record) => [record[0]?.text, record[0]?.line]),
    [
      ['a', 1],
      ['c', 3],
    ],
  );
});
