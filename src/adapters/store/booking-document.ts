// A booking's large part as one JSON text: addresses, items, quotes, failures. A quote request stores one for every
// shopper who looks at a basket, so it is kept small: short keys, and what many quotes share (pickup dates, cards) is
// written once and referred to by position. `v` is the format; a reader must go on understanding every one released.
import type { Booking } from '../../domain/bookings/booking.ts';
import type { Quote, QuoteFailure, Waterfall } from '../../domain/quotes/quote.ts';

type Shared = Pick<
  Booking,
  Exclude<
    keyof Booking,
    'id' | 'memberId' | 'keyId' | 'status' | 'createdAtMs' | 'quotes' | 'failures'
  >
>;

type QuoteRow = {
  c: string;
  m: string;
  /** price, fee, insured */
  p: [number, number, number];
  /** text, least and most days */
  d: [string, number, number];
  /** positions in the lists of pickups and cards */
  u: number;
  r: number;
  t?: [number, string, number, number][];
  /** zones; cubic and charged weight; freight units, unit and cents; fuel percent and cents; ex, GST, price */
  w: [
    string,
    string,
    number,
    number,
    number,
    string,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  s?: [string, string, number, string, number, number][];
  a?: [string, string, number][];
};

type Document = {
  v: 1;
  b: Shared;
  pickups: [readonly string[], string, string][];
  cards: [string, string][];
  q: QuoteRow[];
  /** Failures of one kind and sentence are written once: serviceability, code, retryable, sentence, carriers. */
  e: [string, string, 0 | 1, string, string[]][];
};

export function writeBookingDocument(booking: Omit<Booking, 'id'>): string {
  const {
    memberId: _m,
    keyId: _k,
    status: _s,
    createdAtMs: _c,
    quotes,
    failures,
    ...shared
  } = booking;
  const pickups = new Positions<[readonly string[], string, string]>();
  const cards = new Positions<[string, string]>();
  const q = quotes.map((quote) => quoteRow(quote, pickups, cards));
  const document: Document = {
    v: 1,
    b: shared,
    pickups: pickups.list,
    cards: cards.list,
    q,
    e: failureRows(failures),
  };
  return JSON.stringify(document);
}

export function readBookingDocument(text: string): Shared & Pick<Booking, 'quotes' | 'failures'> {
  const document = JSON.parse(text) as Document;
  return {
    ...document.b,
    quotes: document.q.map((row) => quoteFrom(row, document)),
    failures: document.e.flatMap(([serviceability, code, isRetryable, message, carriers]) =>
      carriers.map((carrier) => ({
        carrier,
        code,
        serviceability: serviceability as QuoteFailure['serviceability'],
        isRetryable: isRetryable === 1,
        message,
      })),
    ),
  };
}

/** Gives each different entry a position, in the order of first use. */
class Positions<Entry> {
  readonly list: Entry[] = [];
  readonly #known = new Map<string, number>();

  of(name: string, entry: () => Entry): number {
    let position = this.#known.get(name);
    if (position === undefined) {
      position = this.list.push(entry()) - 1;
      this.#known.set(name, position);
    }
    return position;
  }
}

function quoteRow(
  quote: Quote,
  pickups: Positions<[readonly string[], string, string]>,
  cards: Positions<[string, string]>,
): QuoteRow {
  const { pickupDates, pickupTime, rateCard, waterfall, transit, tiers } = quote;
  const { charges, adjustments } = waterfall;
  return {
    c: quote.carrier,
    m: quote.mode,
    p: [quote.priceCents, quote.feeCents, quote.insuredCents],
    d: [transit.text, transit.minDays, transit.maxDays],
    u: pickups.of(
      // Every date counts: between the same first and last day carriers may leave out different ones.
      `${pickupDates.join()}\n${pickupTime.from}\n${pickupTime.to}`,
      () => [pickupDates, pickupTime.from, pickupTime.to],
    ),
    r: cards.of(`${rateCard.code}\n${rateCard.version}`, () => [rateCard.code, rateCard.version]),
    w: [
      waterfall.fromZone,
      waterfall.toZone,
      waterfall.cubicKg4,
      waterfall.chargeKg4,
      waterfall.freight.units4,
      waterfall.freight.unit,
      waterfall.freight.cents,
      waterfall.fuel.percent4,
      waterfall.fuel.cents,
      waterfall.exCents,
      waterfall.gstCents,
      waterfall.carrierPriceCents,
    ],
    ...(tiers.length === 0
      ? {}
      : {
          t: tiers.map((tier) => [
            tier.identifier,
            tier.description,
            tier.priceCents,
            tier.feeCents,
          ]),
        }),
    ...(charges.length === 0
      ? {}
      : {
          s: charges.map(({ code, label, basis4, unit, rate4, cents }) => [
            code,
            label,
            basis4,
            unit,
            rate4,
            cents,
          ]),
        }),
    ...(adjustments.length === 0
      ? {}
      : { a: adjustments.map(({ kind, name, cents }) => [kind, name, cents]) }),
  };
}

function quoteFrom(row: QuoteRow, document: Document): Quote {
  const [priceCents, feeCents, insuredCents] = row.p;
  const [text, minDays, maxDays] = row.d;
  const [pickupDates, from, to] = document.pickups[row.u] ?? [[], '', ''];
  const [code, version] = document.cards[row.r] ?? ['', ''];
  return {
    carrier: row.c,
    mode: row.m,
    priceCents,
    feeCents,
    insuredCents,
    totalCents: priceCents + feeCents,
    transit: { text, minDays, maxDays },
    pickupDates,
    pickupTime: { from, to },
    rateCard: { code, version },
    tiers: (row.t ?? []).map(([identifier, description, price, fee]) => ({
      identifier,
      description,
      priceCents: price,
      feeCents: fee,
      totalCents: price + fee,
    })),
    waterfall: waterfallFrom(row),
  };
}

function waterfallFrom({ w, s = [], a = [] }: QuoteRow): Waterfall {
  const [
    fromZone,
    toZone,
    cubicKg4,
    chargeKg4,
    units4,
    unit,
    freight,
    percent4,
    fuel,
    exCents,
    gstCents,
    carrierPriceCents,
  ] = w;
  return {
    fromZone,
    toZone,
    cubicKg4,
    chargeKg4,
    freight: { units4, unit, cents: freight },
    charges: s.map(([code, label, basis4, of, rate4, cents]) => ({
      code,
      label,
      basis4,
      unit: of,
      rate4,
      cents,
    })),
    fuel: { percent4, cents: fuel },
    exCents,
    gstCents,
    carrierPriceCents,
    adjustments: a.map(([kind, name, cents]) => ({
      kind: kind as Waterfall['adjustments'][number]['kind'],
      name,
      cents,
    })),
  };
}

function failureRows(failures: readonly QuoteFailure[]): Document['e'] {
  const rows = new Map<string, Document['e'][number]>();
  for (const { carrier, code, serviceability, isRetryable, message } of failures) {
    const name = `${code} ${Number(isRetryable)} ${message}`;
    const row = rows.get(name);
    if (row === undefined)
      rows.set(name, [serviceability, code, isRetryable ? 1 : 0, message, [carrier]]);
    else row[4].push(carrier);
  }
  return [...rows.values()];
}
