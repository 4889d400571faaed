// Waits for something that another process or connection does in its own time. Not a sleep: it looks again
// on every turn of the event loop, and gives up with a sentence when it has waited far too long.

const patienceMs = 30_000;

export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  atMostMs = patienceMs,
): Promise<void> {
  const deadline = performance.now() + atMostMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`still waiting until ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
