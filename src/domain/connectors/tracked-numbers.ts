// The numbers by which a carrier tracks a consignment, in portions for one request each.

/** The pieces' numbers, or the connote if they have none or the carrier tracks only connotes. */
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
