// What a carrier is asked by about a consignment, in portions that it takes.

/** The numbers of its pieces, or its connote where they have none. */
export function trackedNumbers({
  connote,
  pieces,
}: {
  connote: string;
  pieces: readonly string[];
}): readonly string[] {
  return pieces.length === 0 ? [connote] : pieces;
}

export function inPortions<One>(all: readonly One[], most: number): (readonly One[])[] {
  const portions: (readonly One[])[] = [];
  for (let from = 0; from < all.length; from += most) portions.push(all.slice(from, from + most));
  return portions;
}
