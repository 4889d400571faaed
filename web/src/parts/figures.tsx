// Money, weights and times in Australian format.
import { instant } from './instant.ts';

const dollars = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });

export function money(amount: number): string {
  return dollars.format(amount);
}

/** A declared value, to the cent at most, with its currency if that is not AUD: "USD 12.50". */
export function moneyIn(currency: string, amount: number): string {
  const options = { style: 'currency', currency, maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat('en-AU', options).format(amount);
}

/** A negative amount is owed to the other side. */
export function owed(amount: number): string {
  return amount < 0 ? `${money(-amount)} in credit` : money(amount);
}

const number = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 3 });

const mostDecimals = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 9 });

/** With every decimal, because a person multiplies it. */
export function unrounded(figure: number): string {
  return mostDecimals.format(figure);
}

export function kilograms(weight: number): string {
  return `${number.format(weight)} kg`;
}

export function cubicMetres(volume: number): string {
  return `${number.format(volume)} m³`;
}

export function count(many: number): string {
  return number.format(many);
}

export function plural(quantity: number, one: string, many = `${one}s`): string {
  return `${count(quantity)} ${quantity === 1 ? one : many}`;
}

/** A line is one item in one or more pieces. */
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

/** With seconds, for logs. */
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

/** "13:00" → "1:00 pm", on one line. */
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

/** A date and its hours; a line break may come only between the two. */
export function PickupTime({ day: date, hours }: { day: string; hours: string }) {
  return (
    <>
      <span className="unbroken">{hours === '' ? date : `${date},`}</span>{' '}
      <span className="unbroken">{hours}</span>
    </>
  );
}

/** Date and hours of the pickup window in the pickup address's time zone; blank without a window. */
export function pickupOf([from, to]: readonly string[]):
  | { day: string; hours: string }
  | undefined {
  if (from === undefined || to === undefined) return undefined;
  const [date = '', begin = ''] = from.split('T');
  const [, end = ''] = to.split('T');
  return { day: pickupDay(date), hours: clockTimes(begin.slice(0, 5), end.slice(0, 5)) };
}

/** "2026-11-17" → "Tue 17 Nov" in any time zone. */
export function pickupDay(date: string): string {
  return weekday.format(new Date(`${date}T00:00:00Z`)).replace(',', '');
}
