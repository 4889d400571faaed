// A part of the configuration that many requests need and none may wait for.
import type { Log, Store } from '../../application/ports.ts';

/**
 * Returns the last value at once, and reads it again after each change of the configuration in any process. `read` returns the
 * value before if nothing has changed in it, because caches of quotes compare it by identity.
 */
export async function followConfiguration<Value>(
  store: Pick<Store, 'configurationRevision'>,
  log: Log,
  read: (before: Value | undefined) => Promise<Value>,
): Promise<() => Value> {
  let revision = store.configurationRevision();
  let current = await read(undefined);
  let isReading = false;
  const readAgain = async (now: number | undefined): Promise<void> => {
    isReading = true;
    try {
      current = await read(current);
      revision = now;
    } catch (error) {
      log.warn({ err: error }, 'a changed configuration could not be read');
    } finally {
      isReading = false;
    }
  };
  return () => {
    const now = store.configurationRevision();
    if (now !== revision && !isReading) void readAgain(now);
    return current;
  };
}
