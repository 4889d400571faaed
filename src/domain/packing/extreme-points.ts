// The extreme points of a carton: every corner at which another piece can be placed, each with the largest free space that
// starts there. They are stored as the carton's maximal free spaces, so comparing three sides shows whether a piece fits,
// without a search for overlaps.
//
// Placing a box cuts every space that it touches into at most six remainders, one at each face of the box. Remainders that
// are inside another space, or too thin for every remaining piece, are dropped. Free space only shrinks, so a piece that does
// not fit now will never fit in this carton.

/**
 * The work done, counted in comparisons of two spaces. It replaces time, so that results do not depend on the
 * machine.
 */
export type Work = { spent: number };

/** Lowest corner x, y, z, then highest corner x, y, z; used for spaces and boxes. */
export type Bounds = readonly [number, number, number, number, number, number];

export type ExtremePoints = {
  /** Six numbers per space, as in `Bounds`. */
  readonly bounds: Int32Array;
  count: number;
  /** Three numbers per space: its longest, middle and shortest side. */
  readonly sidesMm: Int32Array;
  /**
   * The greatest longest, middle and shortest side of any space: a piece that exceeds one of them fits nowhere.
   */
  roomiestMm: readonly [number, number, number];
  readonly work: Work;
  readonly capacity: number;
  readonly cut: Int32Array;
  readonly remainders: Int32Array;
};

export const numbersASpace = 6;
const facesOfABox = 6;

export function makeExtremePoints(capacity: number, work: Work): ExtremePoints {
  return {
    bounds: new Int32Array(capacity * numbersASpace),
    count: 0,
    sidesMm: new Int32Array(capacity * 3),
    roomiestMm: [0, 0, 0],
    work,
    capacity,
    cut: new Int32Array(capacity * numbersASpace),
    remainders: new Int32Array(capacity * numbersASpace),
  };
}

/** Starts an empty carton: a single point with the whole carton as its space. */
export function openCarton(points: ExtremePoints, room: Bounds): void {
  points.bounds.set(room);
  points.count = 1;
  measureSpaces(points);
}

/** Removes the box from the free spaces. Drops remainders with a side below `thinnestMm`. */
export function occupy(points: ExtremePoints, box: Bounds, thinnestMm: number): void {
  const cutCount = setCutSpacesAside(points, box);
  const untouched = points.count;
  for (let face = 0; face < facesOfABox; face++) {
    const found = findRemainders(points, cutCount, face, box[face] ?? 0, thinnestMm);
    keepMaximal(points, found, untouched, face, box[face] ?? 0);
  }
  measureSpaces(points);
}

/** Sets the spaces that the box touches aside and closes the gaps; returns how many it set aside. */
function setCutSpacesAside(points: ExtremePoints, [x0, y0, z0, x1, y1, z1]: Bounds): number {
  const { bounds, cut } = points;
  let kept = 0;
  let cutCount = 0;
  for (let space = 0; space < points.count; space++) {
    const at = space * numbersASpace;
    const isApart =
      x0 >= read(bounds, at + 3) ||
      x1 <= read(bounds, at) ||
      y0 >= read(bounds, at + 4) ||
      y1 <= read(bounds, at + 1) ||
      z0 >= read(bounds, at + 5) ||
      z1 <= read(bounds, at + 2);
    if (!isApart) copySpace(bounds, at, cut, cutCount++);
    else if (kept++ !== space) copySpace(bounds, at, bounds, kept - 1);
  }
  points.work.spent += points.count;
  points.count = kept;
  return cutCount;
}

/**
 * The remainders of the cut spaces on the outer side of one face of the box. At a low face (0 to 2) the remainder
 * ends, at a high face (3 to 5) it begins; in both cases the wall replaces the bound three positions further on.
 */
function findRemainders(
  points: ExtremePoints,
  cutCount: number,
  face: number,
  wall: number,
  thinnestMm: number,
): number {
  const { cut, remainders } = points;
  const replaced = (face + 3) % numbersASpace;
  let found = 0;
  for (let space = 0; space < cutCount; space++) {
    copySpace(cut, space * numbersASpace, remainders, found);
    const at = found * numbersASpace;
    remainders[at + replaced] = wall;
    const isUseful =
      read(remainders, at + 3) - read(remainders, at) >= thinnestMm &&
      read(remainders, at + 4) - read(remainders, at + 1) >= thinnestMm &&
      read(remainders, at + 5) - read(remainders, at + 2) >= thinnestMm;
    if (isUseful) found++;
  }
  return found;
}

/**
 * Adds the remainders that are not inside another space. A remainder at a face can only be inside another remainder
 * at the same face, or an untouched space that ends at the face, because the box blocks all others. This avoids most
 * comparisons.
 */
function keepMaximal(
  points: ExtremePoints,
  found: number,
  untouched: number,
  face: number,
  wall: number,
): void {
  const { bounds, remainders } = points;
  const touching = (face + 3) % numbersASpace;
  for (let index = 0; index < found; index++) {
    const at = index * numbersASpace;
    let isInside = false;
    for (let other = 0; other < found && !isInside; other++) {
      if (other === index) continue;
      const otherAt = other * numbersASpace;
      // Of two equal remainders, the first one stays.
      isInside =
        contains(remainders, otherAt, remainders, at) &&
        (other < index || !contains(remainders, at, remainders, otherAt));
    }
    for (let space = 0; space < untouched && !isInside; space++) {
      const spaceAt = space * numbersASpace;
      isInside =
        read(bounds, spaceAt + touching) === wall && contains(bounds, spaceAt, remainders, at);
    }
    points.work.spent += found + untouched;
    if (isInside) continue;
    const place = points.count < points.capacity ? points.count++ : findSmaller(points, at);
    if (place !== undefined) copySpace(remainders, at, bounds, place);
  }
}

function contains(outer: Int32Array, outerAt: number, inner: Int32Array, innerAt: number): boolean {
  return (
    read(outer, outerAt) <= read(inner, innerAt) &&
    read(outer, outerAt + 1) <= read(inner, innerAt + 1) &&
    read(outer, outerAt + 2) <= read(inner, innerAt + 2) &&
    read(outer, outerAt + 3) >= read(inner, innerAt + 3) &&
    read(outer, outerAt + 4) >= read(inner, innerAt + 4) &&
    read(outer, outerAt + 5) >= read(inner, innerAt + 5)
  );
}

/** A full list replaces its smallest space with a larger remainder. */
function findSmaller(points: ExtremePoints, remainderAt: number): number | undefined {
  let smallest = volumeAt(points.remainders, remainderAt);
  let found: number | undefined;
  for (let space = 0; space < points.count; space++) {
    const volume = volumeAt(points.bounds, space * numbersASpace);
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
    const at = space * numbersASpace;
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

function copySpace(from: Int32Array, fromAt: number, to: Int32Array, place: number): void {
  const toAt = place * numbersASpace;
  for (let n = 0; n < numbersASpace; n++) to[toAt + n] = read(from, fromAt + n);
}

/** An element of a typed array. The packer never uses an index outside it. */
export function read(numbers: Int32Array, index: number): number {
  return numbers[index] ?? 0;
}
