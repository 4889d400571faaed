// The surcharge rules of one card, compiled: what rating needs of a rule lies in four figures side by side, because most
// rules of most cards do not apply and should cost no more than their test. What a rule charges is surcharge.ts.

import { divHalfUp } from '../decimal.ts';
import { type AreaTable, compileAreas } from './area-table.ts';
import type { CardDefinition, SurchargeDefinition, SurchargeUnit } from './card-definition.ts';
import type { Predicate } from './expression.ts';

export interface SurchargeTable {
  readonly definitions: readonly SurchargeDefinition[];
  readonly tests: readonly (Predicate | undefined)[];
  readonly figures: Float64Array;
  /** How many groups charge only their dearest member. */
  readonly contests: number;
  readonly areas: AreaTable;
}

/** Places among a rule's figures. */
const RULE = 4;
export const TRAITS = 0;
/** Amount per unit, or percent. */
export const RATE = 1;
export const MINIMUM_CENTS = 2;
export const MAXIMUM_CENTS = 3;

/** Bits of the traits. */
const KINDS = ['amount', 'percent', 'areas', 'price_on_application'] as const;
const UNITS = ['consignment', 'item', 'kg', 'pallet', 'm3'] as const;
export const KIND_BITS = 0b11;
const UNIT_SHIFT = 2;
const UNIT_BITS = 0b111;
export const OF_DECLARED = 1 << 5;
export const BEARS_FUEL = 1 << 6;
export const TESTS_ITEMS = 1 << 7;
/** Charged on every physical item that matches, not once. */
export const FOR_EACH_ITEM = 1 << 8;
/** Position among the contests plus one; 0: the rule stands for itself. */
const CONTEST_SHIFT = 9;

export const AMOUNT = KINDS.indexOf('amount');
export const PERCENT = KINDS.indexOf('percent');
export const AREAS = KINDS.indexOf('areas');

const DOLLARS4_PER_CENT = 100;

export function compileSurcharges(
  card: Pick<CardDefinition, 'surcharges' | 'groups' | 'areas'>,
  compileRule: (when: string, scope: SurchargeDefinition['scope']) => Predicate,
): SurchargeTable {
  const contests = [...card.groups].flatMap(([group, rule]) => (rule === 'max' ? [group] : []));
  const definitions = card.surcharges;
  const cents = (amount: number | undefined): number | undefined =>
    amount === undefined ? undefined : divHalfUp(amount, DOLLARS4_PER_CENT);
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
    areas: compileAreas(card.areas),
  };
}

function traitsOf(definition: SurchargeDefinition, contests: readonly string[]): number {
  const { charge, scope, group, bearsFuel } = definition;
  const isForEach = scope === 'item' && charge.kind === 'amount' && charge.per !== 'consignment';
  const unit = charge.kind === 'amount' ? UNITS.indexOf(charge.per) : 0;
  const isOfDeclared = charge.kind === 'percent' && charge.of === 'declared';
  return (
    KINDS.indexOf(charge.kind) |
    (unit << UNIT_SHIFT) |
    (isOfDeclared ? OF_DECLARED : 0) |
    (bearsFuel ? BEARS_FUEL : 0) |
    (scope === 'item' ? TESTS_ITEMS : 0) |
    (isForEach ? FOR_EACH_ITEM : 0) |
    ((group === undefined ? 0 : contests.indexOf(group) + 1) << CONTEST_SHIFT)
  );
}

function rateOf({ charge }: SurchargeDefinition): number {
  if (charge.kind === 'amount') return charge.amount;
  return charge.kind === 'percent' ? charge.percent : 0;
}

export function figure(table: SurchargeTable, rule: number, place: number): number {
  return table.figures[rule * RULE + place] ?? 0;
}

export function hasTrait(table: SurchargeTable, rule: number, trait: number): boolean {
  return (figure(table, rule, TRAITS) & trait) !== 0;
}

export function unitOf(traits: number): SurchargeUnit {
  return UNITS[(traits >> UNIT_SHIFT) & UNIT_BITS] ?? 'consignment';
}

export function contestOf(table: SurchargeTable, rule: number): number {
  return figure(table, rule, TRAITS) >> CONTEST_SHIFT;
}
