// Whether the database answers, for whoever has to know soon: one that takes its time is as good as away.
import type { App, StoreHealth } from './ports.ts';

const patienceMs = 2_000;

/** Undefined when it can't be reached; the log says why. */
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
    log.error({ err: error }, 'the database can not be reached');
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
