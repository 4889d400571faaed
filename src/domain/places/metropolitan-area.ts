// The metropolitan areas of the capital cities by postcode: the areas in which couriers drive on streets rather than
// highways. Postcodes of box lobbies and large receivers are left out, because couriers do not drive there.

const areas = {
  sydney: [
    [2000, 2234],
    [2555, 2570],
    [2740, 2777],
  ],
  canberra: [
    [2600, 2620],
    [2900, 2914],
  ],
  melbourne: [
    [3000, 3207],
    [3335, 3341],
    [3427, 3429],
    [3750, 3811],
    [3910, 3920],
    [3975, 3978],
  ],
  brisbane: [
    [4000, 4182],
    [4205, 4207],
    [4300, 4306],
    [4500, 4519],
  ],
  adelaide: [[5000, 5199]],
  perth: [[6000, 6182]],
  hobart: [[7000, 7055]],
  darwin: [[800, 832]],
} as const satisfies Readonly<Record<string, readonly (readonly [number, number])[]>>;

export type City = keyof typeof areas;

const cityByPostcode = new Map(
  (Object.keys(areas) as City[]).flatMap((city) =>
    areas[city].flatMap(([from, to]) =>
      Array.from(
        { length: to - from + 1 },
        (_, n) => [String(from + n).padStart(4, '0'), city] as const,
      ),
    ),
  ),
);

/** Undefined outside the metropolitan areas. */
export function findCity(postcode: string): City | undefined {
  return cityByPostcode.get(postcode);
}

/** Whether two Australian postcodes are in the same metropolitan area. */
export function isWithinOneCity(postcode: string, other: string): boolean {
  const city = findCity(postcode);
  return city !== undefined && city === findCity(other);
}
