// A second, slow and simple calculation of freight charges in exact fractions, written from the description of the
// format. Tests compare the fast engine with it; the two share no arithmetic.

import type { Item } from '../../../src/domain/bookings/item.ts';
import type {
  LaneDefinition,
  WeightDefinition,
} from '../../../src/domain/rate-cards/card-definition.ts';

/** An exact fraction. */
class Exact {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint | number, bottom: bigint | number = 1n) {
    this.top = BigInt(top);
    this.bottom = BigInt(bottom);
  }

  plus(other: Exact): Exact {
    return new Exact(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  times(other: Exact): Exact {
    return new Exact(this.top * other.top, this.bottom * other.bottom);
  }

  minus(other: Exact): Exact {
    return this.plus(new Exact(-other.top, other.bottom));
  }

  over(other: Exact): Exact {
    return new Exact(this.top * other.bottom, this.bottom * other.top);
  }

  isBelow(other: Exact): boolean {
    return this.top * other.bottom < other.top * this.bottom;
  }

  floor(): bigint {
    const quotient = this.top / this.bottom;
    return quotient * this.bottom > this.top ? quotient - 1n : quotient;
  }

  ceil(): bigint {
    return -new Exact(-this.top, this.bottom).floor();
  }

  halfUp(): bigint {
    return this.plus(new Exact(1, 2)).floor();
  }
}

const zero = new Exact(0);
const larger = (a: Exact, b: Exact): Exact => (a.isBelow(b) ? b : a);
const smaller = (a: Exact, b: Exact): Exact => (a.isBelow(b) ? a : b);
const sum = (list: readonly Exact[]): Exact => list.reduce((a, b) => a.plus(b), zero);
/** Decimals are stored times ten thousand. */
const decimal = (value: number): Exact => new Exact(value, 10_000);

function round(weight: WeightDefinition, kg: Exact): Exact {
  // Without rounding, weights keep four decimals.
  if (weight.roundMode === 'none') return new Exact(kg.times(new Exact(10_000)).halfUp(), 10_000);
  const step = decimal(weight.roundStepKg);
  const steps = kg.over(step);
  return new Exact(weight.roundMode === 'up' ? steps.ceil() : steps.halfUp()).times(step);
}

type Weighed = {
  readonly quantity: Exact;
  readonly dead: Exact;
  readonly cubic: Exact;
};

function weigh(weight: WeightDefinition, item: Item): Weighed {
  const { numerator, denominator } = weight.cubicFactor ?? { numerator: 0, denominator: 1 };
  const volume = new Exact(
    BigInt(item.lengthMm) * BigInt(item.widthMm) * BigInt(item.heightMm),
    1_000_000_000,
  );
  const isDead = weight.method === 'dead_only';
  const cubic = isDead ? zero : volume.times(new Exact(numerator, denominator));
  const dead = larger(new Exact(item.weightGrams, 1000), decimal(weight.minItemKg));
  const atItem = weight.roundAt === 'item';
  return {
    quantity: new Exact(item.quantity),
    dead: atItem ? round(weight, dead) : dead,
    cubic: atItem ? round(weight, cubic) : cubic,
  };
}

function chargeable(weight: WeightDefinition, items: readonly Weighed[]): Exact {
  const atLine = (kg: Exact): Exact => (weight.roundAt === 'line' ? round(weight, kg) : kg);
  const dead = items.map((item) => atLine(item.dead.times(item.quantity)));
  const cubic = items.map((item) => atLine(item.cubic.times(item.quantity)));
  const isByLine = weight.method === 'per_line' || weight.method === 'per_item';
  const kg = isByLine
    ? sum(dead.map((own, at) => larger(own, cubic[at] ?? zero)))
    : larger(sum(dead), sum(cubic));
  const rounded = weight.roundAt === 'consignment' ? round(weight, kg) : kg;
  return larger(rounded, decimal(weight.minConsignmentKg));
}

/** The charge of a lane, or undefined above its last break. */
function laneCharge(lane: LaneDefinition, x: Exact): Exact | undefined {
  const included = decimal(lane.basicIncludes);
  const limits = lane.breaks.map(({ to }) => (to === undefined ? undefined : decimal(to)));
  const reached = limits.findIndex((to) => to === undefined || !to.isBelow(x));
  const at = lane.breaks[reached];
  if (at === undefined) return undefined;
  const price = decimal(at.price);
  const beyond = larger(zero, x.minus(included));
  const basic = decimal(lane.basic);
  let freight: Exact;
  switch (lane.breakMode) {
    case 'flat_rate':
    case 'whole':
      freight = basic.plus(price.times(beyond));
      break;
    case 'cumulative':
      freight = basic.plus(
        sum(
          lane.breaks.map((band, index) => {
            const lower = index === 0 ? zero : (limits[index - 1] ?? zero);
            const upper = smaller(limits[index] ?? x, x);
            const part = larger(zero, upper.minus(larger(lower, included)));
            return decimal(band.price).times(part);
          }),
        ),
      );
      break;
    case 'band':
      freight = basic.plus(price);
      break;
    case 'step':
      freight = basic.plus(price.times(new Exact(beyond.over(decimal(at.step)).ceil())));
      break;
  }
  if (lane.bump) {
    for (let higher = reached + 1; higher < lane.breaks.length; higher += 1) {
      const lower = limits[higher - 1] ?? zero;
      const rate = decimal(lane.breaks[higher]?.price ?? 0);
      freight = smaller(freight, basic.plus(rate.times(larger(zero, lower.minus(included)))));
    }
  }
  if (lane.minimum !== undefined) freight = larger(freight, decimal(lane.minimum));
  return lane.maximum === undefined ? freight : smaller(freight, decimal(lane.maximum));
}

/** The freight of one row over all items in cents, or undefined if the row's breaks end below them. */
export function freightByHand(
  weight: WeightDefinition,
  lane: LaneDefinition,
  items: readonly Item[],
): { readonly chargeKg: bigint; readonly freightCents: bigint } | undefined {
  const weighed = items.map((item) => weigh(weight, item));
  const kg = chargeable(weight, weighed);
  const parts =
    lane.per === 'item'
      ? weighed.map((item) => {
          const own = larger(item.dead, item.cubic);
          return laneCharge(lane, own)?.times(item.quantity);
        })
      : [laneCharge(lane, kg)];
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  return {
    chargeKg: kg.times(new Exact(10_000)).halfUp(),
    freightCents: sum(known).times(new Exact(100)).halfUp(),
  };
}
