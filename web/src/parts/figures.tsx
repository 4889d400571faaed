// Money, weights and times as people in Australia write them.
import { instant } from './instant.ts';

const dollars = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });

export function money(amount: number): string {
  return dollars.format(amount);
}

/** As it was declared, to the cent at most, and with its currency before it where that is not ours: "USD 12.50". */
export function moneyIn(currency: string, amount: number): string {
  const options = { style: 'currency', currency, maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat('en-AU', options).format(amount);
}

/** Less than nothing is owed the other way round. */
export function owed(amount: number): string {
  return amount < 0 ? `${money(-amount)} in credit` : money(amount);
}

const number = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 3 });

const mostDecimals = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 9 });

/** With every decimal it has: what a person multiplies. */
export function unrounded(figure: number): string {
  return mostDecimals.format(figure);
}

export function kilograms(weight: number): string {
  return `${number.format(weight)} kg`;
}

export function count(many: number): string {
  return number.format(many);
}

export function plural(quantity: number, one: string, many = `${one}s`): string {
  return `${count(quantity)} ${quantity === 1 ? one : many}`;
}

/** Items are lines, each of one piece or more. */
export function piecesOf(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

const dayAndTime = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const toTheSecond = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});
const dayOnly = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const weekday = new Intl.DateTimeFormat('en-AU', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

export function when(text: string): string {
  const date = instant(text);
  return Number.isNaN(date.getTime()) ? text : dayAndTime.format(date);
}

/** For logs, where many things happen within a minute. */
export function whenExactly(text: string): string {
  const date = instant(text);
  return Number.isNaN(date.getTime()) ? text : toTheSecond.format(date);
}

export function day(text: string): string {
  const date = instant(text);
  return Number.isNaN(date.getTime()) ? text : dayOnly.format(date);
}

const clock = new Intl.DateTimeFormat('en-AU', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** "13:00" → "1:00 pm", as every other time reads, on one line. */
export function clockTime(text: string): string {
  return clock.format(new Date(`2000-01-01T${text}:00Z`)).replace(/\s/, '\u00a0');
}

/** "1:00–5:00 pm", or "9:00 am–5:00 pm". */
function clockTimes(from: string, to: string): string {
  const [begin, end] = [clockTime(from), clockTime(to)];
  const half = /\s[ap]m$/i;
  const isSameHalf = half.exec(begin)?.[0] === half.exec(end)?.[0];
  return `${isSameHalf ? begin.replace(half, '') : begin}–${end}`;
}

/** "13:00-17:00", as bookings have it → "1:00–5:00 pm"; nothing where it is not known. */
export function pickupHours(time: string | null): string {
  const [from, to] = (time ?? '').split('-');
  return from === undefined || to === undefined ? '' : clockTimes(from, to);
}

/** A day and its hours, broken between the two if at all. */
export function PickupTime({ day: date, hours }: { day: string; hours: string }) {
  return (
    <>
      <span className="unbroken">{hours === '' ? date : `${date},`}</span>{' '}
      <span className="unbroken">{hours}</span>
    </>
  );
}

/** The day and the hours of a pickup's window, by the clock of the address it is picked up at; nothing where none is set. */
export function pickupOf([from, to]: readonly string[]):
  | { day: string; hours: string }
  | undefined {
  if (from === undefined || to === undefined) return undefined;
  const [date = '', begin = ''] = from.split('T');
  const [, end = ''] = to.split('T');
  return { day: pickupDay(date), hours: clockTimes(begin.slice(0, 5), end.slice(0, 5)) };
}

/** "2026-11-17" → "Tue 17 Nov", whatever the clock of the reader. */
export function pickupDay(date: string): string {
  return weekday.format(new Date(`${date}T00:00:00Z`)).replace(',', '');
}
