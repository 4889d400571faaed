// Times as carriers' reports write them; the tests of `since` cover the forms of ISO 8601.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateWords, momentWords } from './day-words.ts';
import { findWrittenInstant } from './instant-text.ts';

test("dates are read day first, and a time without an offset in the place's zone", () => {
  const cases: [string, string | undefined][] = [
    ['15/11/2026 14:05', '2026-11-15T06:05:00.000Z'],
    ['15/11/2026 2:05 PM', '2026-11-15T06:05:00.000Z'],
    ['15/11/2026, 12:00 am', '2026-11-14T16:00:00.000Z'],
    ['5-1-2026 09:00:30', '2026-01-05T01:00:30.000Z'],
    ['15.11.2026', '2026-11-14T16:00:00.000Z'],
    ['2026-11-15 14:05', '2026-11-15T06:05:00.000Z'],
    ['2026-11-15T14:05:00+11:00', '2026-11-15T03:05:00.000Z'],
    ['11/15/2026 14:05', undefined],
    ['31/02/2026', undefined],
    ['15/11/2026 24:00', undefined],
    ['15/11/2026 13:00 pm', undefined],
    ['15/11/2026 10:60', undefined],
    ['15/11/26', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ];
  for (const [text, expected] of cases) {
    const found = findWrittenInstant(text, 'Australia/Perth');
    const shown = found === undefined ? undefined : new Date(found).toISOString();
    assert.equal(shown, expected, text);
  }
});

test('days and times are printed as Australians write them', () => {
  assert.equal(dateWords('2026-11-16'), 'Mon 16 Nov 2026');
  assert.equal(dateWords('soon'), 'soon');
  const at = (hours: number, minutes: number): string =>
    momentWords(Date.UTC(2026, 10, 15, hours, minutes), 'Australia/Brisbane');
  assert.equal(at(23, 5), 'Mon 16 Nov 2026, 9:05 am');
  assert.equal(at(14, 0), 'Mon 16 Nov 2026, 12:00 am');
  assert.equal(at(2, 30), 'Sun 15 Nov 2026, 12:30 pm');
});
