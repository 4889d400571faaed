// What quotes need is made when it is first asked for. A server makes it soon after its start, so that no request waits for
// it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../application/ports.ts';

/** One table after the other, with requests in between. */
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
      log.error({ err: error }, 'a table that quotes need can not be made');
    }
  }
}
