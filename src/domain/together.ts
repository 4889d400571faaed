// Writes of one transaction that do not need each other's answers, begun in this order without waiting in between: a
// database on the other side of a network is asked once instead of several times, and holds what it locks for less long.
// All of them are waited for, also when one fails: nothing may still be under way when the transaction ends.

type Results<Writes extends readonly Promise<unknown>[]> = {
  -readonly [At in keyof Writes]: Awaited<Writes[At]>;
};

/** The results in the order of the writes; fails as the first of them that did. */
export async function together<const Writes extends readonly Promise<unknown>[]>(
  writes: Writes,
): Promise<Results<Writes>> {
  const results: unknown[] = [];
  for (const settled of await Promise.allSettled(writes)) {
    if (settled.status === 'rejected') throw settled.reason;
    results.push(settled.value);
  }
  return results as Results<Writes>;
}
