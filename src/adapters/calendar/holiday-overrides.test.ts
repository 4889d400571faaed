import assert from 'node:assert/strict';
import { test } from 'node:test';
import { australianStates } from '../../domain/places/australian-state.ts';
import { findDayNumber, isoDate } from '../../domain/time/calendar.ts';
import {
  applyHolidayOverrides,
  HolidayOverridesError,
  parseHolidayOverrides,
} from './holiday-overrides.ts';
import { recordByState } from './holiday-table.ts';

const cupDay = findDayNumber('2026-11-03') ?? 0;

function overridesOf(text: string) {
  return parseHolidayOverrides(text, 'holidays.csv');
}

function problemsOf(text: string): string[] {
  try {
    overridesOf(text);
  } catch (error) {
    assert.ok(error instanceof HolidayOverridesError);
    return error.message.split('\n');
  }
  return [];
}

test('reads rows, remarks, blank lines, quotes and files from a spreadsheet', () => {
  const text =
    '\uFEFFDate,State,Name,Action\r\n' +
    '# local show days\r\n' +
    '\r\n' +
    '2026-08-12,qld,"Royal Queensland Show, ""Ekka""",ADD\r\n' +
    ' 2026-11-03 , VIC , Melbourne Cup , remove\r\n' +
    '2026-12-24,ALL,Christmas Eve,add\r\n';
  const read = overridesOf(text).map(({ day, states, name, action, line }) => [
    line,
    isoDate(day),
    states.length,
    name,
    action,
  ]);
  assert.deepEqual(read, [
    [4, '2026-08-12', 1, 'Royal Queensland Show, "Ekka"', 'add'],
    [5, '2026-11-03', 1, 'Melbourne Cup', 'remove'],
    [6, '2026-12-24', australianStates.length, 'Christmas Eve', 'add'],
  ]);
});

test('an empty file corrects nothing', () => {
  assert.deepEqual(overridesOf(''), []);
  assert.deepEqual(overridesOf('date,state,name,action\n'), []);
});

test('reports every mistake with its line, all at once', () => {
  const text = [
    'date,state,name,action',
    '2026-02-30,VIC,Never,add',
    '2026-08-12,QLD,Show,add',
    '2026-08-12,NZ,Show,maybe',
    '2026-08-12,QLD,Again,remove',
    '2026-08-13,QLD,,add',
    '2026-08-14,QLD,Show',
    '2026-08-12,ALL,Show,add',
    '2026-08-15,QLD,"Show,add',
  ].join('\n');
  assert.deepEqual(problemsOf(text), [
    'holidays.csv:2: date: "2026-02-30" is not a date of the form YYYY-MM-DD',
    'holidays.csv:4: state: "NZ" is not one of ACT, NSW, NT, QLD, SA, TAS, VIC, WA, ALL',
    'holidays.csv:4: action: "maybe" is neither add nor remove',
    'holidays.csv:5: 2026-08-12 in QLD is already on line 3',
    'holidays.csv:6: name: must have 1 to 100 characters',
    'holidays.csv:7: the row has 3 fields; it needs date,state,name,action',
    'holidays.csv:8: 2026-08-12 in QLD is already on line 3',
    'holidays.csv:9: this quotation mark is never closed',
    'holidays.csv:9: the row has 3 fields; it needs date,state,name,action',
  ]);
});

test('rejects a file without its header', () => {
  assert.deepEqual(problemsOf('2026-08-12,QLD,Show,add\n'), [
    'holidays.csv:1: the first line must be date,state,name,action',
  ]);
});

test('adds and removes days in the named states and leaves the given holidays unchanged', () => {
  const given = recordByState(() => new Map([[cupDay, 'Melbourne Cup']]));
  const overrides = overridesOf(
    'date,state,name,action\n2026-11-03,NSW,Cup,remove\n2026-11-04,NSW,Rest,add\n',
  );
  const { holidays, remarks } = applyHolidayOverrides(given, overrides);
  assert.deepEqual([...holidays.NSW], [[cupDay + 1, 'Rest']]);
  assert.deepEqual([...holidays.VIC], [[cupDay, 'Melbourne Cup']]);
  assert.equal(given.NSW.size, 1);
  assert.deepEqual(remarks, []);
});

test('a correction of a state applies to its regions with holidays of their own', () => {
  const given = {
    ...recordByState(() => new Map<number, string>()),
    melbourne: new Map([[cupDay, 'Melbourne Cup']]),
  };
  const overrides = overridesOf(
    'date,state,name,action\n2026-11-03,VIC,Cup,remove\n2026-11-04,VIC,Rest,add\n',
  );
  const { holidays, remarks } = applyHolidayOverrides(given, overrides);
  assert.deepEqual([...(holidays.melbourne ?? [])], [[cupDay + 1, 'Rest']]);
  assert.deepEqual([...holidays.VIC], [[cupDay + 1, 'Rest']]);
  assert.deepEqual(remarks, []);
});

test('reports a removal that matches no holiday', () => {
  const overrides = overridesOf('date,state,name,action\n2026-11-05,NSW,Cup,remove\n');
  const { remarks } = applyHolidayOverrides(
    recordByState(() => new Map()),
    overrides,
  );
  assert.deepEqual(remarks, [
    'line 2: 2026-11-05 is not a holiday in NSW, so there is nothing to remove',
  ]);
});
