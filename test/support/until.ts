// Waits for something that another process or connection does in its own time. Not a sleep: it looks again on the next turns
// of the event loop, then ever less often so as not to take the processor from whom it waits for, and gives up with a
// sentence when it has waited far too long.
import { setTimeout as pause } from 'node:timers/promises';

/** Far too long on a machine that has a tenth of its processors left for us. */
const patienceMs = 120_000;
const eagerTurns = 100;
const mostPauseMs = 10;

export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  atMostMs = patienceMs,
): Promise<void> {
  const deadline = performance.now() + atMostMs;
  for (let turns = 0; !(await isSo()); turns += 1) {
    if (performance.now() > deadline) throw new Error(`still waiting until ${what}`);
    if (turns < eagerTurns) await new Promise((resolve) => setImmediate(resolve));
    else await pause(Math.min(turns - eagerTurns, mostPauseMs));
  }
}
