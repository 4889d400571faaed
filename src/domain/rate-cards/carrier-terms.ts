// What is true of a carrier whatever its prices: its name, the identifiers it quotes under, and the terms of
// pickup, numbering, documents and tracking. Plain data read from its files; each use belongs to another noun
// (pickup dates, connotes, labels, tracking). Nothing here is priced.

import type { StageRule } from '../tracking/stage-rules.ts';

export type ServiceMode =
  | 'road'
  | 'air'
  | 'parcel'
  | 'express'
  | 'sameday'
  | 'sea'
  | 'international';

export type CarrierService = {
  /** Names the service inside the carrier's own files. */
  readonly id: string;
  /** Names it to the outside world: the key of a quote. */
  readonly stringId: string;
  readonly label: string;
  readonly mode: ServiceMode;
  /** Services of one group are listed together. */
  readonly group: string | undefined;
};

type TimeWindow = {
  /** `HH:MM`, local time at the pickup address. */
  readonly from: string;
  readonly to: string;
};

export type PickupTerms = {
  /** Zone code → `HH:MM`; `default` for the rest. */
  readonly cutoffs: Readonly<Record<string, string>>;
  readonly window: TimeWindow;
  readonly leadBusinessDays: number;
  readonly offerDays: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekdays: readonly number[];
  readonly holidays: 'state' | 'none';
  readonly notFromZones: readonly string[];
};

export type CheckDigit = 'none' | 'mod10' | 'mod11' | 'luhn';

export type ConnoteTerms = {
  readonly prefix: string;
  readonly digits: number;
  readonly start: number;
  readonly end: number;
  readonly check: CheckDigit;
  readonly itemSuffix: string;
  /** The carrier has given these numbers out: it knows what they stand for. */
  readonly isIssued?: true;
};

export type DocumentTerms = {
  readonly label: 'generic' | 'auspost_eparcel' | 'startrack' | 'sscc';
  readonly manifest: boolean;
  /** Without them labels are neutral: a carrier's own number is never invented. */
  readonly issued: IssuedIdentifiers | undefined;
};

/** What a carrier has issued to the operator, so that labels may carry the carrier's own numbers. */
export type IssuedIdentifiers =
  | {
      readonly kind: 'auspost';
      /** Service id → product and service code. */
      readonly products: Readonly<
        Record<string, { readonly product: string; readonly service: string }>
      >;
    }
  | {
      readonly kind: 'startrack';
      readonly payerAccount: string;
      readonly senderAccount: string;
      /** Service id → product code. */
      readonly products: Readonly<Record<string, string>>;
      readonly depots: readonly DepotRange[];
    }
  | { readonly kind: 'gs1'; readonly prefix: string };

/** The depot that delivers to a range of postcodes, both ends included. */
export type DepotRange = {
  readonly depot: string;
  readonly from: string;
  readonly to: string;
};

/** Where the price comes from: this carrier's card, its live service, or the card when the service fails. */
export const pricePolicies = ['card', 'live', 'live_then_card'] as const;
export type PricePolicy = (typeof pricePolicies)[number];

export type CarrierTerms = {
  readonly id: string;
  readonly name: string;
  readonly website: string | undefined;
  readonly family: string;
  readonly services: readonly CarrierService[];
  /** Invented prices: to be said wherever an operator sees them. */
  readonly isSample: boolean;
  readonly policy: PricePolicy;
  /** Words of the carrier → stage, in the order to be tried. */
  readonly tracking: readonly StageRule[];
};
