// Pair of zone numbers → a small integer, in flat typed arrays (open addressing): a look-up touches one or two
// cache lines whether the card has fifty lanes or fifty thousand. Built once, never changed afterwards.

/** Value of a pair that is not in the table. */
export const NOT_LISTED = -1;

export interface PairTable {
  readonly mask: number;
  readonly keys: Int32Array;
  /** Stored plus one, so that a fresh array means "empty". */
  readonly values: Int32Array;
}

function keyOf(from: number, to: number): number {
  // Both are below 65 536, so the key is unique.
  return (from << 16) | to;
}

function slotOf(key: number, mask: number): number {
  // Fibonacci hashing: neighbouring zone numbers must not pile up in neighbouring slots.
  return (Math.imul(key, 0x9e3779b1) >>> 7) & mask;
}

export function createPairTable(
  entries: Iterable<readonly [from: number, to: number, value: number]>,
): PairTable {
  const list = [...entries];
  let size = 4;
  while (size < list.length * 2) size *= 2;
  const mask = size - 1;
  const keys = new Int32Array(size);
  const values = new Int32Array(size);
  for (const [from, to, value] of list) {
    const key = keyOf(from, to);
    let slot = slotOf(key, mask);
    while (values[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
    keys[slot] = key;
    values[slot] = value + 1;
  }
  return { mask, keys, values };
}

export function findPair(table: PairTable, from: number, to: number): number {
  const { mask, keys, values } = table;
  const key = keyOf(from, to);
  let slot = slotOf(key, mask);
  for (let value = values[slot] ?? 0; value !== 0; value = values[slot] ?? 0) {
    if (keys[slot] === key) return value - 1;
    slot = (slot + 1) & mask;
  }
  return NOT_LISTED;
}
