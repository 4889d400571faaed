// One line of identical items in whole grams and millimetres, and the only list of allowed packaging types. Carriers'
// limits are checked elsewhere.

export const gramsPerKg = 1000;

/**
 * A packaging type and the family it belongs to. A rate card that names the head of a family ("Carton") means
 * every member ("Box", "Heavy Carton"); naming a member means that member only.
 */
export type PackagingType = {
  readonly name: string;
  readonly family: string;
};

export const packagingTypes: readonly PackagingType[] = [
  { name: 'Carton', family: 'Carton' },
  { name: 'Box', family: 'Carton' },
  { name: 'Parcel', family: 'Carton' },
  { name: 'Heavy Carton', family: 'Carton' },
  { name: 'Carton Containing Liquids', family: 'Carton' },
  { name: 'Carton Containing Glass', family: 'Carton' },
  { name: 'Wine Beer Liquor Carton', family: 'Carton' },
  { name: 'Satchel', family: 'Satchel' },
  { name: 'Satchel 500g', family: 'Satchel' },
  { name: 'Satchel 1kg', family: 'Satchel' },
  { name: 'Satchel 3kg', family: 'Satchel' },
  { name: 'Satchel 5kg', family: 'Satchel' },
  { name: 'Bag', family: 'Bag' },
  { name: 'Envelope', family: 'Envelope' },
  { name: 'Document', family: 'Envelope' },
  { name: 'Tube', family: 'Tube' },
  { name: 'Roll', family: 'Tube' },
  { name: 'Drum', family: 'Drum' },
  { name: 'Keg', family: 'Drum' },
  { name: 'Crate', family: 'Crate' },
  { name: 'Skid', family: 'Skid' },
  { name: 'Pallet', family: 'Pallet' },
  { name: 'Bundle', family: 'Other' },
  { name: 'Unpackaged', family: 'Other' },
  { name: 'Other', family: 'Other' },
];

/** Position in `packagingTypes`: compiled cards index their tables with it. */
export type PackagingIndex = number;

/** Older clients use these names. */
const otherNames: readonly { spelling: string; name: string }[] = [
  { spelling: 'Other Misc', name: 'Other' },
  { spelling: 'Misc', name: 'Other' },
];

const indexBySpelling: ReadonlyMap<string, PackagingIndex> = new Map([
  ...packagingTypes.map(({ name }, index) => [packagingSpelling(name), index] as const),
  ...otherNames.map(
    ({ spelling, name }) =>
      [
        packagingSpelling(spelling),
        packagingTypes.findIndex((type) => type.name === name),
      ] as const,
  ),
]);

/** Case, spaces, `_`, `-` and `/` do not distinguish packaging types. */
function packagingSpelling(text: string): string {
  return text.replace(/[\s_/-]+/g, '').toLowerCase();
}

export function findPackagingType(text: string): PackagingIndex | undefined {
  return indexBySpelling.get(packagingSpelling(text));
}

/** A packaging type, with the caller's spelling if it differs from the type's name. */
export type Packaging = { readonly packaging: PackagingIndex; readonly spelling?: string };

export function readPackaging(text: string): Packaging | undefined {
  const packaging = findPackagingType(text);
  if (packaging === undefined) return undefined;
  return packagingName(packaging) === text ? { packaging } : { packaging, spelling: text };
}

/** Returns the caller's spelling, because typed clients fail on any other. */
export function spelledPackaging({ packaging, spelling }: Packaging): string {
  return spelling ?? packagingName(packaging);
}

/** For pages and documents, which show the type's own name. */
export function withoutSpelling<Line extends { spelling?: string }>({
  spelling: _spelling,
  ...line
}: Line): Omit<Line, 'spelling'> {
  return line;
}

export function packagingName(index: PackagingIndex): string {
  return packagingTypes[index]?.name ?? '';
}

/** The types that a card means by a name: the whole family for its head, otherwise the single type. */
export function packagingTypesNamed(text: string): readonly PackagingIndex[] {
  const index = findPackagingType(text);
  const type = index === undefined ? undefined : packagingTypes[index];
  if (index === undefined || type === undefined) return [];
  if (type.family !== type.name) return [index];
  return packagingTypes.flatMap((member, at) => (member.family === type.name ? [at] : []));
}

/** One bit per type; there are fewer than 32 types. */
export function packagingMask(types: readonly PackagingIndex[]): number {
  let mask = 0;
  for (const type of types) mask |= 1 << type;
  return mask;
}

/** Type → the head of its family, precalculated because rules read it on the hot path. */
const familyOf: readonly PackagingIndex[] = packagingTypes.map(({ family }, index) => {
  const head = packagingTypes.findIndex((type) => type.name === family);
  return head < 0 ? index : head;
});

export function packagingFamily(index: PackagingIndex): PackagingIndex {
  return familyOf[index] ?? index;
}

/** One line: `quantity` identical items. */
export type Item = {
  readonly packaging: PackagingIndex;
  readonly quantity: number;
  readonly weightGrams: number;
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
};
