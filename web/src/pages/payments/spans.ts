// The period of a list of payments: a span until today, a calendar month, or any chosen days. Days are in Sydney
// time, like the service's.
import type { TimeSpan } from '../../api/payments.ts';
import type { Days } from '../../parts/day-span.tsx';

/** With this choice, the person enters the days. */
export const chosenDays = 'days';

export function spanChoices(now: Date) {
  return [
    {
      group: 'Until today',
      items: [
        { value: 'week', label: 'The last week' },
        { value: '1', label: 'One month' },
        { value: '3', label: 'Three months' },
        { value: '12', label: 'Twelve months' },
        { value: '0', label: 'Everything' },
      ],
    },
    {
      group: 'A month',
      items: [
        { value: 'month-0', label: 'This month' },
        { value: 'month-1', label: 'Last month' },
        { value: 'month-2', label: monthName(now, 2) },
      ],
    },
    { group: 'Other', items: [{ value: chosenDays, label: 'Choose days' }] },
  ];
}

const daysOfWeek = 7;

/** If the earlier month is shorter, its last day is used. */
export function spanOf(choice: string, now: Date): TimeSpan {
  if (choice === '0') return { since: '', until: '' };
  const [year, month, day] = dateInSydney(now);
  const calendarMonth = /^month-(\d)$/.exec(choice)?.[1];
  if (calendarMonth !== undefined) {
    const first = month - Number(calendarMonth);
    return { since: written(year, first, 1), until: written(year, first + 1, 1) };
  }
  if (choice === 'week') return { since: written(year, month, day - daysOfWeek), until: '' };
  const back = month - Number(choice);
  const lastOfMonth = new Date(Date.UTC(year, back + 1, 0)).getUTCDate();
  return { since: written(year, back, Math.min(day, lastOfMonth)), until: '' };
}

/** Both days are included. */
export function spanOfDays({ from = '', to = '' }: Days): TimeSpan {
  const [year = 0, month = 1, day = 1] = to.split('-').map(Number);
  return { since: from, until: to === '' ? '' : written(year, month - 1, day + 1) };
}

const sydneyDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' });

/** The month counts from 0, as in `Date`. */
function dateInSydney(now: Date): [year: number, month: number, day: number] {
  const [year = 0, month = 1, day = 1] = sydneyDay.format(now).split('-').map(Number);
  return [year, month - 1, day];
}

const written = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 'YYYY-MM-DD'.length);

const nameOfMonth = new Intl.DateTimeFormat('en-AU', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `October 2026` from `2026-10`. */
export function writtenMonth(month: string): string {
  return month === '' ? '' : nameOfMonth.format(new Date(`${month}-01T00:00:00Z`));
}

/** This month and those before it, `count` in all, as `2026-10`. */
export function monthsUpTo(month: string, count: number): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Array.from({ length: count }, (_one, back) =>
    written(year, number - 1 - back, 1).slice(0, 'YYYY-MM'.length),
  );
}

function monthName(now: Date, back: number): string {
  const [year, month] = dateInSydney(now);
  return nameOfMonth.format(Date.UTC(year, month - back, 1));
}
