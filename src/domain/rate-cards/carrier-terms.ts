// A carrier apart from its prices: its name, the identifiers it quotes under, and the terms of pickup, connotes, documents and
// tracking, as read from its files.

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
  /** Identifies the service inside the carrier's own files. */
  readonly id: string;
  /** Identifies the service to clients: the key of a quote. */
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
  /** The carrier has issued these numbers and recognises them. */
  readonly isIssued?: true;
};

export type DocumentTerms = {
  readonly label: 'generic' | 'auspost_eparcel' | 'startrack' | 'sscc';
  readonly manifest: boolean;
  /** Without them labels are neutral: we never invent a carrier's number. */
  readonly issued: IssuedIdentifiers | undefined;
};

/** Identifiers that a carrier has issued to the operator, for the carrier's own numbers on labels. */
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

/** The source of the price: this carrier's card, its live service, or the card if the service fails. */
export const pricePolicies = ['card', 'live', 'live_then_card'] as const;
export type PricePolicy = (typeof pricePolicies)[number];

export type CarrierTerms = {
  readonly id: string;
  readonly name: string;
  readonly website: string | undefined;
  readonly family: string;
  readonly services: readonly CarrierService[];
  /** The prices are invented, which every view for the operator must say. */
  readonly isSample: boolean;
  readonly policy: PricePolicy;
  /** The carrier's words → stage, tried in order. */
  readonly tracking: readonly StageRule[];
};
