// The limits of a carrier: sizes, weights, packaging, dangerous goods, post office boxes, tailgates. Checked before
// pricing; the first violation is the reason that is reported.

import { packagingMask, packagingTypes, packagingTypesNamed } from '../bookings/item.ts';
import type { Decimal4 } from '../decimal.ts';
import { type Shipment, type ShipmentLine, wantsTailgate } from '../quotes/shipment.ts';
import type { ItemLimits, LimitsDefinition } from './card-definition.ts';
import { type FailureCode, fail, type RatingFailure } from './rating-failure.ts';
import { mm3PerM34 } from './volume.ts';

/**
 * Limits of one packaging type, side by side: whole grams, millimetres and cubic millimetres. An absent limit is
 * infinite, so that checking is comparing.
 */
const limitsPerType = 8;
const gramsPlace = 0;
const lengthPlace = 1;
const secondPlace = 2;
const heightPlace = 3;
const girthPlace = 4;
const lengthPlusGirthPlace = 5;
const volumePlace = 6;
const thicknessPlace = 7;

export type CompiledLimits = {
  /** The limits of every packaging type, one after the other. */
  readonly byPackaging: Float64Array;
  readonly packagingMask: number;
  readonly maxConsignmentGrams: number;
  readonly maxConsignmentMm3: number;
  readonly maxPieces: number;
  readonly maxDeclaredCents: number;
  readonly maxTailgateGrams: number;
  readonly dangerousGoods: boolean;
  readonly poBox: boolean;
  readonly tailgate: boolean;
};

/** Packaging without an upright side: people write its sides in any order. */
const flatMask = packagingMask([
  ...packagingTypesNamed('Satchel'),
  ...packagingTypesNamed('Envelope'),
]);

const kg4PerGram = 10;
const cm4PerMm = 1000;
const dollars4PerCent = 100;

export function compileLimits(limits: LimitsDefinition): CompiledLimits {
  const carried = limits.packaging === undefined ? -1 : packagingMask(limits.packaging);
  return {
    byPackaging: Float64Array.from(
      packagingTypes.flatMap((_, type) => {
        let own: ItemLimits = limits.item;
        for (const special of limits.byPackaging) {
          if (special.packaging.includes(type)) own = withOwnLimits(own, special.limits);
        }
        return itemLimits(own, (flatMask & (1 << type)) !== 0);
      }),
    ),
    packagingMask: carried & ~packagingMask(limits.notPackaging),
    maxConsignmentGrams: scaled(limits.maxConsignmentKg, 1 / kg4PerGram),
    maxConsignmentMm3: scaled(limits.maxConsignmentM3, mm3PerM34),
    maxPieces: limits.maxPieces ?? Number.POSITIVE_INFINITY,
    maxDeclaredCents: scaled(limits.maxDeclared, 1 / dollars4PerCent),
    maxTailgateGrams: scaled(limits.maxTailgateKg, 1 / kg4PerGram),
    dangerousGoods: limits.dangerousGoods,
    poBox: limits.poBox,
    tailgate: limits.tailgate,
  };
}

/** A type with its own limits for all three sides may fill them: the general limits of volume and girth do not apply. */
function withOwnLimits(general: ItemLimits, own: Partial<ItemLimits>): ItemLimits {
  const { maxLengthCm, maxSecondCm, maxHeightCm } = own;
  const sides = [maxLengthCm, maxSecondCm, maxHeightCm];
  if (sides.includes(undefined)) return { ...general, ...own };
  const unbound = {
    maxGirthCm: undefined,
    maxLengthPlusGirthCm: undefined,
    maxItemM3: undefined,
  };
  return { ...general, ...unbound, ...own };
}

/** `isFlat`: a limit of the height then applies to the thinnest side. */
function itemLimits(limits: ItemLimits, isFlat: boolean): number[] {
  const height = scaled(limits.maxHeightCm, 1 / cm4PerMm);
  return [
    scaled(limits.maxItemKg, 1 / kg4PerGram),
    scaled(limits.maxLengthCm, 1 / cm4PerMm),
    scaled(limits.maxSecondCm, 1 / cm4PerMm),
    isFlat ? Number.POSITIVE_INFINITY : height,
    scaled(limits.maxGirthCm, 1 / cm4PerMm),
    scaled(limits.maxLengthPlusGirthCm, 1 / cm4PerMm),
    scaled(limits.maxItemM3, mm3PerM34),
    isFlat ? height : Number.POSITIVE_INFINITY,
  ];
}

/** Rounded down: they are compared with whole grams and millimetres. */
function scaled(limit: Decimal4 | undefined, factor: number): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  return factor < 1 ? Math.floor(limit / Math.round(1 / factor)) : limit * factor;
}

export function checkLimits(
  limits: CompiledLimits,
  serviceMask: number,
  shipment: Shipment,
): RatingFailure | undefined {
  const unmet = checkOptions(limits, shipment);
  if (unmet !== undefined) return unmet;
  const carried = limits.packagingMask & serviceMask;
  for (let at = 0; at < shipment.lines.length; at += 1) {
    const line = shipment.lines[at];
    if (line === undefined) continue;
    if ((carried & (1 << line.packaging)) === 0) return fail('packaging_not_carried', { line: at });
    const failure = checkLine(limits.byPackaging, line.packaging * limitsPerType, line, at);
    if (failure !== undefined) return failure;
  }
  return checkConsignment(limits, shipment);
}

/** Checked first: a carrier's live price overrules limits of size and weight, but not these. */
function checkOptions(limits: CompiledLimits, shipment: Shipment): RatingFailure | undefined {
  if (shipment.isDangerous && !limits.dangerousGoods) return fail('dangerous_goods_not_carried');
  if (wantsTailgate(shipment)) {
    if (!limits.tailgate) return fail('tailgate_not_offered');
    if (shipment.heaviestGrams > limits.maxTailgateGrams) {
      const { heaviestGrams } = shipment;
      return over('tailgate_too_heavy', -1, heaviestGrams, limits.maxTailgateGrams, kg4PerGram);
    }
  }
  if (!limits.poBox && (shipment.receiver.isPoBox || shipment.sender.isPoBox)) {
    return fail('po_box_not_served');
  }
  return undefined;
}

/** `own` is the position of the limits of the line's packaging. */
function checkLine(
  limits: Float64Array,
  own: number,
  line: ShipmentLine,
  at: number,
): RatingFailure | undefined {
  const limit = (place: number): number => limits[own + place] ?? 0;
  if (line.weightGrams > limit(gramsPlace)) {
    return over('item_too_heavy', at, line.weightGrams, limit(gramsPlace), kg4PerGram);
  }
  let long = line.longMm;
  let middle = line.middleMm;
  if (limit(heightPlace) !== Number.POSITIVE_INFINITY) {
    // A pallet stays upright: its height has its own limit, and the other two limits are for the footprint.
    if (line.heightMm > limit(heightPlace)) {
      return over('item_too_high', at, line.heightMm, limit(heightPlace), cm4PerMm);
    }
    long = Math.max(line.lengthMm, line.widthMm);
    middle = Math.min(line.lengthMm, line.widthMm);
  }
  if (line.shortMm > limit(thicknessPlace)) {
    return over('item_too_high', at, line.shortMm, limit(thicknessPlace), cm4PerMm);
  }
  if (long > limit(lengthPlace))
    return over('item_too_long', at, long, limit(lengthPlace), cm4PerMm);
  if (middle > limit(secondPlace))
    return over('item_too_wide', at, middle, limit(secondPlace), cm4PerMm);
  const girth = 2 * (line.middleMm + line.shortMm);
  if (girth > limit(girthPlace)) {
    return over('item_girth_too_large', at, girth, limit(girthPlace), cm4PerMm);
  }
  const both = line.longMm + girth;
  if (both > limit(lengthPlusGirthPlace)) {
    const most = limit(lengthPlusGirthPlace);
    return over('item_length_and_girth_too_large', at, both, most, cm4PerMm);
  }
  if (line.volumeMm3 > limit(volumePlace)) {
    return bulky('item_too_bulky', at, line.volumeMm3, limit(volumePlace));
  }
  return undefined;
}

function checkConsignment(limits: CompiledLimits, shipment: Shipment): RatingFailure | undefined {
  if (shipment.pieces > limits.maxPieces) {
    return over('too_many_pieces', -1, shipment.pieces, limits.maxPieces, 10_000);
  }
  if (shipment.weightGrams > limits.maxConsignmentGrams) {
    const { weightGrams } = shipment;
    return over('consignment_too_heavy', -1, weightGrams, limits.maxConsignmentGrams, kg4PerGram);
  }
  if (shipment.volumeMm3 > limits.maxConsignmentMm3) {
    return bulky('consignment_too_bulky', -1, shipment.volumeMm3, limits.maxConsignmentMm3);
  }
  if (shipment.declaredValueCents > limits.maxDeclaredCents) {
    const { declaredValueCents } = shipment;
    const limit = limits.maxDeclaredCents;
    return over('declared_value_too_high', -1, declaredValueCents, limit, dollars4PerCent);
  }
  return undefined;
}

function over(
  code: FailureCode,
  line: number,
  actual: number,
  limit: number,
  scale: number,
): RatingFailure {
  return fail(code, { line, actual: actual * scale, limit: limit * scale });
}

function bulky(code: FailureCode, line: number, actual: number, limit: number): RatingFailure {
  return fail(code, {
    line,
    actual: Math.ceil(actual / mm3PerM34),
    limit: limit / mm3PerM34,
  });
}
