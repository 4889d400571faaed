// All charges besides the freight: flat, per item, per kilogram, percentages, area tables, and groups that charge
// only their dearest member. Each charge is rounded to cents as it is calculated (per item for charges per item), so
// that the printed lines add up to the printed total. Fuel and GST are in rating.ts.

import { packagingMask, packagingTypesNamed } from '../bookings/item.ts';
import { mulDivHalfUp, one4 } from '../decimal.ts';
import type { ShipmentLine } from '../quotes/shipment.ts';
import { dollars4PerCent, percentUnit, unitCents } from '../quotes/working.ts';
import { findAreas } from './area-table.ts';
import type { SurchargeUnit } from './card-definition.ts';
import type { Weighing } from './chargeable-weight.ts';
import { fail, type RatingFailure } from './rating-failure.ts';
import type { RuleContext } from './rule-context.ts';
import {
  amountKind,
  areasKind,
  bearsFuelBit,
  contestOf,
  figure,
  forEachItemBit,
  hasTrait,
  kindBits,
  maximumCentsPlace,
  minimumCentsPlace,
  ofDeclaredBit,
  percentKind,
  ratePlace,
  type SurchargeTable,
  testsItemsBit,
  traitsPlace,
  unitOf,
} from './surcharge-table.ts';
import { mm3PerM34 } from './volume.ts';

/** A charge in the breakdown: its rule, its basis and its cents. */
export type Charge = {
  /** Position of the rule in the card. */
  readonly rule: number;
  /** Position of the area row, or -1. */
  readonly area: number;
  /** Units (items, kilograms, cubic metres, or dollars for a percentage), times ten thousand. */
  readonly basis: number;
  readonly unit: ChargeUnit;
  /** The number of items that were charged and rounded separately; 1 if the charge is basis × rate. */
  readonly times: number;
  /** Amount per unit, or percent, times ten thousand. */
  readonly rate: number;
  readonly cents: number;
  readonly bearsFuel: boolean;
};

type ChargeUnit = SurchargeUnit | typeof percentUnit;

/** One cent in dollars times 10^8. */
const e8PerCent = 1_000_000;
const hundredPercent = 100 * one4;

const palletMask = packagingMask(packagingTypesNamed('Pallet'));

const foundAreas: number[] = [];

/**
 * Adds this card's charges to `charges`; returns a failure when a rule says the price is on application.
 * `freightCents` is the base of percentages.
 */
export function chargeSurcharges(
  table: SurchargeTable,
  context: RuleContext,
  weighing: Weighing,
  freightCents: number,
  charges: Charge[],
): RatingFailure | undefined {
  const { tests } = table;
  for (let rule = 0; rule < tests.length; rule += 1) {
    if (hasTrait(table, rule, forEachItemBit)) chargeItems(table, rule, context, weighing, charges);
    else if (matches(table, rule, context, weighing)) {
      if (!chargeOnce(table, rule, context, freightCents, charges)) {
        const note = table.definitions[rule]?.label ?? '';
        return fail('price_on_application', { note });
      }
    }
  }
  if (table.contests > 0 && charges.length > 1) keepDearest(table, charges);
  return undefined;
}

function matches(
  table: SurchargeTable,
  rule: number,
  context: RuleContext,
  weighing: Weighing,
): boolean {
  const test = table.tests[rule];
  if (test === undefined) return true;
  if (!hasTrait(table, rule, testsItemsBit)) return test(context);
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

/** False when the rule has no price. */
function chargeOnce(
  table: SurchargeTable,
  rule: number,
  context: RuleContext,
  freightCents: number,
  charges: Charge[],
): boolean {
  const traits = figure(table, rule, traitsPlace);
  const kind = traits & kindBits;
  const rate = figure(table, rule, ratePlace);
  const bearsFuel = (traits & bearsFuelBit) !== 0;
  if (kind === amountKind) {
    const unit = unitOf(traits);
    const basis = consignmentUnits(unit, context);
    const { volumeMm3 } = context.shipment;
    // Without anything to charge for, the minimum does not apply.
    if (isNothing(unit, basis, volumeMm3)) return true;
    const cents = clamp(table, rule, centsFor(unit, rate, basis, volumeMm3));
    push(charges, { rule, area: -1, basis, unit, times: 1, rate, cents, bearsFuel });
  } else if (kind === percentKind) {
    const isOfDeclared = (traits & ofDeclaredBit) !== 0;
    const of = isOfDeclared ? context.shipment.declaredValueCents : freightCents;
    if (of === 0) return true;
    const cents = clamp(table, rule, mulDivHalfUp(of, rate, hundredPercent));
    const basis = of * dollars4PerCent;
    push(charges, { rule, area: -1, basis, unit: percentUnit, times: 1, rate, cents, bearsFuel });
  } else if (kind === areasKind) chargeAreas(table, rule, context, charges);
  else return false;
  return true;
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
    const { per, amount, perKg, bearsFuel } = row;
    const units = consignmentUnits(per, context);
    const cents = centsFor(per, amount, units, context.shipment.volumeMm3);
    push(charges, {
      rule,
      area,
      basis: units,
      unit: per,
      times: 1,
      rate: amount,
      cents,
      bearsFuel,
    });
    if (perKg === 0) continue;
    const basis = context.chargeKg;
    const byKg = mulDivHalfUp(perKg, basis, e8PerCent);
    push(charges, { rule, area, basis, unit: 'kg', times: 1, rate: perKg, cents: byKg, bearsFuel });
  }
}

function consignmentUnits(per: SurchargeUnit, context: RuleContext): number {
  const { shipment } = context;
  switch (per) {
    case 'consignment':
      return one4;
    case 'item':
      return shipment.pieces * one4;
    case 'kg':
      return context.chargeKg;
    case 'm3':
      return shipment.volumeMm3 / mm3PerM34;
    case 'pallet': {
      let pallets = 0;
      for (const line of shipment.lines) if (isPallet(line)) pallets += line.quantity;
      return pallets * one4;
    }
  }
}

/** A volume is calculated from whole cubic millimetres, because its decimal units are a binary fraction. */
function centsFor(per: SurchargeUnit, rate: number, units: number, volumeMm3: number): number {
  return per === 'm3'
    ? mulDivHalfUp(rate, volumeMm3, e8PerCent * mm3PerM34)
    : mulDivHalfUp(rate, units, e8PerCent);
}

function isNothing(per: SurchargeUnit, units: number, volumeMm3: number): boolean {
  return per === 'm3' ? volumeMm3 === 0 : units === 0;
}

function isPallet(line: ShipmentLine): boolean {
  return (palletMask & (1 << line.packaging)) !== 0;
}

/** The rule's charge, summed over the items that it applies to. */
function chargeItems(
  table: SurchargeTable,
  rule: number,
  context: RuleContext,
  weighing: Weighing,
  charges: Charge[],
): void {
  let basis = 0;
  let cents = 0;
  for (let at = 0; at < context.shipment.lines.length; at += 1) {
    const own = wonCents(table, rule, context, weighing, at);
    const line = context.shipment.lines[at];
    if (own === 0 || line === undefined) continue;
    cents += own * line.quantity;
    basis += itemUnits(table, rule, line, weighing, at) * line.quantity;
  }
  if (cents === 0) return;
  const rate = figure(table, rule, ratePlace);
  if (unitCents(basis, rate) !== cents) {
    chargeLines(table, rule, context, weighing, charges);
    return;
  }
  const unit = unitOf(figure(table, rule, traitsPlace));
  const bearsFuel = hasTrait(table, rule, bearsFuelBit);
  charges.push({ rule, area: -1, basis, unit, times: 1, rate, cents, bearsFuel });
}

/**
 * One charge per line, because items that are rounded or bounded separately can only be recalculated per line.
 */
function chargeLines(
  table: SurchargeTable,
  rule: number,
  context: RuleContext,
  weighing: Weighing,
  charges: Charge[],
): void {
  const unit = unitOf(figure(table, rule, traitsPlace));
  const rate = figure(table, rule, ratePlace);
  const bearsFuel = hasTrait(table, rule, bearsFuelBit);
  for (let at = 0; at < context.shipment.lines.length; at += 1) {
    const own = wonCents(table, rule, context, weighing, at);
    const line = context.shipment.lines[at];
    if (own === 0 || line === undefined) continue;
    const times = line.quantity;
    const basis = itemUnits(table, rule, line, weighing, at) * times;
    charges.push({ rule, area: -1, basis, unit, times, rate, cents: own * times, bearsFuel });
  }
}

/** The rule's charge on one item of the line; 0 when another rule of its group is dearer. */
function wonCents(
  table: SurchargeTable,
  rule: number,
  context: RuleContext,
  weighing: Weighing,
  at: number,
): number {
  const own = itemCents(table, rule, context, weighing, at);
  return own !== 0 && winsItem(table, rule, own, context, weighing, at) ? own : 0;
}

/** The rule's charge on one item of the line; 0 when it does not apply. */
function itemCents(
  table: SurchargeTable,
  rule: number,
  context: RuleContext,
  weighing: Weighing,
  at: number,
): number {
  const line = focus(context, weighing, at);
  if (line === undefined) return 0;
  const test = table.tests[rule];
  if (test !== undefined && !test(context)) return 0;
  const units = itemUnits(table, rule, line, weighing, at);
  const per = unitOf(figure(table, rule, traitsPlace));
  if (isNothing(per, units, line.volumeMm3)) return 0;
  const rate = figure(table, rule, ratePlace);
  return clamp(table, rule, centsFor(per, rate, units, line.volumeMm3));
}

function itemUnits(
  table: SurchargeTable,
  rule: number,
  line: ShipmentLine,
  weighing: Weighing,
  at: number,
): number {
  const per = unitOf(figure(table, rule, traitsPlace));
  if (per === 'kg') return weighing.itemCharge[at] ?? 0;
  if (per === 'm3') return line.volumeMm3 / mm3PerM34;
  if (per === 'pallet') return isPallet(line) ? one4 : 0;
  return one4;
}

/** For an item, the dearest rule of a group is charged; of equal ones, the first in the file. */
function winsItem(
  table: SurchargeTable,
  rule: number,
  own: number,
  context: RuleContext,
  weighing: Weighing,
  at: number,
): boolean {
  const contest = contestOf(table, rule);
  if (contest === 0) return true;
  for (let rival = 0; rival < table.tests.length; rival += 1) {
    if (rival === rule || contestOf(table, rival) !== contest) continue;
    if (!hasTrait(table, rival, forEachItemBit)) continue;
    const cents = itemCents(table, rival, context, weighing, at);
    if (cents > own || (cents === own && rival < rule)) return false;
  }
  return true;
}

/**
 * Keeps only the dearest member of each group, comparing charges made once with the sum of charges by item. Groups
 * within the items were already decided item by item.
 */
function keepDearest(table: SurchargeTable, charges: Charge[]): void {
  for (let contest = 1; contest <= table.contests; contest += 1) {
    let items = 0;
    let dearest = 0;
    let winner = -1;
    for (const { rule, cents } of charges) {
      if (contestOf(table, rule) !== contest) continue;
      if (hasTrait(table, rule, forEachItemBit)) items += cents;
      else {
        const total = totalOfRule(charges, rule);
        if (total > dearest) [dearest, winner] = [total, rule];
      }
    }
    if (winner < 0) continue;
    const itemsStay = items >= dearest;
    for (let at = charges.length - 1; at >= 0; at -= 1) {
      const rule = charges[at]?.rule ?? -1;
      if (contestOf(table, rule) !== contest) continue;
      const stays = itemsStay ? hasTrait(table, rule, forEachItemBit) : rule === winner;
      if (!stays) charges.splice(at, 1);
    }
  }
}

/** An area rule may have several charges. */
function totalOfRule(charges: readonly Charge[], rule: number): number {
  let total = 0;
  for (const charge of charges) if (charge.rule === rule) total += charge.cents;
  return total;
}

function clamp(table: SurchargeTable, rule: number, cents: number): number {
  const least = Math.max(cents, figure(table, rule, minimumCentsPlace));
  return Math.min(least, figure(table, rule, maximumCentsPlace));
}

function push(charges: Charge[], charge: Charge): void {
  if (charge.cents !== 0) charges.push(charge);
}
