// Quotes load their tables on first use. A server loads them soon after its start, so that no request waits for it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../application/ports.ts';

/** One table at a time, with requests in between. */
export async function warmUp(app: Pick<App, 'locations' | 'carriers' | 'log'>): Promise<void> {
  const { locations, carriers, log } = app;
  const tables = [
    () => locations.localities.all(),
    () => locations.version,
    () => locations.countries,
    ...carriers.snapshot().carriers.flatMap(({ cards }) => cards.map((card) => card.compiled)),
  ];
  for (const make of tables) {
    await nextTurn();
    try {
      make();
    } catch (error) {
      log.error({ err: error }, 'a table for quotes cannot be built');
    }
  }
}
