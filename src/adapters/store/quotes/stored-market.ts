// The quotes and failures of a booking as one JSON text. Every quote request stores one, so it is compact and fast to
// write: records are arrays without field names, and the first line holds values that many quotes share. Each quote has
// its own line that begins with its carrier, so that confirming a booking reads one quote of fifty. JSON strings never
// contain a line feed.
import {
  type FreightPart,
  freightPartKinds,
  isFlatCharge,
  numbersOf,
} from '../../../domain/quotes/freight-part.ts';
import type {
  Market,
  PriceStep,
  Quote,
  QuoteFailure,
  Waterfall,
} from '../../../domain/quotes/quote.ts';
import { dollars4PerCent, flatWorking, type Working } from '../../../domain/quotes/working.ts';

export type StoredMarket = [SharedRow, ...QuoteRow[]];

/** An index into the shared texts. */
type Text = number;

type SharedRow = [
  texts: readonly string[],
  dates: (readonly string[])[],
  reasons: ReasonRow[],
  /** Each carrier without a price, followed by the index of its reason. */
  failures: (string | number)[],
];
type ReasonRow = [
  code: string,
  serviceability: QuoteFailure['serviceability'],
  isRetryable: boolean,
  message: string,
];
/** The price and the total follow from the other amounts. */
type QuoteRow = [
  carrier: string,
  feeCents: number,
  insuredCents: number,
  terms: TermsRow,
  waterfall: WaterfallRow,
  tiers?: TierRow[],
];
type TermsRow = [
  mode: Text,
  transit: Text,
  minDays: number,
  maxDays: number,
  dates: number,
  from: Text,
  to: Text,
  cardCode: Text,
  cardVersion: Text,
];
type TierRow = [
  identifier: number,
  description: string,
  priceCents: number,
  feeCents: number,
  carrierCents?: number,
];
/** The carrier's price is the amount without GST and the GST. */
type WaterfallRow = [
  fromZone: string,
  toZone: string,
  cubicKg4: number,
  chargeKg4: number,
  freightCents: number,
  freightParts: PartRow[],
  fuelPercent4: number,
  fuelCents: number,
  fuelBaseCents: number,
  exCents: number,
  gstCents: number,
  gstPercent4: number | null,
  warranty: WorkingRow,
  charges?: ChargeRow[],
  adjustments?: StepRow[],
];
/** Followed by the numbers of its kind (`numbersOf`) and its unit where that may differ. */
type PartRow = [kind: number, basis4: number, unit: string, rate4: number, ...(number | string)[]];
type ChargeRow = [
  code: string,
  label: string,
  basis4: number,
  unit: string,
  rate4: number,
  cents: number,
  note: Text,
];
type StepRow = [kind: PriceStep['kind'], name: string, cents: number, working: WorkingRow];
/** Absent, a flat amount, or in full. */
type WorkingRow =
  | null
  | [cents: number, note: Text]
  | [basis4: number, unit: string, rate4: number, note: Text];

export function writeMarket({ quotes, failures }: Market): string {
  const texts = new Positions<string>();
  // Carriers with equal terms share one list of dates, so lists are compared by identity.
  const dates = new Positions<readonly string[]>();
  let lines = '';
  for (const quote of quotes) lines += `,\n${JSON.stringify(rowOfQuote(quote, texts, dates))}`;
  const shared: SharedRow = [texts.list, dates.list, ...rowsOfFailures(failures)];
  return `[${JSON.stringify(shared)}${lines}]`;
}

export function readMarket([shared, ...rows]: StoredMarket): Market {
  return { quotes: rows.map((row) => quoteOf(row, shared)), failures: failuresOf(shared) };
}

/** The market with one carrier's quote only, or the whole market if that carrier has not quoted. */
export function readMarketOf(text: string, carrier: string): Market {
  const begin = text.indexOf(`\n[${JSON.stringify(carrier)},`);
  if (begin < 0) return readMarket(JSON.parse(text) as StoredMarket);
  const shared = JSON.parse(text.slice(1, text.indexOf('\n') - 1)) as SharedRow;
  // A line ends with a comma, and the last line with the closing bracket.
  const nextLine = text.indexOf('\n', begin + 1);
  const row = JSON.parse(text.slice(begin, nextLine < 0 ? -1 : nextLine - 1)) as QuoteRow;
  return { quotes: [quoteOf(row, shared)], failures: [] };
}

/** Gives each distinct entry an index in order of first use. */
class Positions<Entry> {
  readonly list: Entry[] = [];
  readonly #known = new Map<Entry, number>();

  of(entry: Entry): number {
    let position = this.#known.get(entry);
    if (position === undefined) {
      position = this.list.push(entry) - 1;
      this.#known.set(entry, position);
    }
    return position;
  }
}

type Texts = Positions<string>;

function rowsOfFailures(
  failures: readonly QuoteFailure[],
): [reasons: ReasonRow[], failures: (string | number)[]] {
  const reasons: ReasonRow[] = [];
  const carriers: (string | number)[] = [];
  for (const { carrier, code, serviceability, isRetryable, message } of failures) {
    let reason = reasons.findIndex(
      (one) =>
        one[0] === code &&
        one[1] === serviceability &&
        one[2] === isRetryable &&
        one[3] === message,
    );
    if (reason < 0) reason = reasons.push([code, serviceability, isRetryable, message]) - 1;
    carriers.push(carrier, reason);
  }
  return [reasons, carriers];
}

function failuresOf([, , reasons, carriers]: SharedRow): QuoteFailure[] {
  const failures: QuoteFailure[] = [];
  for (let at = 0; at < carriers.length; at += 2) {
    const [code, serviceability, isRetryable, message] = entryAt(reasons, Number(carriers[at + 1]));
    const carrier = String(carriers[at]);
    failures.push({ carrier, code, serviceability, isRetryable, message });
  }
  return failures;
}

function rowOfQuote(quote: Quote, texts: Texts, dates: Positions<readonly string[]>): QuoteRow {
  const { transit, pickupTime, rateCard, tiers } = quote;
  const row: QuoteRow = [
    quote.carrier,
    quote.feeCents,
    quote.insuredCents,
    [
      texts.of(quote.mode),
      texts.of(transit.text),
      transit.minDays,
      transit.maxDays,
      dates.of(quote.pickupDates),
      texts.of(pickupTime.from),
      texts.of(pickupTime.to),
      texts.of(rateCard.code),
      texts.of(rateCard.version),
    ],
    rowOfWaterfall(quote.waterfall, texts),
  ];
  if (tiers.length > 0)
    row.push(
      tiers.map(({ identifier, description, priceCents, feeCents, carrierCents }) => [
        identifier,
        description,
        priceCents,
        feeCents,
        ...(carrierCents === undefined ? ([] as const) : ([carrierCents] as const)),
      ]),
    );
  return row;
}

function quoteOf(row: QuoteRow, shared: SharedRow): Quote {
  const [carrier, feeCents, insuredCents, terms, waterfallRow, tiers = []] = row;
  const [mode, transit, minDays, maxDays, dates, from, to, code, version] = terms;
  const [texts, dateLists] = shared;
  const waterfall = waterfallOf(waterfallRow, texts);
  const priceCents = waterfall.adjustments.reduce(
    (sum, { cents }) => sum + cents,
    waterfall.carrierPriceCents,
  );
  return {
    carrier,
    mode: entryAt(texts, mode),
    priceCents,
    feeCents,
    insuredCents,
    totalCents: priceCents + feeCents,
    transit: { text: entryAt(texts, transit), minDays, maxDays },
    pickupDates: entryAt(dateLists, dates),
    pickupTime: { from: entryAt(texts, from), to: entryAt(texts, to) },
    rateCard: { code: entryAt(texts, code), version: entryAt(texts, version) },
    tiers: tiers.map(([identifier, description, price, fee, carrierCents]) => ({
      identifier,
      description,
      priceCents: price,
      feeCents: fee,
      totalCents: price + fee,
      ...(carrierCents === undefined ? {} : { carrierCents }),
    })),
    waterfall,
  };
}

function rowOfWaterfall(waterfall: Waterfall, texts: Texts): WaterfallRow {
  const { freight, fuel, charges, adjustments } = waterfall;
  const row: WaterfallRow = [
    waterfall.fromZone,
    waterfall.toZone,
    waterfall.cubicKg4,
    waterfall.chargeKg4,
    freight.cents,
    freight.parts.map(rowOfPart),
    fuel.percent4,
    fuel.cents,
    fuel.baseCents,
    waterfall.exCents,
    waterfall.gstCents,
    waterfall.gstPercent4 ?? null,
    rowOfWorking(waterfall.warranty, texts),
  ];
  if (charges.length > 0 || adjustments.length > 0)
    row.push(
      charges.map(({ code, label, basis4, unit, rate4, cents, note }) => [
        code,
        label,
        basis4,
        unit,
        rate4,
        cents,
        texts.of(note),
      ]),
    );
  if (adjustments.length > 0)
    row.push(
      adjustments.map(({ kind, name, cents, working }) => [
        kind,
        name,
        cents,
        rowOfWorking(working, texts),
      ]),
    );
  return row;
}

function waterfallOf(row: WaterfallRow, texts: readonly string[]): Waterfall {
  const [fromZone, toZone, cubicKg4, chargeKg4, freightCents, parts, ...rest] = row;
  const [percent4, fuelCents, baseCents, exCents, gstCents, gstPercent4, warranty, ...lists] = rest;
  const [charges = [], adjustments = []] = lists;
  return {
    fromZone,
    toZone,
    cubicKg4,
    chargeKg4,
    freight: { cents: freightCents, parts: parts.map(partOf) },
    charges: charges.map(([code, label, basis4, unit, rate4, cents, note]) => ({
      code,
      label,
      basis4,
      unit,
      rate4,
      cents,
      note: entryAt(texts, note),
    })),
    fuel: { percent4, cents: fuelCents, baseCents },
    exCents,
    gstCents,
    ...(gstPercent4 === null ? {} : { gstPercent4 }),
    carrierPriceCents: exCents + gstCents,
    adjustments: adjustments.map(([kind, name, cents, working]) => ({
      kind,
      name,
      cents,
      ...(working === null ? {} : { working: workingOf(working, texts) }),
    })),
    ...(warranty === null ? {} : { warranty: workingOf(warranty, texts) }),
  };
}

const kindNumbers = new Map(freightPartKinds.map((kind, number) => [kind, number]));

function rowOfPart(part: FreightPart): PartRow {
  const { kind, basis4, unit, rate4 } = part;
  const row: PartRow = [kindNumbers.get(kind) ?? 0, basis4, unit, rate4];
  const numbers = numbersOf[kind];
  if (numbers > 0) row.push(part.first4);
  if (numbers > 1) row.push(part.second4);
  if (numbers > 2) row.push(part.times);
  if (numbers > 3) row.push(part.step4);
  if (isFlatCharge(kind)) row.push(part.counts);
  return row;
}

function partOf([kindNumber, basis4, unit, rate4, ...rest]: PartRow): FreightPart {
  const kind = entryAt(freightPartKinds, kindNumber);
  const count = numbersOf[kind];
  const numbers = rest.slice(0, count).map(Number);
  const [first4 = 0, second4 = 0, times = 1, step4 = 0] = numbers;
  const counts = isFlatCharge(kind) ? String(rest[count]) : unit;
  return { kind, basis4, unit, rate4, first4, second4, step4, times, counts };
}

const { basis4: flatBasis4, unit: flatUnit } = flatWorking(0);

function rowOfWorking(working: Working | undefined, texts: Texts): WorkingRow {
  if (working === undefined) return null;
  const { basis4, unit, rate4, note } = working;
  const isFlat = basis4 === flatBasis4 && unit === flatUnit && rate4 % dollars4PerCent === 0;
  return isFlat ? [rate4 / dollars4PerCent, texts.of(note)] : [basis4, unit, rate4, texts.of(note)];
}

function workingOf(row: NonNullable<WorkingRow>, texts: readonly string[]): Working {
  if (row.length === 2) return flatWorking(row[0], entryAt(texts, row[1]));
  const [basis4, unit, rate4, note] = row;
  return { basis4, unit, rate4, note: entryAt(texts, note) };
}

function entryAt<Entry>(list: readonly Entry[], position: number): Entry {
  const entry = list[position];
  if (entry === undefined) throw new Error('a stored market refers to an entry that is missing');
  return entry;
}
