import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spanChoices, spanOf, spanOfDays } from './spans.ts';

const morningOf = (day: string): Date => new Date(`${day}T08:00:00+10:00`);

test('a period until today begins on the same day of an earlier month, or on its last day', () => {
  for (const [choice, today, since] of [
    ['1', '2026-11-18', '2026-10-18'],
    ['1', '2026-03-31', '2026-02-28'],
    ['1', '2028-03-31', '2028-02-29'],
    ['1', '2026-12-31', '2026-11-30'],
    ['3', '2026-01-31', '2025-10-31'],
    ['3', '2026-05-31', '2026-02-28'],
    ['12', '2028-02-29', '2027-02-28'],
    ['week', '2026-03-03', '2026-02-24'],
    ['0', '2026-03-31', ''],
  ] as const)
    assert.deepEqual(spanOf(choice, morningOf(today)), { since, until: '' });
});

test('a calendar month ends before the next begins, in Sydney time', () => {
  const newYear = new Date('2026-12-31T13:30:00Z');
  assert.deepEqual(spanOf('month-0', newYear), { since: '2027-01-01', until: '2027-02-01' });
  assert.deepEqual(spanOf('month-1', newYear), { since: '2026-12-01', until: '2027-01-01' });
  assert.deepEqual(spanOf('month-2', newYear), { since: '2026-11-01', until: '2026-12-01' });
  const months = spanChoices(newYear)[1]?.items.map(({ label }) => label);
  assert.deepEqual(months, ['This month', 'Last month', 'November 2026']);
});

test('includes the last chosen day', () => {
  assert.deepEqual(spanOfDays({ from: '2026-02-27', to: '2026-02-28' }), {
    since: '2026-02-27',
    until: '2026-03-01',
  });
  assert.deepEqual(spanOfDays({ from: '2026-02-27' }), { since: '2026-02-27', until: '' });
  assert.deepEqual(spanOfDays({ to: '2026-12-31' }), { since: '', until: '2027-01-01' });
});
