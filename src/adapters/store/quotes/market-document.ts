// What the carriers answered, as one JSON text. A quote request stores one for every shopper who looks at a basket, so it
// is kept small and is made fast: every word goes once into a list of words, every set of pickup dates into a list of
// sets, and the quotes are then one flat row of whole numbers, read back in the order they were written.
// The rows have no names, so a new figure needs a new form. The second ends with its workings and a 2, and its figures hold
// the length of each quote's workings where the first form had units of freight.
import {
  isFrozenMarket,
  type Market,
  type Quote,
  type QuoteFailure,
  type Waterfall,
} from '../../../domain/quotes/quote.ts';
import { nextWorkings, pushWorkings } from '../market-workings.ts';
import { Positions, Row } from '../stored-row.ts';
import { FiguresInText, findLists, WordsInText } from './market-text.ts';

/** Words, pickup dates, the figures of the quotes, the figures of the failures; in the second form workings and a 2. */
export type MarketDocument =
  | [string[], (readonly string[])[], number[], number[]]
  | [string[], (readonly string[])[], number[], number[], number[], 2];

/** Answers that are given again are stored again, for the next shopper with the same basket. */
const written = new WeakMap<
  readonly Quote[],
  { failures: readonly QuoteFailure[]; text: string }
>();

export function writeMarket(market: Market): string {
  const { quotes, failures } = market;
  if (!isFrozenMarket(market)) return JSON.stringify(marketDocument(quotes, failures));
  const known = written.get(quotes);
  if (known?.failures === failures) return known.text;
  const text = JSON.stringify(marketDocument(quotes, failures));
  written.set(quotes, { failures, text });
  return text;
}

function marketDocument(
  quotes: readonly Quote[],
  failures: readonly QuoteFailure[],
): MarketDocument {
  const words = new Positions<string>();
  // By identity: carriers with the same terms are given the very same list.
  const dates = new Positions<readonly string[]>();
  const figures: number[] = [];
  const workings: number[] = [];
  for (const quote of quotes) pushQuote(figures, workings, quote, words, dates);
  const failed: number[] = [];
  for (const { carrier, code, serviceability, isRetryable, message } of failures) {
    failed.push(
      words.of(carrier),
      words.of(code),
      words.of(serviceability),
      isRetryable ? 1 : 0,
      words.of(message),
    );
  }
  return [words.list, dates.list, figures, failed, workings, 2];
}

/** In a quote's figures its carrier stands first, and at last the lengths of its lists of tiers, charges and adjustments, which follow. */
const lengthsAt = 25;
const workingsLengthAt = 17;
const figuresOf = { tier: 4, charge: 6, adjustment: 3 };

function pushQuote(
  figures: number[],
  workings: number[],
  quote: Quote,
  words: Positions<string>,
  dates: Positions<readonly string[]>,
): void {
  const { transit, pickupTime, rateCard, waterfall, tiers } = quote;
  const { freight, fuel, charges, adjustments } = waterfall;
  const begin = workings.length;
  pushWorkings(workings, waterfall, words);
  figures.push(
    words.of(quote.carrier),
    words.of(quote.mode),
    quote.priceCents,
    quote.feeCents,
    quote.insuredCents,
    words.of(transit.text),
    transit.minDays,
    transit.maxDays,
    dates.of(quote.pickupDates),
    words.of(pickupTime.from),
    words.of(pickupTime.to),
    words.of(rateCard.code),
    words.of(rateCard.version),
    words.of(waterfall.fromZone),
    words.of(waterfall.toZone),
    waterfall.cubicKg4,
    waterfall.chargeKg4,
    workings.length - begin,
    // Unused: the first form's unit of freight.
    0,
    freight.cents,
    fuel.percent4,
    fuel.cents,
    waterfall.exCents,
    waterfall.gstCents,
    waterfall.carrierPriceCents,
    tiers.length,
    charges.length,
    adjustments.length,
  );
  for (const tier of tiers) {
    figures.push(tier.identifier, words.of(tier.description), tier.priceCents, tier.feeCents);
  }
  for (const { code, label, basis4, unit, rate4, cents } of charges) {
    figures.push(words.of(code), words.of(label), basis4, words.of(unit), rate4, cents);
  }
  for (const { kind, name, cents } of adjustments) {
    figures.push(words.of(kind), words.of(name), cents);
  }
}

export function readMarket([words, dates, figures, failed, workings]: MarketDocument): Market {
  const row = new Row(figures, words, dates);
  const workingsRow = workings === undefined ? undefined : new Row(workings, words, dates);
  const quotes: Quote[] = [];
  while (!row.isAtEnd) quotes.push(nextQuote(row, workingsRow));
  const failureRow = new Row(failed, words, dates);
  const failures: QuoteFailure[] = [];
  while (!failureRow.isAtEnd) failures.push(nextFailure(failureRow));
  return { quotes, failures };
}

/** The market with only the quote of one carrier, or the whole if it has not quoted. The others are passed over in the text. */
export function readMarketOf(text: string, carrier: string): Market {
  const { words, dates, figures, workings } = findLists(text);
  const wordList = new WordsInText(text, words.begin, words.end);
  const name = wordList.indexOf(carrier);
  const row = new FiguresInText(text, figures.begin, figures.end);
  let workingsBefore = 0;
  while (name >= 0 && !row.isAtEnd) {
    const begin = row.at;
    const quoted = row.next();
    row.passOver(workingsLengthAt - 1);
    const workingsLength = row.next();
    row.passOver(lengthsAt - workingsLengthAt - 1);
    const [tiers, charges, adjustments] = [row.next(), row.next(), row.next()];
    row.passOver(
      tiers * figuresOf.tier + charges * figuresOf.charge + adjustments * figuresOf.adjustment,
    );
    if (quoted !== name) {
      workingsBefore += workingsLength;
      continue;
    }
    const dateLists = JSON.parse(text.slice(dates.begin, dates.end)) as MarketDocument[1];
    const quote = nextQuote(
      new Row(row.since(begin), wordList, dateLists),
      workings && new Row(figuresAt(text, workings, workingsBefore), wordList, dateLists),
    );
    return { quotes: [quote], failures: [] };
  }
  return readMarket(JSON.parse(text) as MarketDocument);
}

/** From one position of a list of figures on. */
function figuresAt(text: string, list: { begin: number; end: number }, position: number): number[] {
  const figures = new FiguresInText(text, list.begin, list.end);
  figures.passOver(position);
  return figures.rest();
}

function nextQuote(row: Row, workings: Row | undefined): Quote {
  const carrier = row.word();
  const mode = row.word();
  const priceCents = row.figure();
  const feeCents = row.figure();
  const insuredCents = row.figure();
  const transit = { text: row.word(), minDays: row.figure(), maxDays: row.figure() };
  const pickupDates = row.dates();
  const pickupTime = { from: row.word(), to: row.word() };
  const rateCard = { code: row.word(), version: row.word() };
  const { workingsLength, ...base } = nextWaterfall(row);
  const [tierCount, chargeCount, adjustmentCount] = [row.figure(), row.figure(), row.figure()];
  const tiers = row.times(tierCount, () => {
    const [identifier, description] = [row.figure(), row.word()];
    const [price, fee] = [row.figure(), row.figure()];
    return { identifier, description, priceCents: price, feeCents: fee, totalCents: price + fee };
  });
  const charges = row.times(chargeCount, () => ({
    code: row.word(),
    label: row.word(),
    basis4: row.figure(),
    unit: row.word(),
    rate4: row.figure(),
    cents: row.figure(),
  }));
  const adjustments = row.times(adjustmentCount, () => ({
    kind: row.word() as Waterfall['adjustments'][number]['kind'],
    name: row.word(),
    cents: row.figure(),
  }));
  return {
    carrier,
    mode,
    priceCents,
    feeCents,
    insuredCents,
    totalCents: priceCents + feeCents,
    transit,
    pickupDates,
    pickupTime,
    rateCard,
    tiers,
    waterfall:
      workings === undefined || workingsLength === 0
        ? { ...base, charges, adjustments }
        : nextWorkings(workings, { ...base, charges, adjustments }),
  };
}

function nextWaterfall(
  row: Row,
): Omit<Waterfall, 'charges' | 'adjustments'> & { workingsLength: number } {
  return {
    fromZone: row.word(),
    toZone: row.word(),
    cubicKg4: row.figure(),
    chargeKg4: row.figure(),
    workingsLength: nextWorkingsLength(row),
    freight: { cents: row.figure() },
    fuel: { percent4: row.figure(), cents: row.figure() },
    exCents: row.figure(),
    gstCents: row.figure(),
    carrierPriceCents: row.figure(),
  };
}

function nextWorkingsLength(row: Row): number {
  const length = row.figure();
  row.figure();
  return length;
}

function nextFailure(row: Row): QuoteFailure {
  return {
    carrier: row.word(),
    code: row.word(),
    serviceability: row.word() as QuoteFailure['serviceability'],
    isRetryable: row.figure() === 1,
    message: row.word(),
  };
}
