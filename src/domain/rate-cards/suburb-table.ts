// Postcode and suburb → a small integer, in flat arrays. The hash of a suburb's name is calculated once per shipment for the
// tables of all carriers; look-ups take the same time at any table size.

/** Value of a suburb that is not in the table. */
export const noSuburb = -1;

export type SuburbTable = {
  readonly mask: number;
  /** Key and value side by side; values are stored plus one. */
  readonly slots: Int32Array;
  /** Value → the name and postcode it stands for: two names may share a hash. */
  readonly names: readonly string[];
  readonly postcodes: Uint16Array;
  readonly isEmpty: boolean;
};

/** FNV-1a over the characters, as a signed 32-bit integer. */
export function hashSuburb(suburb: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < suburb.length; at += 1) {
    hash = Math.imul(hash ^ suburb.charCodeAt(at), 0x01000193);
  }
  return hash | 0;
}

function keyOf(postcode: number, hash: number): number {
  return Math.imul(hash ^ Math.imul(postcode + 1, 0x9e3779b1), 0x85ebca6b) | 0;
}

/** The position of each entry in the list is its value; entries are distinct. */
export function createSuburbTable(
  entries: readonly { readonly postcode: number; readonly suburb: string }[],
): SuburbTable {
  let size = 4;
  while (size < entries.length * 2) size *= 2;
  const mask = size - 1;
  const slots = new Int32Array(size * 2);
  entries.forEach(({ postcode, suburb }, value) => {
    const key = keyOf(postcode, hashSuburb(suburb));
    let slot = (key >>> 7) & mask;
    while (slots[slot * 2 + 1] !== 0) slot = (slot + 1) & mask;
    slots[slot * 2] = key;
    slots[slot * 2 + 1] = value + 1;
  });
  return {
    mask,
    slots,
    names: entries.map(({ suburb }) => suburb),
    postcodes: Uint16Array.from(entries, ({ postcode }) => postcode),
    isEmpty: entries.length === 0,
  };
}

export function findSuburb(
  table: SuburbTable,
  postcode: number,
  suburb: string,
  hash: number,
): number {
  if (table.isEmpty) return noSuburb;
  const { mask, slots } = table;
  const key = keyOf(postcode, hash);
  for (let slot = (key >>> 7) & mask; ; slot = (slot + 1) & mask) {
    const value = (slots[slot * 2 + 1] ?? 0) - 1;
    if (value < 0) return noSuburb;
    const isSame =
      slots[slot * 2] === key &&
      table.postcodes[value] === postcode &&
      table.names[value] === suburb;
    if (isSame) return value;
  }
}
