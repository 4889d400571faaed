// The extreme points of a carton: every corner at which a further piece can be set down, each with
// the largest free room that opens from it. They are kept as the carton's maximal free spaces, so a
// piece is known to fit by comparing three sides, with no search for overlaps.
//
// Setting a box down cuts every space it touches into at most six remainders (left, right, before,
// behind, below, above); remainders inside another space, or too thin for any piece that is left,
// are forgotten. What must not be broken: the free room only ever shrinks, so a piece that fits
// nowhere now will fit nowhere later in this carton.

/** Work done, in comparisons of a space with a box; the packer's only notion of time. */
export type Work = { spent: number };

export type ExtremePoints = {
  /** Six numbers a space: its lowest corner x, y, z, then its highest. */
  readonly bounds: Int32Array;
  count: number;
  /** Three numbers a space: its longest, middle and shortest side. */
  readonly sidesMm: Int32Array;
  /** The greatest longest, middle and shortest side of any space: a piece above one of them fits nowhere. */
  roomiestMm: [number, number, number];
  readonly capacity: number;
  readonly remainders: Int32Array;
  remainderCount: number;
  readonly work: Work;
};

export type Box = {
  readonly x0: number;
  readonly y0: number;
  readonly z0: number;
  readonly x1: number;
  readonly y1: number;
  readonly z1: number;
};

const NUMBERS_A_SPACE = 6;
const MOST_REMAINDERS = 6;

export function makeExtremePoints(capacity: number, work: Work): ExtremePoints {
  return {
    bounds: new Int32Array(capacity * NUMBERS_A_SPACE),
    count: 0,
    sidesMm: new Int32Array(capacity * 3),
    roomiestMm: [0, 0, 0],
    capacity,
    remainders: new Int32Array(capacity * NUMBERS_A_SPACE * MOST_REMAINDERS),
    remainderCount: 0,
    work,
  };
}

/** Starts an empty carton: one point, the whole room. */
export function openCarton(
  points: ExtremePoints,
  lengthMm: number,
  widthMm: number,
  heightMm: number,
): void {
  points.bounds.set([0, 0, 0, lengthMm, widthMm, heightMm]);
  points.count = 1;
  measureSpaces(points);
}

/** Takes the box out of the free room. Remainders with a side below `thinnestMm` are of no use. */
export function occupy(points: ExtremePoints, box: Box, thinnestMm: number): void {
  cutSpaces(points, box, thinnestMm);
  keepMaximalRemainders(points);
  measureSpaces(points);
}

function cutSpaces(points: ExtremePoints, box: Box, thinnestMm: number): void {
  const { bounds } = points;
  const { x0, y0, z0, x1, y1, z1 } = box;
  let kept = 0;
  points.remainderCount = 0;
  for (let space = 0; space < points.count; space++) {
    const at = space * NUMBERS_A_SPACE;
    const a0 = read(bounds, at);
    const b0 = read(bounds, at + 1);
    const c0 = read(bounds, at + 2);
    const a1 = read(bounds, at + 3);
    const b1 = read(bounds, at + 4);
    const c1 = read(bounds, at + 5);
    if (x0 >= a1 || x1 <= a0 || y0 >= b1 || y1 <= b0 || z0 >= c1 || z1 <= c0) {
      if (kept !== space) {
        bounds.copyWithin(kept * NUMBERS_A_SPACE, at, at + NUMBERS_A_SPACE);
      }
      kept++;
      continue;
    }
    const wide = a1 - a0 >= thinnestMm;
    const deep = b1 - b0 >= thinnestMm;
    const tall = c1 - c0 >= thinnestMm;
    if (deep && tall) {
      if (x0 - a0 >= thinnestMm) addRemainder(points, a0, b0, c0, x0, b1, c1);
      if (a1 - x1 >= thinnestMm) addRemainder(points, x1, b0, c0, a1, b1, c1);
    }
    if (wide && tall) {
      if (y0 - b0 >= thinnestMm) addRemainder(points, a0, b0, c0, a1, y0, c1);
      if (b1 - y1 >= thinnestMm) addRemainder(points, a0, y1, c0, a1, b1, c1);
    }
    if (wide && deep) {
      if (z0 - c0 >= thinnestMm) addRemainder(points, a0, b0, c0, a1, b1, z0);
      if (c1 - z1 >= thinnestMm) addRemainder(points, a0, b0, z1, a1, b1, c1);
    }
  }
  points.work.spent += points.count;
  points.count = kept;
}

function addRemainder(
  points: ExtremePoints,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): void {
  const { remainders } = points;
  const at = points.remainderCount * NUMBERS_A_SPACE;
  remainders[at] = x0;
  remainders[at + 1] = y0;
  remainders[at + 2] = z0;
  remainders[at + 3] = x1;
  remainders[at + 4] = y1;
  remainders[at + 5] = z1;
  points.remainderCount++;
}

function keepMaximalRemainders(points: ExtremePoints): void {
  const { bounds, remainders, remainderCount } = points;
  const untouched = points.count;
  for (let index = 0; index < remainderCount; index++) {
    const at = index * NUMBERS_A_SPACE;
    points.work.spent += untouched + remainderCount;
    if (isInsideAny(remainders, at, bounds, untouched, -1)) continue;
    if (isInsideAny(remainders, at, remainders, remainderCount, index)) continue;
    const place = points.count < points.capacity ? points.count++ : findSmaller(points, at);
    if (place === undefined) continue;
    for (let n = 0; n < NUMBERS_A_SPACE; n++) {
      bounds[place * NUMBERS_A_SPACE + n] = read(remainders, at + n);
    }
  }
}

/** Is the space at `at` inside one of `others`? Of two equal remainders, the first one stays. */
function isInsideAny(
  spaces: Int32Array,
  at: number,
  others: Int32Array,
  otherCount: number,
  self: number,
): boolean {
  const x0 = read(spaces, at);
  const y0 = read(spaces, at + 1);
  const z0 = read(spaces, at + 2);
  const x1 = read(spaces, at + 3);
  const y1 = read(spaces, at + 4);
  const z1 = read(spaces, at + 5);
  for (let other = 0; other < otherCount; other++) {
    if (other === self) continue;
    const o = other * NUMBERS_A_SPACE;
    const a0 = read(others, o);
    if (a0 > x0) continue;
    const b0 = read(others, o + 1);
    if (b0 > y0) continue;
    const c0 = read(others, o + 2);
    if (c0 > z0) continue;
    const a1 = read(others, o + 3);
    if (a1 < x1) continue;
    const b1 = read(others, o + 4);
    if (b1 < y1) continue;
    const c1 = read(others, o + 5);
    if (c1 < z1) continue;
    const isEqual = a0 === x0 && b0 === y0 && c0 === z0 && a1 === x1 && b1 === y1 && c1 === z1;
    if (self === -1 || !isEqual || other < self) return true;
  }
  return false;
}

/** When the list is full, the smallest space gives way to a larger remainder. */
function findSmaller(points: ExtremePoints, remainderAt: number): number | undefined {
  let smallest = volumeAt(points.remainders, remainderAt);
  let found: number | undefined;
  for (let space = 0; space < points.count; space++) {
    const volume = volumeAt(points.bounds, space * NUMBERS_A_SPACE);
    if (volume < smallest) {
      smallest = volume;
      found = space;
    }
  }
  points.work.spent += points.count;
  return found;
}

function volumeAt(spaces: Int32Array, at: number): number {
  return (
    (read(spaces, at + 3) - read(spaces, at)) *
    (read(spaces, at + 4) - read(spaces, at + 1)) *
    (read(spaces, at + 5) - read(spaces, at + 2))
  );
}

function measureSpaces(points: ExtremePoints): void {
  const { bounds, sidesMm } = points;
  let longestMm = 0;
  let middleMm = 0;
  let shortestMm = 0;
  for (let space = 0; space < points.count; space++) {
    const at = space * NUMBERS_A_SPACE;
    const x = read(bounds, at + 3) - read(bounds, at);
    const y = read(bounds, at + 4) - read(bounds, at + 1);
    const z = read(bounds, at + 5) - read(bounds, at + 2);
    const long = Math.max(x, y, z);
    const short = Math.min(x, y, z);
    const middle = x + y + z - long - short;
    sidesMm[space * 3] = long;
    sidesMm[space * 3 + 1] = middle;
    sidesMm[space * 3 + 2] = short;
    if (long > longestMm) longestMm = long;
    if (middle > middleMm) middleMm = middle;
    if (short > shortestMm) shortestMm = short;
  }
  points.roomiestMm = [longestMm, middleMm, shortestMm];
}

/** Element of a typed array; every index used here is inside it. */
export function read(numbers: Int32Array, index: number): number {
  return numbers[index] ?? 0;
}
