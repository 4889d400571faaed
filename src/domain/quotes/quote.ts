// A quote is one carrier's price for one shipment as this caller sees it, with its breakdown. A failure is the reason a
// carrier gave no price. Both are plain values that can be stored.
import { type Cents, gstWithin } from '../money.ts';
import type { FreightPart } from './freight-part.ts';
import type { Working } from './working.ts';

export type Quote = {
  /** The carrier's string_id. */
  carrier: string;
  mode: string;
  /** The caller's price without warranty, GST included. */
  priceCents: Cents;
  feeCents: Cents;
  insuredCents: Cents;
  totalCents: Cents;
  transit: QuoteTransit;
  pickupDates: readonly string[];
  pickupTime: { from: string; to: string };
  rateCard: { code: string; version: string };
  tiers: readonly QuoteTier[];
  waterfall: Waterfall;
};

export type QuoteTransit = { text: string; minDays: number; maxDays: number };

export type QuoteTier = {
  identifier: number;
  description: string;
  priceCents: Cents;
  feeCents: Cents;
  totalCents: Cents;
  /** The carrier's price of the tier; absent from quotes of before it was stored. */
  carrierCents?: Cents;
};

/** From freight to price. Weights and rates are decimals times ten thousand. */
export type Waterfall = {
  fromZone: string;
  toZone: string;
  cubicKg4: number;
  chargeKg4: number;
  /** A carrier's own price has no parts. */
  freight: { cents: Cents; parts: readonly FreightPart[] };
  charges: readonly {
    code: string;
    label: string;
    basis4: number;
    unit: string;
    rate4: number;
    cents: Cents;
    /** Empty where basis and rate explain the amount. */
    note: string;
  }[];
  fuel: { percent4: number; cents: Cents; baseCents: Cents };
  exCents: Cents;
  gstCents: Cents;
  /** The card's own rate; undefined if it is unknown. */
  gstPercent4?: number;
  /** Freight, charges, fuel and GST. */
  carrierPriceCents: Cents;
  /** The changes by the margin, the member's discount and the key's rules, in order; may be negative. */
  adjustments: readonly PriceStep[];
  /** Explains the fee; undefined without a fee. */
  warranty?: Working;
};

/** Without a working, the step is a flat amount. */
export type PriceStep = { kind: AdjustmentKind; name: string; cents: Cents; working?: Working };

/**
 * The last four change no price; they say where the price comes from. A tailgate is a step here when the carrier names
 * its own price without it; otherwise it is one of the card's charges.
 */
export type AdjustmentKind =
  | 'margin'
  | 'discount'
  | 'rule'
  | 'carrier_surcharge'
  | 'surcharge'
  | 'tier'
  | 'tailgate'
  | 'live'
  | 'estimate'
  | 'own_account'
  | 'shops_own';

/** `no_*` means that the carrier has nothing to offer. The others mean that it failed to answer. */
export const serviceabilities = [
  'no_route',
  'no_items',
  'no_service',
  'unavailable',
  'timeout',
  'error',
] as const;

export type Serviceability = (typeof serviceabilities)[number];

const noOfferKinds: ReadonlySet<Serviceability> = new Set(['no_route', 'no_items', 'no_service']);

/** The carrier answered and has nothing to offer, so asking again gives the same result. */
export function hasNoOffer({ serviceability }: Pick<QuoteFailure, 'serviceability'>): boolean {
  return noOfferKinds.has(serviceability);
}

/** Failures of settings rather than carriers: the key allows only carriers that cannot be asked. */
export const noCarrierCodes = { unknown: 'unknown_carrier', off: 'carrier_switched_off' } as const;

/** No carrier was asked, so the failure says nothing about a carrier's health. */
export function isSettingsFailure({ code }: Pick<QuoteFailure, 'code'>): boolean {
  return code === noCarrierCodes.unknown || code === noCarrierCodes.off;
}

export type QuoteFailure = {
  carrier: string;
  code: string;
  serviceability: Serviceability;
  isRetryable: boolean;
  message: string;
};

/** Every carrier's answer as one caller sees it. The quote cache freezes the lists of a market that it shares. */
export type Market = {
  readonly quotes: readonly Quote[];
  readonly failures: readonly QuoteFailure[];
};

/** The carrier failed to answer, and this is its rate card's price. The failure is listed beside it. */
export function isEstimate({ waterfall }: Quote): boolean {
  return waterfall.adjustments.some(({ kind }) => kind === 'estimate');
}

/** The number of carriers without a quote. An estimated carrier has a failure and a quote. */
export function countWithoutQuote({ quotes, failures }: Market): number {
  const quoted = new Set(quotes.map(({ carrier }) => carrier));
  return failures.filter(({ carrier }) => !quoted.has(carrier)).length;
}

export type QuoteEvent =
  | {
      kind: 'ready';
      carrierCount: number;
      isCached: boolean;
      /** The carriers that answer later than the rate cards. */
      awaited: readonly string[];
    }
  | { kind: 'quote'; quote: Quote; latencyMs: number }
  | { kind: 'failure'; failure: QuoteFailure; latencyMs: number }
  | { kind: 'complete'; isCached: boolean; durationMs: number };

/** Interface, "Quote": GST is one eleventh of the carrier price; the warranty fee has none. */
export function appliedGstCents(priceCents: Cents): Cents {
  return gstWithin(priceCents);
}

/** The lines of a card stated with GST contain it; otherwise GST is added to them. */
export function gstOfLines({ freight, charges, fuel, gstCents, carrierPriceCents }: Waterfall): {
  addedCents: Cents;
  containedCents: Cents;
} {
  const stated = charges.reduce((sum, { cents }) => sum + cents, freight.cents + fuel.cents);
  const addedCents = carrierPriceCents - stated;
  return { addedCents, containedCents: addedCents === 0 ? gstCents : 0 };
}

/** Throws on an inconsistent quote before it reaches a customer. */
export function assertQuote(quote: Quote): void {
  const { priceCents, feeCents, insuredCents, totalCents, carrier, waterfall } = quote;
  const sum = waterfall.adjustments.reduce(
    (cents, one) => cents + one.cents,
    waterfall.carrierPriceCents,
  );
  const isSound =
    [priceCents, feeCents, insuredCents, totalCents].every(
      (cents) => Number.isSafeInteger(cents) && cents >= 0,
    ) &&
    totalCents === priceCents + feeCents &&
    priceCents === sum &&
    carrier !== '';
  if (!isSound)
    throw new Error(`unsound quote of ${carrier}: ${priceCents} + ${feeCents} ≠ ${totalCents}`);
}
