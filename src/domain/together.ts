// Runs the independent writes of one transaction without waiting in between, in this order: a remote database is asked
// once instead of several times and holds its locks for less time. Waits for all of them even when one fails, because
// nothing may still be running when the transaction ends.

type Results<Writes extends readonly Promise<unknown>[]> = {
  -readonly [At in keyof Writes]: Awaited<Writes[At]>;
};

/** The results in the order of the writes; rejects with the error of the first write that failed. */
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
