// Warranty: how much of the declared value a carrier covers, and its fee. The cover never exceeds the carrier's cap, and an
// uninsured consignment has neither fee nor cover. The fee in a quote includes GST.

import { divHalfUp, formatDecimal4, mulDivHalfUp, one4 } from '../decimal.ts';
import type { Cents } from '../money.ts';
import {
  dollars4PerCent,
  flatWorking,
  percentWorking,
  type Working,
  workedCents,
  writtenWorking,
} from '../quotes/working.ts';
import type { CardDefinition, WarrantyDefinition } from './card-definition.ts';
import type { Predicate } from './expression.ts';
import type { RuleContext } from './rule-context.ts';

export type Warranty = {
  readonly feeCents: Cents;
  readonly insuredCents: Cents;
};

const noWarranty: Warranty = Object.freeze({ feeCents: 0, insuredCents: 0 });

export type CompiledWarranty = {
  readonly terms: WarrantyDefinition;
  readonly isVoid: Predicate | undefined;
  readonly capCents: number;
  readonly upToCents: readonly number[];
  readonly feeCents: readonly number[];
  /** The cover of each bracket, for the breakdown. */
  readonly brackets: readonly string[];
  readonly gstRate: number;
};

const hundredPercent = 100 * one4;

export function compileWarranty(
  card: Pick<CardDefinition, 'warranty' | 'gstRate'>,
  compileRule: (when: string) => Predicate,
): CompiledWarranty {
  const terms = card.warranty;
  const gstRate = terms.feesIncludeGst ? 0 : card.gstRate;
  const lastTier = terms.tiers.at(-1)?.upToCents;
  const tierCap = terms.kind === 'tiered' ? (lastTier ?? Number.POSITIVE_INFINITY) : undefined;
  return {
    terms,
    isVoid: terms.voidWhen === undefined ? undefined : compileRule(terms.voidWhen),
    capCents: Math.min(
      terms.capCents ?? Number.POSITIVE_INFINITY,
      tierCap ?? Number.POSITIVE_INFINITY,
    ),
    upToCents: terms.tiers.map((tier) => tier.upToCents ?? Number.POSITIVE_INFINITY),
    feeCents: terms.tiers.map((tier) => withGst(divHalfUp(tier.fee, dollars4PerCent), gstRate)),
    brackets: terms.tiers.map(({ upToCents }) => {
      const value = upToCents === undefined ? 'of any value' : `up to ${writtenCents(upToCents)}`;
      return `cover ${value}${gstRate === 0 ? '' : gstNote(gstRate)}`;
    }),
    gstRate,
  };
}

function writtenCents(cents: Cents): string {
  return formatDecimal4(cents * dollars4PerCent, 2);
}

function gstNote(gstRate: number): string {
  return `, ${formatDecimal4(gstRate * 100)} % GST included`;
}

/** How the fee was calculated; undefined without a fee. */
export function warrantyWorking(
  { terms, upToCents, brackets, gstRate }: CompiledWarranty,
  { feeCents, insuredCents }: Warranty,
): Working | undefined {
  if (feeCents === 0) return undefined;
  if (terms.kind === 'tiered') {
    const tier = upToCents.findIndex((upTo) => insuredCents <= upTo);
    return flatWorking(feeCents, brackets[tier]);
  }
  const plain = percentWorking(insuredCents - terms.includedCents, terms.percent);
  const own = workedCents(plain);
  const above = terms.includedCents === 0 ? '' : `cover above ${writtenCents(terms.includedCents)}`;
  if (own === feeCents) return { ...plain, note: above };
  const minimum = divHalfUp(terms.minimumFee, dollars4PerCent);
  const bound = own < minimum ? `minimum fee of ${writtenCents(minimum)}; ` : '';
  const gst = gstRate === 0 ? '' : gstNote(gstRate);
  const words = `${bound}${writtenWorking(plain)} comes to ${writtenCents(own)}${gst}`;
  return flatWorking(feeCents, words);
}

/**
 * Cover and fee for a declared value. `isIncluded` is the choice in the request: without it there is neither fee nor
 * cover. Only a card whose cover can be void reads the context.
 */
export function rateWarranty(
  warranty: CompiledWarranty,
  declaredCents: Cents,
  isIncluded: boolean,
  context: RuleContext,
): Warranty {
  const { kind } = warranty.terms;
  if (!isIncluded || kind === 'none' || declaredCents <= 0) return noWarranty;
  if (warranty.isVoid?.(context) === true) return noWarranty;
  const insuredCents = Math.min(declaredCents, warranty.capCents);
  return { insuredCents, feeCents: feeOf(warranty, insuredCents) };
}

function feeOf(warranty: CompiledWarranty, insuredCents: Cents): Cents {
  const { kind, percent, includedCents, minimumFee } = warranty.terms;
  if (kind === 'tiered') {
    const tier = warranty.upToCents.findIndex((upTo) => insuredCents <= upTo);
    return warranty.feeCents[tier] ?? 0;
  }
  if (kind !== 'percent') return 0;
  const charged = Math.max(0, insuredCents - includedCents);
  if (charged === 0) return 0;
  const fee = mulDivHalfUp(charged, percent, hundredPercent);
  return withGst(Math.max(fee, divHalfUp(minimumFee, dollars4PerCent)), warranty.gstRate);
}

function withGst(cents: Cents, gstRate: number): Cents {
  return cents + mulDivHalfUp(cents, gstRate, one4);
}
