// The numbers by which a carrier tracks a consignment, in portions that fit one request.

/** The numbers of its pieces, or its connote if they have none or the carrier tracks connotes only. */
export function trackedNumbers(
  { connote, pieces }: { connote: string; pieces: readonly string[] },
  { tracksConnotes = false }: { tracksConnotes?: boolean },
): readonly string[] {
  return pieces.length === 0 || tracksConnotes ? [connote] : pieces;
}

export function inPortions<One>(all: readonly One[], most: number): (readonly One[])[] {
  const portions: (readonly One[])[] = [];
  for (let from = 0; from < all.length; from += most) portions.push(all.slice(from, from + most));
  return portions;
}
