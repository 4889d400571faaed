// Fast JSON of the carriers' answers, which are most of a quote response and its slowest part. The text is cached with
// the lists it was made from. It must equal `presentQuotes` and `presentFailure` in `src/wording/quotes.ts`; a property test
// compares them.
import type { Cents } from '../../domain/money.ts';
import { bookingCents } from '../../domain/quotes/pricing.ts';
import {
  appliedGstCents,
  isEstimate,
  type Market,
  type Quote,
  type QuoteFailure,
  type QuoteTier,
} from '../../domain/quotes/quote.ts';
import type { CarrierNames } from '../../wording/quotes.ts';

type Written = {
  failures: Market['failures'];
  names: CarrierNames | undefined;
  bytes: Buffer;
};
const written = new WeakMap<Market['quotes'], Written>();

/** The fields `quotes` and `quote_errors`, with the closing brace of the object. */
export function marketEnding(market: Market, names?: CarrierNames): Buffer {
  const { quotes, failures } = market;
  const known = written.get(quotes);
  if (known?.failures === failures && known.names === names) return known.bytes;
  const bytes = write(market, names);
  if (Object.isFrozen(quotes) && Object.isFrozen(failures))
    written.set(quotes, { failures, names, bytes });
  return bytes;
}

function write({ quotes, failures }: Market, names: CarrierNames | undefined): Buffer {
  return Buffer.from(
    `"quotes":${quotesText(quotes, names)},"quote_errors":${failuresText(failures)}}`,
  );
}

function quotesText(quotes: readonly Quote[], names: CarrierNames | undefined): string {
  let text = '{';
  for (const quote of quotes) {
    if (text.length > 1) text += ',';
    text += `${quoted(quote.carrier)}:${quoteText(quote, names?.get(quote.carrier))}`;
  }
  return `${text}}`;
}

function quoteText(quote: Quote, name: string | undefined): string {
  const { totalCents, priceCents, feeCents, insuredCents, pickupTime, rateCard, tiers } = quote;
  const costCents = bookingCents(quote);
  return (
    `{"total":${amount(totalCents)},"price_insurance_ex":${amount(priceCents)},"fee":${amount(feeCents)}` +
    `,"applied_gst":${amount(appliedGstCents(priceCents))},"insured_amount":${amount(insuredCents)}` +
    `,"service":${quoted(quote.mode)},"transit_time":${quoted(quote.transit.text)}` +
    `,"pickup_dates":${datesText(quote.pickupDates)}` +
    `,"pickup_time":{"from":${quoted(pickupTime.from)},"to":${quoted(pickupTime.to)}}` +
    `,"rate_card_code":${quoted(rateCard.code)}` +
    `${name === undefined ? '' : `,"courier":${quoted(name)}`}` +
    `${tiers.length === 0 ? '' : `,"tiers":[${tiers.map(tierText).join()}]`}` +
    `${costCents === totalCents ? '' : `,"booking_cost":${amount(costCents)}`}` +
    `${isEstimate(quote) ? ',"estimated":true' : ''}}`
  );
}

function tierText({
  identifier,
  description,
  totalCents,
  priceCents,
  feeCents,
}: QuoteTier): string {
  return (
    `{"identifier":${identifier},"description":${quoted(description)},"total":${amount(totalCents)}` +
    `,"price_insurance_ex":${amount(priceCents)},"fee":${amount(feeCents)}}`
  );
}

function failuresText(failures: readonly QuoteFailure[]): string {
  let text = '[';
  for (const { carrier, code, serviceability, isRetryable, message } of failures) {
    if (text.length > 1) text += ',';
    text +=
      `{"courier":${quoted(carrier)},"code":${quoted(code)},"serviceability":${quoted(serviceability)}` +
      `,"retryable":${isRetryable},"message":${quoted(message)}}`;
  }
  return `${text}]`;
}

/** Fractions of a dollar as JSON writes them, without trailing zeros. */
const fractions = Array.from({ length: 100 }, (_, cents) => String(cents / 100).slice(1));

function amount(cents: Cents): string {
  const whole = Math.floor(cents / 100);
  return whole + (fractions[cents - whole * 100] ?? '');
}

/** Carriers with equal terms share one list of dates. */
const writtenDates = new WeakMap<readonly string[], string>();

function datesText(dates: readonly string[]): string {
  let text = writtenDates.get(dates);
  if (text === undefined) {
    text = JSON.stringify(dates);
    writtenDates.set(dates, text);
  }
  return text;
}

/** Cache of quoted names of carriers, services and rate cards. Bounded, because names may change. */
const words = new Map<string, string>();
const mostWords = 5_000;

function quoted(word: string): string {
  let text = words.get(word);
  if (text === undefined) {
    text = JSON.stringify(word);
    if (words.size >= mostWords) words.clear();
    words.set(word, text);
  }
  return text;
}
