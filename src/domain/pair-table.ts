// Pair of zone numbers → a small integer, in one flat typed array (open addressing): a look-up touches one cache line
// whether the card has fifty lanes or fifty thousand. Built once, never changed afterwards.

/** Value of a pair that is not in the table. */
export const NOT_LISTED = -1;

export interface PairTable {
  readonly mask: number;
  /** Key and value side by side; values are stored plus one, so that a fresh array means "empty". */
  readonly slots: Int32Array;
}

function keyOf(from: number, to: number): number {
  // Both are below 65 536, so the key is unique.
  return (from << 16) | to;
}

function slotOf(key: number, mask: number): number {
  // Fibonacci hashing: neighbouring zone numbers must not pile up in neighbouring slots.
  return (Math.imul(key, 0x9e3779b1) >>> 7) & mask;
}

/** Of two entries for one pair the later counts. */
export function createPairTable(
  entries: Iterable<readonly [from: number, to: number, value: number]>,
): PairTable {
  const list = [...entries];
  let size = 4;
  while (size < list.length * 2) size *= 2;
  const mask = size - 1;
  const slots = new Int32Array(size * 2);
  for (const [from, to, value] of list) {
    const key = keyOf(from, to);
    let slot = slotOf(key, mask);
    while (slots[slot * 2 + 1] !== 0 && slots[slot * 2] !== key) slot = (slot + 1) & mask;
    slots[slot * 2] = key;
    slots[slot * 2 + 1] = value + 1;
  }
  return { mask, slots };
}

export function findPair(table: PairTable, from: number, to: number): number {
  const { mask, slots } = table;
  const key = keyOf(from, to);
  let slot = slotOf(key, mask);
  for (;;) {
    const value = slots[slot * 2 + 1] ?? 0;
    if (value === 0) return NOT_LISTED;
    if (slots[slot * 2] === key) return value - 1;
    slot = (slot + 1) & mask;
  }
}
