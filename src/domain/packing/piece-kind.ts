// Groups the pieces of an order into kinds with equal sides (in any rotation) and equal weight. The packer works on
// kinds in a canonical order, so that its result does not depend on the order in which a client lists items.

export type CartonSize = {
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
};

export type PieceSize = CartonSize & { readonly weightGrams: number };

export type CartonLimits = CartonSize & { readonly weightLimitGrams: number };

export type PieceKind = {
  /** Longest, middle, shortest side. */
  readonly sidesMm: readonly [number, number, number];
  readonly volumeMm3: number;
  readonly weightGrams: number;
  /** The distinct rotations of the piece in the carton: extents along length, width and height for each. */
  readonly orientations: Int32Array;
};

export function volumeOf(size: CartonSize): number {
  return size.lengthMm * size.widthMm * size.heightMm;
}

/** The piece's kind for this carton; undefined if the piece is too big or too heavy for it. */
export function findKind(piece: PieceSize, carton: CartonLimits): PieceKind | undefined {
  if (piece.weightGrams > carton.weightLimitGrams) return undefined;
  const sidesMm = sortedSides(piece);
  const orientations = orientationsInside(sidesMm, carton);
  if (orientations.length === 0) return undefined;
  return { sidesMm, volumeMm3: volumeOf(piece), weightGrams: piece.weightGrams, orientations };
}

/** The canonical order: large before small; different kinds never compare as equal. */
export function compareKinds(one: PieceKind, other: PieceKind): number {
  return (
    other.volumeMm3 - one.volumeMm3 ||
    other.sidesMm[0] - one.sidesMm[0] ||
    other.sidesMm[1] - one.sidesMm[1] ||
    other.weightGrams - one.weightGrams
  );
}

function sortedSides(piece: CartonSize): [number, number, number] {
  const { lengthMm: a, widthMm: b, heightMm: c } = piece;
  const longest = Math.max(a, b, c);
  const shortest = Math.min(a, b, c);
  return [longest, a + b + c - longest - shortest, shortest];
}

function orientationsInside(sides: readonly [number, number, number], carton: CartonSize) {
  const [a, b, c] = sides;
  const turns = [
    [a, b, c],
    [a, c, b],
    [b, a, c],
    [b, c, a],
    [c, a, b],
    [c, b, a],
  ] as const;
  const inside: number[] = [];
  for (const [index, [x, y, z]] of turns.entries()) {
    const isRepeat = turns.slice(0, index).some((turn) => turn[0] === x && turn[1] === y);
    const isInside = x <= carton.lengthMm && y <= carton.widthMm && z <= carton.heightMm;
    if (isInside && !isRepeat) inside.push(x, y, z);
  }
  return Int32Array.from(inside);
}
