// What a carrier takes at all: sizes, weights, packaging, dangerous goods, boxes, tailgates. Checked before
// anything is priced, and the first violation is the reason given. It never changes a price.

import type { ItemLimits, LimitsDefinition } from './card-definition.ts';
import type { Decimal4 } from './decimal.ts';
import { PACKAGING_TYPES, packagingMask } from './item.ts';
import { type FailureCode, fail, type RatingFailure } from './rating-failure.ts';
import type { Shipment, ShipmentLine } from './shipment.ts';

/** One packaging type's limits; an absent limit is infinite, so that checking is comparing. */
interface CompiledItemLimits {
  readonly maxGrams: number;
  readonly maxLengthMm: number;
  readonly maxSecondMm: number;
  readonly maxHeightMm: number;
  readonly maxGirthMm: number;
  readonly maxLengthPlusGirthMm: number;
  readonly maxVolumeMm3: number;
}

export interface CompiledLimits {
  readonly byPackaging: readonly CompiledItemLimits[];
  readonly packagingMask: number;
  readonly maxConsignmentGrams: number;
  readonly maxConsignmentMm3: number;
  readonly maxPieces: number;
  readonly maxDeclaredCents: number;
  readonly maxTailgateGrams: number;
  readonly dangerousGoods: boolean;
  readonly poBox: boolean;
  readonly tailgate: boolean;
}

const KG4_PER_GRAM = 10;
const CM4_PER_MM = 1000;
const MM3_PER_M34 = 100_000;
const DOLLARS4_PER_CENT = 100;

export function compileLimits(limits: LimitsDefinition): CompiledLimits {
  const carried = limits.packaging === undefined ? -1 : packagingMask(limits.packaging);
  return {
    byPackaging: PACKAGING_TYPES.map((_, type) => {
      let own: ItemLimits = limits.item;
      for (const special of limits.byPackaging) {
        if (special.packaging.includes(type)) own = { ...own, ...special.limits };
      }
      return compileItemLimits(own);
    }),
    packagingMask: carried & ~packagingMask(limits.notPackaging),
    maxConsignmentGrams: scaled(limits.maxConsignmentKg, 1 / KG4_PER_GRAM),
    maxConsignmentMm3: scaled(limits.maxConsignmentM3, MM3_PER_M34),
    maxPieces: limits.maxPieces ?? Number.POSITIVE_INFINITY,
    maxDeclaredCents: scaled(limits.maxDeclared, 1 / DOLLARS4_PER_CENT),
    maxTailgateGrams: scaled(limits.maxTailgateKg, 1 / KG4_PER_GRAM),
    dangerousGoods: limits.dangerousGoods,
    poBox: limits.poBox,
    tailgate: limits.tailgate,
  };
}

function compileItemLimits(limits: ItemLimits): CompiledItemLimits {
  return {
    maxGrams: scaled(limits.maxItemKg, 1 / KG4_PER_GRAM),
    maxLengthMm: scaled(limits.maxLengthCm, 1 / CM4_PER_MM),
    maxSecondMm: scaled(limits.maxSecondCm, 1 / CM4_PER_MM),
    maxHeightMm: scaled(limits.maxHeightCm, 1 / CM4_PER_MM),
    maxGirthMm: scaled(limits.maxGirthCm, 1 / CM4_PER_MM),
    maxLengthPlusGirthMm: scaled(limits.maxLengthPlusGirthCm, 1 / CM4_PER_MM),
    maxVolumeMm3: scaled(limits.maxItemM3, MM3_PER_M34),
  };
}

/** Whole measures are compared with these, so a fraction of a gram or millimetre in a limit changes nothing. */
function scaled(limit: Decimal4 | undefined, factor: number): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  return factor < 1 ? Math.floor(limit / Math.round(1 / factor)) : limit * factor;
}

export function checkLimits(
  limits: CompiledLimits,
  serviceMask: number,
  shipment: Shipment,
): RatingFailure | undefined {
  const carried = limits.packagingMask & serviceMask;
  for (let at = 0; at < shipment.lines.length; at += 1) {
    const line = shipment.lines[at];
    if (line === undefined) continue;
    if ((carried & (1 << line.packaging)) === 0) return fail('packaging_not_carried', { line: at });
    const own = limits.byPackaging[line.packaging];
    if (own === undefined) continue;
    const failure = checkLine(own, line, at);
    if (failure !== undefined) return failure;
  }
  return checkConsignment(limits, shipment);
}

function checkLine(
  limits: CompiledItemLimits,
  line: ShipmentLine,
  at: number,
): RatingFailure | undefined {
  if (line.weightGrams > limits.maxGrams) {
    return over('item_too_heavy', at, line.weightGrams, limits.maxGrams, KG4_PER_GRAM);
  }
  let long = line.longMm;
  let middle = line.middleMm;
  if (limits.maxHeightMm !== Number.POSITIVE_INFINITY) {
    // A pallet stands as it stands: its height is its own, and the other two limits are for the footprint.
    if (line.heightMm > limits.maxHeightMm) {
      return over('item_too_high', at, line.heightMm, limits.maxHeightMm, CM4_PER_MM);
    }
    long = Math.max(line.lengthMm, line.widthMm);
    middle = Math.min(line.lengthMm, line.widthMm);
  }
  if (long > limits.maxLengthMm) {
    return over('item_too_long', at, long, limits.maxLengthMm, CM4_PER_MM);
  }
  if (middle > limits.maxSecondMm) {
    return over('item_too_wide', at, middle, limits.maxSecondMm, CM4_PER_MM);
  }
  const girth = 2 * (line.middleMm + line.shortMm);
  if (girth > limits.maxGirthMm) {
    return over('item_girth_too_large', at, girth, limits.maxGirthMm, CM4_PER_MM);
  }
  const lengthPlusGirth = line.longMm + girth;
  if (lengthPlusGirth > limits.maxLengthPlusGirthMm) {
    const limit = limits.maxLengthPlusGirthMm;
    return over('item_length_and_girth_too_large', at, lengthPlusGirth, limit, CM4_PER_MM);
  }
  if (line.volumeMm3 > limits.maxVolumeMm3) {
    return bulky('item_too_bulky', at, line.volumeMm3, limits.maxVolumeMm3);
  }
  return undefined;
}

function checkConsignment(limits: CompiledLimits, shipment: Shipment): RatingFailure | undefined {
  if (shipment.pieces > limits.maxPieces) {
    return over('too_many_pieces', -1, shipment.pieces, limits.maxPieces, 10_000);
  }
  if (shipment.weightGrams > limits.maxConsignmentGrams) {
    const { weightGrams } = shipment;
    return over('consignment_too_heavy', -1, weightGrams, limits.maxConsignmentGrams, KG4_PER_GRAM);
  }
  if (shipment.volumeMm3 > limits.maxConsignmentMm3) {
    return bulky('consignment_too_bulky', -1, shipment.volumeMm3, limits.maxConsignmentMm3);
  }
  if (shipment.declaredValueCents > limits.maxDeclaredCents) {
    const { declaredValueCents } = shipment;
    const limit = limits.maxDeclaredCents;
    return over('declared_value_too_high', -1, declaredValueCents, limit, DOLLARS4_PER_CENT);
  }
  if (shipment.isDangerous && !limits.dangerousGoods) return fail('dangerous_goods_not_carried');
  if (shipment.tailgatePickup || shipment.tailgateDelivery) {
    if (!limits.tailgate) return fail('tailgate_not_offered');
    if (shipment.heaviestGrams > limits.maxTailgateGrams) {
      const { heaviestGrams } = shipment;
      return over('tailgate_too_heavy', -1, heaviestGrams, limits.maxTailgateGrams, KG4_PER_GRAM);
    }
  }
  if (!limits.poBox && (shipment.receiver.isPoBox || shipment.sender.isPoBox)) {
    return fail('po_box_not_served');
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
    actual: Math.ceil(actual / MM3_PER_M34),
    limit: limit / MM3_PER_M34,
  });
}
