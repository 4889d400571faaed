// Calculates the charged weight from dead and cubic weight: the four methods, the cubic factor that may depend on the item,
// the minimums, and rounding at item, line or consignment.
//
// A cubic weight is volume × factor, and a factor such as 1000/3 makes it a fraction. It is therefore stored as whole
// ten-thousandths of a kilogram plus a remainder over one common denominator, so that "rounded up to 1 kg" is exact:
// 64 000 cm³ at 1000/3 weigh 21.3333… kg and are charged as 22. Only a card without rounding has its weight rounded, half up,
// to four decimals, which is also the form that is shown.

import { packagingTypesNamed } from '../bookings/item.ts';
import {
  type Decimal4,
  floorDiv,
  greatestCommonDivisor,
  mulDivFloor,
  mulDivHalfUp,
} from '../decimal.ts';
import type { ShipmentLine } from '../quotes/shipment.ts';
import type { RoundingMode, RoundingPlace, WeightDefinition } from './card-definition.ts';
import type { Predicate } from './expression.ts';
import { type LaneRate, noRate } from './lane-rate.ts';
import type { RuleContext } from './rule-context.ts';

/** Cubic millimetres × kg per cubic metre, in ten-thousandths of a kilogram. */
const volumeScale = 100_000;
const kg4PerGram = 10;

const palletMask: number = packagingTypesNamed('Pallet').reduce((mask, at) => mask | (1 << at), 0);

export type CompiledWeight = {
  readonly method: WeightDefinition['method'];
  readonly roundAt: RoundingPlace;
  readonly roundMode: RoundingMode;
  readonly step: number;
  readonly minItem: number;
  readonly minConsignment: number;
  readonly palletMin: number;
  /** Numerator of the usual factor over `denominator`; 0 when volume does not count. */
  readonly numerator: number;
  readonly denominator: number;
  readonly rules: readonly { readonly test: Predicate; readonly numerator: number }[];
  readonly maxItemCubicKg: readonly number[];
};

/** The figures of one shipment under one card, line by line; reused from card to card. */
export type Weighing = {
  lineCount: number;
  /** Per item: dead weight after minimums, cubic weight, and charged weight. */
  itemDead: Float64Array;
  itemCubic: Float64Array;
  itemCharge: Float64Array;
  /** Per line: dead weight, and cubic weight as a whole number and a remainder. */
  lineDead: Float64Array;
  lineWhole: Float64Array;
  lineRest: Float64Array;
};

export function createWeighing(lines: number): Weighing {
  return {
    lineCount: 0,
    itemDead: new Float64Array(lines),
    itemCubic: new Float64Array(lines),
    itemCharge: new Float64Array(lines),
    lineDead: new Float64Array(lines),
    lineWhole: new Float64Array(lines),
    lineRest: new Float64Array(lines),
  };
}

export function compileWeight(
  weight: WeightDefinition,
  compileRule: (when: string) => Predicate,
  maxItemCubicKg: readonly number[],
): CompiledWeight {
  const factors = [weight.cubicFactor, ...weight.cubicRules.map((rule) => rule.factor)];
  let common = 1;
  for (const factor of factors) {
    if (factor === undefined) continue;
    common *= factor.denominator / greatestCommonDivisor(common, factor.denominator);
  }
  const over = (factor: WeightDefinition['cubicFactor']): number =>
    factor === undefined ? 0 : factor.numerator * (common / factor.denominator);
  return {
    method: weight.method,
    roundAt: weight.roundAt,
    roundMode: weight.roundMode,
    step: weight.roundStepKg,
    minItem: weight.minItemKg,
    minConsignment: weight.minConsignmentKg,
    palletMin: weight.palletMinKg,
    numerator: over(weight.cubicFactor),
    denominator: common * volumeScale,
    rules: weight.cubicRules.map(({ when, factor }) => ({
      test: compileRule(when),
      numerator: over(factor),
    })),
    maxItemCubicKg,
  };
}

/** Weighs every line; returns the first line above its cubic limit, or -1. */
export function weighLines(
  weight: CompiledWeight,
  context: RuleContext,
  weighing: Weighing,
): number {
  const { lines } = context.shipment;
  weighing.lineCount = lines.length;
  let tooBulky = -1;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined) continue;
    const numerator = factorOf(weight, context, line);
    weighLine(weight, weighing, at, line, numerator);
    const limit = weight.maxItemCubicKg[line.packaging] ?? Number.POSITIVE_INFINITY;
    if (tooBulky < 0 && (weighing.itemCubic[at] ?? 0) > limit) tooBulky = at;
  }
  return tooBulky;
}

/** The first rule that matches the item decides, otherwise the usual factor. */
function factorOf(weight: CompiledWeight, context: RuleContext, line: ShipmentLine): number {
  if (weight.rules.length === 0) return weight.numerator;
  context.line = line;
  context.cubicKg = mulDivHalfUp(line.volumeMm3, weight.numerator, weight.denominator);
  for (const rule of weight.rules) if (rule.test(context)) return rule.numerator;
  return weight.numerator;
}

function weighLine(
  weight: CompiledWeight,
  weighing: Weighing,
  at: number,
  line: ShipmentLine,
  numerator: number,
): void {
  const { denominator, roundAt } = weight;
  const { quantity, volumeMm3 } = line;
  let dead = line.weightGrams * kg4PerGram;
  if (dead < weight.minItem) dead = weight.minItem;
  if (dead < weight.palletMin && (palletMask & (1 << line.packaging)) !== 0) {
    dead = weight.palletMin;
  }
  const isCubic = numerator !== 0;
  const isChargedCubic = isCubic && weight.method !== 'dead_only';
  weighing.itemCubic[at] = mulDivHalfUp(volumeMm3, numerator, denominator);
  if (roundAt === 'item') {
    const itemDead = roundWeight(weight, dead, 0);
    const itemCubic = isCubic ? roundCubic(weight, volumeMm3, numerator) : 0;
    weighing.itemDead[at] = itemDead;
    weighing.itemCharge[at] = isChargedCubic ? Math.max(itemDead, itemCubic) : itemDead;
    weighing.lineDead[at] = itemDead * quantity;
    weighing.lineWhole[at] = itemCubic * quantity;
    weighing.lineRest[at] = 0;
    return;
  }
  const itemCubic = isChargedCubic ? (weighing.itemCubic[at] ?? 0) : 0;
  weighing.itemDead[at] = dead;
  weighing.itemCharge[at] = Math.max(dead, itemCubic);
  const volume = volumeMm3 * quantity;
  if (roundAt === 'line') {
    weighing.lineDead[at] = roundWeight(weight, dead * quantity, 0);
    weighing.lineWhole[at] = isCubic ? roundCubic(weight, volume, numerator) : 0;
    weighing.lineRest[at] = 0;
    return;
  }
  weighing.lineDead[at] = dead * quantity;
  weighing.lineWhole[at] = isCubic ? mulDivFloor(volume, numerator, denominator) : 0;
  weighing.lineRest[at] = isCubic ? restOf(volume, numerator, denominator) : 0;
}

/** (a × b) mod c, exact for any size. */
function restOf(a: number, b: number, c: number): number {
  const product = a * b;
  if (Number.isSafeInteger(product)) return product % c;
  return Number((BigInt(a) * BigInt(b)) % BigInt(c));
}

function roundCubic(weight: CompiledWeight, volume: number, numerator: number): number {
  const { denominator } = weight;
  const whole = mulDivFloor(volume, numerator, denominator);
  return roundWeight(weight, whole, restOf(volume, numerator, denominator));
}

/** Rounds whole + rest/denominator to the card's step. */
function roundWeight(weight: CompiledWeight, whole: number, rest: number): number {
  const { denominator, roundMode, step } = weight;
  if (roundMode === 'none') return rest * 2 >= denominator ? whole + 1 : whole;
  const steps = floorDiv(whole, step);
  const remainder = whole - steps * step;
  if (roundMode === 'up') return remainder > 0 || rest > 0 ? (steps + 1) * step : whole;
  const doubled = remainder * 2;
  // One ten-thousandth short of half a step: the remainder decides.
  const isHalf = doubled >= step || (doubled === step - 1 && rest * 2 >= denominator);
  return isHalf ? (steps + 1) * step : steps * step;
}

/**
 * The chargeable weight of the lines that `rate` prices, or of all lines for `noRate`: a lane that prices pallets
 * separately also weighs them separately.
 */
export function chargeableWeight(
  weight: CompiledWeight,
  weighing: Weighing,
  rateOfLine: readonly LaneRate[],
  rate: LaneRate,
): Decimal4 {
  const { denominator, method } = weight;
  const isByLine = method === 'per_line' || method === 'per_item';
  let dead = 0;
  let whole = 0;
  let rest = 0;
  for (let at = 0; at < weighing.lineCount; at += 1) {
    if (rate !== noRate && rateOfLine[at] !== rate) continue;
    const lineDead = weighing.lineDead[at] ?? 0;
    const lineWhole = weighing.lineWhole[at] ?? 0;
    // Dead weights have no fraction, so a line is cubic when its whole part is at least the dead weight.
    if (isByLine && lineDead > lineWhole) whole += lineDead;
    else {
      dead += lineDead;
      whole += lineWhole;
      rest += weighing.lineRest[at] ?? 0;
    }
  }
  if (rest >= denominator) {
    const carried = floorDiv(rest, denominator);
    whole += carried;
    rest -= carried * denominator;
  }
  if (!isByLine && (dead > whole || method === 'dead_only')) {
    whole = dead;
    rest = 0;
  }
  const rounded = weight.roundAt === 'consignment' ? roundWeight(weight, whole, rest) : whole;
  return Math.max(rounded, weight.minConsignment);
}

/** The sum of the lines' cubic weights, for rules that read it. */
export function totalCubicWeight(weight: CompiledWeight, weighing: Weighing): Decimal4 {
  let whole = 0;
  let rest = 0;
  for (let at = 0; at < weighing.lineCount; at += 1) {
    whole += weighing.lineWhole[at] ?? 0;
    rest += weighing.lineRest[at] ?? 0;
  }
  return whole + mulDivHalfUp(rest, 1, weight.denominator);
}
