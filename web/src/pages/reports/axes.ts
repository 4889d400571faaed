// Shared by the dashboard's charts: names of months and days, dollars and kilograms along an axis.

const month = new Intl.DateTimeFormat('en-AU', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const monthOnly = new Intl.DateTimeFormat('en-AU', { month: 'short', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const fullDay = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeZone: 'UTC' });
const wholeDollars = new Intl.NumberFormat('en-AU', {
  style: 'currency',
  currency: 'AUD',
  minimumFractionDigits: 0,
  // Half a thousand is $1.5K, not a second $2K.
  maximumFractionDigits: 1,
  notation: 'compact',
});

const dayMs = 86_400_000;
const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** "2026-11" → "Nov 2026". */
export function monthName(text: string): string {
  return month.format(noon(`${text}-01`));
}

/** Shows the year with the first month and with every January. */
export function shortMonths(months: readonly string[]): string[] {
  return months.map((text, at) =>
    at === 0 || text.endsWith('-01') ? monthName(text) : monthOnly.format(noon(`${text}-01`)),
  );
}

export function dayName(day: string): string {
  return shortDay.format(noon(day));
}

/** "2026-11-17" → "17 Nov 2026", where days of two years are listed together. */
export function dayInFull(day: string): string {
  return fullDay.format(noon(day));
}

/** Every day from the first to the last, inclusive. */
export function everyDay(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = noon(from).getTime(); at <= noon(to).getTime(); at += dayMs)
    days.push(new Date(at).toISOString().slice(0, from.length));
  return days;
}

/** From the first of which `has` is true; all if there is none. */
export function fromFirst<One>(all: readonly One[], has: (one: One, at: number) => boolean): One[] {
  return all.slice(Math.max(0, all.findIndex(has)));
}

export const dollarsInShort = (value: number): string => wholeDollars.format(value);

/** Room for the values beside the longest bars. */
const grace = '12%';

export const dollarAxis = {
  grace,
  border: { display: false },
  ticks: {
    maxTicksLimit: 6,
    callback: (value: string | number) => wholeDollars.format(Number(value)),
  },
};

export const countAxis = {
  grace,
  border: { display: false },
  ticks: { maxTicksLimit: 6, precision: 0 },
};

/** A name in as few lines as possible; words are never split. */
export function linesOf(name: string, longest: number): string[] {
  const lines: string[] = [];
  for (const word of name.split(' ').filter((one) => one !== '')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= longest) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The part of the pointed item that is used. */
type Pointed = {
  dataset: { label?: string | undefined };
  parsed: { x: number | null; y: number | null };
};

/** "TNT: $12.30" beside the pointer. */
export const namedValue =
  (axis: 'x' | 'y', format: (value: number) => string) =>
  ({ dataset, parsed }: Pointed): string =>
    ` ${dataset.label ?? ''}: ${format(parsed[axis] ?? 0)}`;

export const legendBelow = {
  position: 'bottom' as const,
  labels: { usePointStyle: true, boxHeight: 7 },
};
