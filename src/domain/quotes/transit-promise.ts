// What a quote's transit time promises. Most say how many business days; some say it in words alone, and some say nothing,
// which is no promise of the same day.
import type { QuoteTransit } from './quote.ts';

const sameDay = /\bsame[ -]?day\b|\btoday\b/i;
const nextDay = /\bovernight\b|\bnext[ -](business[ -]|working[ -])?day\b|\btomorrow\b/i;

/** In business days, the longest it may take; undefined where nothing is promised. */
export function promisedDays({ text, maxDays }: QuoteTransit): number | undefined {
  if (maxDays > 0) return maxDays;
  return wordedDays(text) ?? (/\d/.test(text) ? 0 : undefined);
}

/** "Overnight" is one business day; undefined for words that name none. */
export function wordedDays(text: string): number | undefined {
  if (nextDay.test(text)) return 1;
  return sameDay.test(text) ? 0 : undefined;
}
