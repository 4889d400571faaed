// Waits for a condition in another process or connection. It polls on the next turns of the event loop, then less and
// less often, so as not to take processor time from what it waits for, and fails with a message after a long time.
import { setTimeout as pause } from 'node:timers/promises';

/** Long enough for a machine with a tenth of its processor time left for tests. */
const patienceMs = 120_000;
const quickTurns = 100;
const maxPauseMs = 10;

export async function until(
  condition: string,
  isTrue: () => boolean | Promise<boolean>,
  atMostMs = patienceMs,
): Promise<void> {
  const deadline = performance.now() + atMostMs;
  for (let turns = 0; !(await isTrue()); turns += 1) {
    if (performance.now() > deadline) throw new Error(`still waiting until ${condition}`);
    if (turns < quickTurns) await new Promise((resolve) => setImmediate(resolve));
    else await pause(Math.min(turns - quickTurns, maxPauseMs));
  }
}
