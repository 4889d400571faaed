// Pair of zone numbers → a small integer, in one flat typed array. The entries of one origin lie together in a block of
// their own (open addressing inside it), so that a look-up touches two places whether the card has fifty lanes or fifty
// thousand, and the busy origins stay in the processor's cache. Never changes after it is built.

/** Value of a pair that is not in the table. */
export const notListed = -1;

/**
 * First the number of origins, then the start of each origin's block (0 if it has none), then the blocks. A block is
 * its mask, then pairs of destination and value, both stored plus one so that zero means "empty".
 */
export type PairTable = Int32Array;

type Entry = readonly [from: number, to: number, value: number];

/** If a pair has two entries, the later one counts. */
export function createPairTable(entries: Iterable<Entry>): PairTable {
  const byOrigin = new Map<number, Map<number, number>>();
  let origins = 0;
  for (const [from, to, value] of entries) {
    const block = byOrigin.get(from) ?? new Map<number, number>();
    byOrigin.set(from, block.set(to, value));
    origins = Math.max(origins, from + 1);
  }
  let size = origins + 1;
  for (const block of byOrigin.values()) size += 1 + slotsFor(block.size) * 2;
  const table = new Int32Array(size);
  table[0] = origins;
  let start = origins + 1;
  for (const [from, block] of byOrigin) {
    table[from + 1] = start;
    fillBlock(table, start, block);
    start += 1 + slotsFor(block.size) * 2;
  }
  return table;
}

/** A power of two with spare slots, because full blocks make searches slow. */
function slotsFor(entries: number): number {
  let slots = 2;
  while (slots < entries * 2) slots *= 2;
  return slots;
}

function fillBlock(table: PairTable, start: number, block: ReadonlyMap<number, number>): void {
  const mask = slotsFor(block.size) - 1;
  table[start] = mask;
  for (const [to, value] of block) {
    let slot = slotOf(to, mask);
    while (table[start + 1 + slot * 2] !== 0) slot = (slot + 1) & mask;
    table[start + 1 + slot * 2] = to + 1;
    table[start + 2 + slot * 2] = value + 1;
  }
}

function slotOf(to: number, mask: number): number {
  // Fibonacci hashing, so that neighbouring zone numbers do not share neighbouring slots.
  return (Math.imul(to, 0x9e3779b1) >>> 15) & mask;
}

export function findPair(table: PairTable, from: number, to: number): number {
  const start = from < (table[0] ?? 0) ? (table[from + 1] ?? 0) : 0;
  if (start === 0) return notListed;
  const mask = table[start] ?? 0;
  for (let slot = slotOf(to, mask); ; slot = (slot + 1) & mask) {
    const found = table[start + 1 + slot * 2] ?? 0;
    if (found === to + 1) return (table[start + 2 + slot * 2] ?? 0) - 1;
    if (found === 0) return notListed;
  }
}
