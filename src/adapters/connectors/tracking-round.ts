// Asks a carrier about all pieces of a consignment, a portion at a time. Its pace or the time may end a round early: what was
// heard by then counts, and the next round goes on where this one stopped, so that every piece has its turn.
import type { CarrierScan, Clock } from '../../application/ports.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';

/** Connote → the portion the next round begins with; not there when the last one was whole. */
export type RoundMemory = Map<string, number>;

/** Nobody waits for one shipment much longer (`poll-carriers.ts`). */
const longestRoundMs = 4_000;
const longestLaterMs = 4_000;
/** What is forgotten then begins at its first portion again. */
const mostRemembered = 10_000;

export async function trackInPortions(
  { memory, clock }: { memory: RoundMemory; clock: Clock },
  connote: string,
  portions: readonly (readonly string[])[],
  ask: (
    numbers: readonly string[],
    signal: AbortSignal | undefined,
  ) => Promise<readonly CarrierScan[]>,
): Promise<readonly CarrierScan[]> {
  const scans: CarrierScan[] = [];
  const beganMs = clock.nowMs();
  const first = memory.get(connote) ?? 0;
  const goOnWith = (portion: number): void => {
    if (memory.size >= mostRemembered) memory.clear();
    memory.set(connote, portion % portions.length);
  };
  for (let n = 0; n < portions.length; n += 1) {
    const at = (first + n) % portions.length;
    if (n > 0 && clock.nowMs() - beganMs > longestRoundMs) {
      goOnWith(at);
      return scans;
    }
    try {
      // The first has all the time there is. A later one that hangs must not take along what was heard before it.
      const signal = n === 0 ? undefined : AbortSignal.timeout(longestLaterMs);
      scans.push(...(await ask(portions[at] ?? [], signal)));
    } catch (error) {
      const isPaced = error instanceof CarrierTrouble && error.kind === 'paced';
      // One that always fails must not keep the others from being asked.
      goOnWith(n === 0 && !isPaced ? at + 1 : at);
      if (n === 0) throw error;
      return scans;
    }
  }
  memory.delete(connote);
  return scans;
}
