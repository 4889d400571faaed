// The first form of a booking's stored document, with short keys. Nothing is written in it any more, but bookings that
// were stored in it must stay readable.
import type { Market, Quote, QuoteFailure, Waterfall } from '../../../domain/quotes/quote.ts';
import type { StoredDetails } from './booking-document.ts';

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

export type DocumentV1 = {
  v: 1;
  b: StoredDetails;
  pickups: [readonly string[], string, string][];
  cards: [string, string][];
  q: QuoteRow[];
  /** Failures of one kind and sentence are written once: serviceability, code, retryable, sentence, carriers. */
  e: [string, string, 0 | 1, string, string[]][];
};

export function readMarketV1(document: DocumentV1): Market {
  return {
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

function quoteFrom(row: QuoteRow, document: DocumentV1): Quote {
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
    _units4,
    _unit,
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
    freight: { cents: freight },
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
