// Figures as people read them on documents: weights, volumes, sizes, days, money.

import { gramsPerKg } from '../bookings/item.ts';
import type { Cents } from '../money.ts';

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const tenthMmPerCm = 100;
const cubicTenthMmPerLitre = 10 ** 9;

/** `1 piece`, `3 pieces` */
export function writtenPieces(pieces: number): string {
  return pieces === 1 ? '1 piece' : `${pieces} pieces`;
}

/** `12.5 kg`, to the gram. */
export function writtenKg(grams: number): string {
  return `${withCommas(String(grams / gramsPerKg))} kg`;
}

/** `0.096 m³`, rounded up to a thousandth, so that no item shows a volume of zero. */
export function writtenCubic(cubicTenthMm: number): string {
  return `${(Math.ceil(cubicTenthMm / cubicTenthMmPerLitre) / 1000).toFixed(3)} m³`;
}

/** `60 × 40 × 40 cm`. */
export function writtenSize(sides: readonly number[]): string {
  return `${sides.map((side) => side / tenthMmPerCm).join(' × ')} cm`;
}

/** `16 Nov 2026` from `2026-11-16`; other text is returned unchanged. */
export function writtenDay(day: string): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  return match === null ? day : `${Number(match[3])} ${months[Number(match[2]) - 1]} ${match[1]}`;
}

/** `$1,234.50`; a negative amount has the minus before the dollar sign. */
export function writtenMoney(cents: Cents): string {
  return `${cents < 0 ? '−' : ''}$${writtenAmount(Math.abs(cents))}`;
}

/** `1,234.50`, for columns whose heading names the currency. */
export function writtenAmount(cents: Cents): string {
  return `${cents < 0 ? '-' : ''}${withCommas((Math.abs(cents) / 100).toFixed(2))}`;
}

/** `10,189.5` */
function withCommas(number: string): string {
  const [whole = '', ...rest] = number.split('.');
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.');
}
