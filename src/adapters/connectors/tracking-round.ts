// Tracks all pieces of a consignment, a portion at a time. The carrier's rate or the time limit may end a round early. Its
// results count, and the next round continues where this one stopped, so that every piece has its turn.
import type { CarrierScan, Clock } from '../../application/ports.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';

/** Connote → the portion with which the next round begins. A complete round leaves no entry. */
export type RoundMemory = Map<string, number>;

/** Polling waits little longer for one shipment (`poll-carriers.ts`). */
const longestRoundMs = 4_000;
const longestLaterMs = 4_000;
/** Forgotten consignments begin at their first portion again. */
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
  const continueWith = (portion: number): void => {
    if (memory.size >= mostRemembered) memory.clear();
    memory.set(connote, portion % portions.length);
  };
  for (let n = 0; n < portions.length; n += 1) {
    const at = (first + n) % portions.length;
    if (n > 0 && clock.nowMs() - beganMs > longestRoundMs) {
      continueWith(at);
      return scans;
    }
    try {
      // Later portions have a time limit, so that one that hangs does not lose the results before it.
      const signal = n === 0 ? undefined : AbortSignal.timeout(longestLaterMs);
      scans.push(...(await ask(portions[at] ?? [], signal)));
    } catch (error) {
      const isPaced = error instanceof CarrierTrouble && error.kind === 'paced';
      // A portion that always fails must not block the others.
      continueWith(n === 0 && !isPaced ? at + 1 : at);
      if (n === 0) throw error;
      return scans;
    }
  }
  memory.delete(connote);
  return scans;
}
