// The surcharge rules of one card, compiled. Each rule is four adjacent figures, because most rules do not apply and should cost
// no more than their test. surcharge.ts calculates the charges.

import { divHalfUp } from '../decimal.ts';
import type { AreaTable } from './area-table.ts';
import type { CardDefinition, SurchargeDefinition, SurchargeUnit } from './card-definition.ts';
import type { Predicate } from './expression.ts';

export type SurchargeTable = {
  readonly definitions: readonly SurchargeDefinition[];
  readonly tests: readonly (Predicate | undefined)[];
  readonly figures: Float64Array;
  /** How many groups charge only their dearest member. */
  readonly contests: number;
  readonly areas: AreaTable;
};

/** Places among a rule's figures. */
const figuresPerRule = 4;
export const traitsPlace = 0;
/** Amount per unit, or percent. */
export const ratePlace = 1;
export const minimumCentsPlace = 2;
export const maximumCentsPlace = 3;

/** Bits of the traits. */
const chargeKinds = ['amount', 'percent', 'areas', 'price_on_application'] as const;
const surchargeUnits = ['consignment', 'item', 'kg', 'pallet', 'm3'] as const;
export const kindBits = 0b11;
const unitShift = 2;
const unitBits = 0b111;
export const ofDeclaredBit = 1 << 5;
export const bearsFuelBit = 1 << 6;
export const testsItemsBit = 1 << 7;
/** Charged on every physical item that matches, not once. */
export const forEachItemBit = 1 << 8;
/** Position of the rule's group plus one; 0 for a rule without a group. */
const contestShift = 9;

export const amountKind = chargeKinds.indexOf('amount');
export const percentKind = chargeKinds.indexOf('percent');
export const areasKind = chargeKinds.indexOf('areas');

const dollars4PerCent = 100;

export function compileSurcharges(
  card: Pick<CardDefinition, 'surcharges' | 'groups'>,
  areas: AreaTable,
  compileRule: (when: string, scope: SurchargeDefinition['scope']) => Predicate,
): SurchargeTable {
  const contests = [...card.groups].flatMap(([group, rule]) => (rule === 'max' ? [group] : []));
  const definitions = card.surcharges;
  const cents = (amount: number | undefined): number | undefined =>
    amount === undefined ? undefined : divHalfUp(amount, dollars4PerCent);
  return {
    definitions,
    tests: definitions.map(({ when, scope }) =>
      when === undefined ? undefined : compileRule(when, scope),
    ),
    figures: Float64Array.from(
      definitions.flatMap((definition) => [
        traitsOf(definition, contests),
        rateOf(definition),
        cents(definition.minimum) ?? 0,
        cents(definition.maximum) ?? Number.POSITIVE_INFINITY,
      ]),
    ),
    contests: contests.length,
    areas,
  };
}

function traitsOf(definition: SurchargeDefinition, contests: readonly string[]): number {
  const { charge, scope, group, bearsFuel } = definition;
  const isForEach = scope === 'item' && charge.kind === 'amount' && charge.per !== 'consignment';
  const unit = charge.kind === 'amount' ? surchargeUnits.indexOf(charge.per) : 0;
  const isOfDeclared = charge.kind === 'percent' && charge.of === 'declared';
  return (
    chargeKinds.indexOf(charge.kind) |
    (unit << unitShift) |
    (isOfDeclared ? ofDeclaredBit : 0) |
    (bearsFuel ? bearsFuelBit : 0) |
    (scope === 'item' ? testsItemsBit : 0) |
    (isForEach ? forEachItemBit : 0) |
    ((group === undefined ? 0 : contests.indexOf(group) + 1) << contestShift)
  );
}

function rateOf({ charge }: SurchargeDefinition): number {
  if (charge.kind === 'amount') return charge.amount;
  return charge.kind === 'percent' ? charge.percent : 0;
}

export function figure(table: SurchargeTable, rule: number, place: number): number {
  return table.figures[rule * figuresPerRule + place] ?? 0;
}

export function hasTrait(table: SurchargeTable, rule: number, trait: number): boolean {
  return (figure(table, rule, traitsPlace) & trait) !== 0;
}

export function unitOf(traits: number): SurchargeUnit {
  return surchargeUnits[(traits >> unitShift) & unitBits] ?? 'consignment';
}

export function contestOf(table: SurchargeTable, rule: number): number {
  return figure(table, rule, traitsPlace) >> contestShift;
}
