import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from './csv-records.ts';

test('records come with their fields and the line they start on', () => {
  const cases: [text: string, records: [line: number, ...fields: string[]][]][] = [
    ['', []],
    ['a,b', [[1, 'a', 'b']]],
    [
      'a,b\nc,d\n',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd'],
      ],
    ],
    [
      'a,b\r\nc,d\r\n',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd'],
      ],
    ],
    [
      'a,b\n\n\nc,d',
      [
        [1, 'a', 'b'],
        [4, 'c', 'd'],
      ],
    ],
    ['\uFEFFa,b', [[1, 'a', 'b']]],
    [' a , b ', [[1, 'a', 'b']]],
    ['a,,', [[1, 'a', '', '']]],
    ['"a,b",c', [[1, 'a,b', 'c']]],
    ['"a ""b""",c', [[1, 'a "b"', 'c']]],
    [
      '"two\nlines",b\nc,d',
      [
        [1, 'two\nlines', 'b'],
        [3, 'c', 'd'],
      ],
    ],
    ['"",b', [[1, '', 'b']]],
    ['"never closed,b\nc', [[1, 'never closed,b\nc']]],
    ['a"b,c', [[1, 'a"b', 'c']]],
  ];
  for (const [text, records] of cases) {
    const parsed = parseCsv(text).map(({ line, fields }) => [line, ...fields]);
    assert.deepEqual(parsed, records, JSON.stringify(text));
  }
});
