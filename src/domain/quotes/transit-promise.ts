// The number of business days that a quote's transit time promises. Some carriers state it in words only; an empty
// transit time promises nothing.
import type { QuoteTransit } from './quote.ts';

const sameDay = /\bsame[ -]?day\b|\btoday\b/i;
const nextDay = /\bovernight\b|\bnext[ -](business[ -]|working[ -])?day\b|\btomorrow\b/i;

/** The latest day in business days; undefined without a promise. */
export function promisedDays({ text, maxDays }: QuoteTransit): number | undefined {
  if (maxDays > 0) return maxDays;
  return wordedDays(text) ?? (/\d/.test(text) ? 0 : undefined);
}

/** "Overnight" is one business day; undefined for words without a promise. */
export function wordedDays(text: string): number | undefined {
  if (nextDay.test(text)) return 1;
  return sameDay.test(text) ? 0 : undefined;
}
