// Everything charged beside the freight: flat, per item, per kilogram, percentages, area tables, and groups of which
// only the dearest member counts. Each charge is rounded to cents where it arises (an item's charge for that
// item), so the printed lines add up to the printed total. Fuel and GST are not here (rating.ts).

import { type AreaTable, compileAreas, findAreas } from './area-table.ts';
import type { CardDefinition, SurchargeDefinition, SurchargeUnit } from './card-definition.ts';
import type { Weighing } from './chargeable-weight.ts';
import { divHalfUp, mulDivHalfUp, ONE } from './decimal.ts';
import type { Predicate } from './expression.ts';
import { packagingMask, packagingTypesNamed } from './item.ts';
import { fail, type RatingFailure } from './rating-failure.ts';
import type { RuleContext } from './rule-context.ts';
import type { ShipmentLine } from './shipment.ts';

/** A charge as it goes into the breakdown: what it is, on what it was reckoned, and the cents. */
export interface Charge {
  /** Position of the rule in the card. */
  readonly rule: number;
  /** Position of the area row, or -1. */
  readonly area: number;
  /** Units (items, kilograms, cubic metres, or dollars for a percentage), times ten thousand. */
  readonly basis: number;
  /** Amount per unit, or percent, times ten thousand. */
  readonly rate: number;
  readonly cents: number;
  readonly bearsFuel: boolean;
}

interface Rule {
  readonly definition: SurchargeDefinition;
  readonly test: Predicate | undefined;
  /** Charged on every physical item that matches, not once. */
  readonly isForEachItem: boolean;
  /** Position among the groups of which only the dearest member counts, or -1. */
  readonly contest: number;
  readonly minimumCents: number;
  readonly maximumCents: number;
}

export interface SurchargeTable {
  readonly rules: readonly Rule[];
  readonly contests: number;
  readonly areas: AreaTable;
}

/** Dollars times 10^8 in one cent. */
const E8_PER_CENT = 1_000_000;
const DOLLARS4_PER_CENT = 100;
const MM3_PER_M34 = 100_000;
const HUNDRED_PERCENT = 100 * ONE;

const palletMask = packagingMask(packagingTypesNamed('Pallet'));

export function compileSurcharges(
  card: Pick<CardDefinition, 'surcharges' | 'groups' | 'areas'>,
  compileRule: (when: string, scope: SurchargeDefinition['scope']) => Predicate,
): SurchargeTable {
  const contests = [...card.groups].flatMap(([group, rule]) => (rule === 'max' ? [group] : []));
  const rules = card.surcharges.map((definition): Rule => {
    const { charge, scope, when, group, minimum, maximum } = definition;
    return {
      definition,
      test: when === undefined ? undefined : compileRule(when, scope),
      isForEachItem: scope === 'item' && charge.kind === 'amount' && charge.per !== 'consignment',
      contest: group === undefined ? -1 : contests.indexOf(group),
      minimumCents: minimum === undefined ? 0 : divHalfUp(minimum, DOLLARS4_PER_CENT),
      maximumCents:
        maximum === undefined ? Number.POSITIVE_INFINITY : divHalfUp(maximum, DOLLARS4_PER_CENT),
    };
  });
  return { rules, contests: contests.length, areas: compileAreas(card.areas) };
}

const foundAreas: number[] = [];

/**
 * Adds this card's charges to `charges`; returns a failure when a rule says the price is on application.
 * `freightCents` is what percentages of the base are reckoned on.
 */
export function chargeSurcharges(
  table: SurchargeTable,
  context: RuleContext,
  weighing: Weighing,
  freightCents: number,
  charges: Charge[],
): RatingFailure | undefined {
  const { rules } = table;
  for (let at = 0; at < rules.length; at += 1) {
    const rule = rules[at];
    if (rule === undefined) continue;
    if (rule.isForEachItem) chargeItems(table, rule, at, context, weighing, charges);
    else if (matches(rule, context, weighing)) {
      if (rule.definition.charge.kind === 'price_on_application') {
        return fail('price_on_application', { note: rule.definition.label });
      }
      chargeOnce(table, rule, at, context, freightCents, charges);
    }
  }
  if (table.contests > 0 && charges.length > 1) keepDearest(table, charges);
  return undefined;
}

function matches(rule: Rule, context: RuleContext, weighing: Weighing): boolean {
  const { test } = rule;
  if (test === undefined) return true;
  if (rule.definition.scope === 'consignment') return test(context);
  const { lines } = context.shipment;
  for (let at = 0; at < lines.length; at += 1) {
    if (focus(context, weighing, at) !== undefined && test(context)) return true;
  }
  return false;
}

function focus(context: RuleContext, weighing: Weighing, at: number): ShipmentLine | undefined {
  const line = context.shipment.lines[at];
  if (line === undefined) return undefined;
  context.line = line;
  context.cubicKg = weighing.itemCubic[at] ?? 0;
  return line;
}

function chargeOnce(
  table: SurchargeTable,
  rule: Rule,
  at: number,
  context: RuleContext,
  freightCents: number,
  charges: Charge[],
): void {
  const { charge, bearsFuel } = rule.definition;
  if (charge.kind === 'amount') {
    const basis = consignmentUnits(charge.per, context);
    const cents = clamp(rule, mulDivHalfUp(charge.amount, basis, E8_PER_CENT));
    push(charges, { rule: at, area: -1, basis, rate: charge.amount, cents, bearsFuel });
  } else if (charge.kind === 'percent') {
    const of = charge.of === 'base' ? freightCents : context.shipment.declaredValueCents;
    const cents = clamp(rule, mulDivHalfUp(of, charge.percent, HUNDRED_PERCENT));
    const basis = of * DOLLARS4_PER_CENT;
    push(charges, { rule: at, area: -1, basis, rate: charge.percent, cents, bearsFuel });
  } else if (charge.kind === 'areas') {
    chargeAreas(table, at, context, charges);
  }
}

function chargeAreas(
  table: SurchargeTable,
  rule: number,
  context: RuleContext,
  charges: Charge[],
): void {
  findAreas(table.areas, context.shipment, foundAreas);
  for (const area of foundAreas) {
    const row = table.areas.rows[area];
    if (row === undefined) continue;
    const units = consignmentUnits(row.per, context);
    const cents =
      mulDivHalfUp(row.amount, units, E8_PER_CENT) +
      mulDivHalfUp(row.perKg, context.chargeKg, E8_PER_CENT);
    // An area row may have two rates; the breakdown shows the one that was charged, or both as one flat sum.
    const [basis, rate] =
      row.perKg === 0
        ? [units, row.amount]
        : row.amount === 0
          ? [context.chargeKg, row.perKg]
          : [ONE, cents * DOLLARS4_PER_CENT];
    push(charges, { rule, area, basis, rate, cents, bearsFuel: row.bearsFuel });
  }
}

function consignmentUnits(per: SurchargeUnit, context: RuleContext): number {
  const { shipment } = context;
  switch (per) {
    case 'consignment':
      return ONE;
    case 'item':
      return shipment.pieces * ONE;
    case 'kg':
      return context.chargeKg;
    case 'm3':
      return mulDivHalfUp(shipment.volumeMm3, 1, MM3_PER_M34);
    case 'pallet': {
      let pallets = 0;
      for (const line of shipment.lines) if (isPallet(line)) pallets += line.quantity;
      return pallets * ONE;
    }
  }
}

function isPallet(line: ShipmentLine): boolean {
  return (palletMask & (1 << line.packaging)) !== 0;
}

/** One charge for the rule, summed over the items it is charged on. */
function chargeItems(
  table: SurchargeTable,
  rule: Rule,
  at: number,
  context: RuleContext,
  weighing: Weighing,
  charges: Charge[],
): void {
  const { charge, bearsFuel } = rule.definition;
  if (charge.kind !== 'amount') return;
  let basis = 0;
  let cents = 0;
  for (let index = 0; index < context.shipment.lines.length; index += 1) {
    const own = itemCents(rule, context, weighing, index);
    const line = context.shipment.lines[index];
    if (own === 0 || line === undefined) continue;
    if (rule.contest >= 0 && !winsItem(table, at, own, context, weighing, index)) continue;
    cents += own * line.quantity;
    basis += itemUnits(charge.per, line, weighing, index) * line.quantity;
  }
  push(charges, { rule: at, area: -1, basis, rate: charge.amount, cents, bearsFuel });
}

/** What the rule charges on one item of the line; 0 when it does not apply. */
function itemCents(rule: Rule, context: RuleContext, weighing: Weighing, index: number): number {
  const { charge } = rule.definition;
  const line = focus(context, weighing, index);
  if (line === undefined || charge.kind !== 'amount') return 0;
  if (rule.test !== undefined && !rule.test(context)) return 0;
  const units = itemUnits(charge.per, line, weighing, index);
  return units === 0 ? 0 : clamp(rule, mulDivHalfUp(charge.amount, units, E8_PER_CENT));
}

function itemUnits(
  per: SurchargeUnit,
  line: ShipmentLine,
  weighing: Weighing,
  index: number,
): number {
  if (per === 'kg') return weighing.itemCharge[index] ?? 0;
  if (per === 'm3') return mulDivHalfUp(line.volumeMm3, 1, MM3_PER_M34);
  if (per === 'pallet') return isPallet(line) ? ONE : 0;
  return ONE;
}

/** Of the rules that contest an item the dearest is charged, the first in the file of two equal ones. */
function winsItem(
  table: SurchargeTable,
  at: number,
  own: number,
  context: RuleContext,
  weighing: Weighing,
  index: number,
): boolean {
  const contest = table.rules[at]?.contest;
  for (let rival = 0; rival < table.rules.length; rival += 1) {
    const rule = table.rules[rival];
    if (rule === undefined || rival === at || rule.contest !== contest || !rule.isForEachItem) {
      continue;
    }
    const cents = itemCents(rule, context, weighing, index);
    if (cents > own || (cents === own && rival < at)) return false;
  }
  return true;
}

/**
 * Between the members of a group that are charged once, and the sum of those charged by item, the dearest
 * stays: the items of one consignment were already settled item by item.
 */
function keepDearest(table: SurchargeTable, charges: Charge[]): void {
  for (let contest = 0; contest < table.contests; contest += 1) {
    let items = 0;
    let dearest = 0;
    let winner = -1;
    for (const { rule, cents } of charges) {
      const own = table.rules[rule];
      if (own?.contest !== contest) continue;
      if (own.isForEachItem) items += cents;
      else {
        const total = totalOfRule(charges, rule);
        if (total > dearest) [dearest, winner] = [total, rule];
      }
    }
    if (winner < 0) continue;
    const itemsStay = items >= dearest;
    for (let at = charges.length - 1; at >= 0; at -= 1) {
      const charge = charges[at];
      const own = charge === undefined ? undefined : table.rules[charge.rule];
      if (charge === undefined || own?.contest !== contest) continue;
      const stays = itemsStay ? own.isForEachItem : charge.rule === winner;
      if (!stays) charges.splice(at, 1);
    }
  }
}

/** An area rule may have put down several charges. */
function totalOfRule(charges: readonly Charge[], rule: number): number {
  let total = 0;
  for (const charge of charges) if (charge.rule === rule) total += charge.cents;
  return total;
}

function clamp(rule: Rule, cents: number): number {
  if (cents < rule.minimumCents) return rule.minimumCents;
  return Math.min(cents, rule.maximumCents);
}

function push(charges: Charge[], charge: Charge): void {
  if (charge.cents !== 0) charges.push(charge);
}
