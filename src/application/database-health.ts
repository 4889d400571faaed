// Whether the database answers, for callers that must know soon: a slow database counts as unavailable.
import type { App, StoreHealth } from './ports.ts';

const patienceMs = 2_000;

/** Undefined when the database cannot be reached; the log says why. */
export async function databaseHealth({
  store,
  log,
}: Pick<App, 'store' | 'log'>): Promise<StoreHealth | undefined> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      store.health(),
      new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error('the database did not answer')), patienceMs);
      }),
    ]);
  } catch (error) {
    log.error({ err: error }, 'the database cannot be reached');
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
