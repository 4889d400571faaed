// A part of the configuration that many requests need and none may wait for.
import type { Log, Store } from '../../application/ports.ts';

export type FollowedConfiguration<Value> = {
  /** The last value, at once. Reads it again after each change of the configuration in any process. */
  current(): Value;
  /** Reads it now. Rejects if it cannot be read, and then the last value stays. */
  refresh(): Promise<void>;
};

/** `read` returns the value before if nothing has changed in it, because caches of quotes compare it by identity. */
export async function followConfiguration<Value>(
  store: Pick<Store, 'configurationRevision'>,
  log: Log,
  read: (before: Value | undefined) => Promise<Value>,
): Promise<FollowedConfiguration<Value>> {
  let revision = store.configurationRevision();
  let current = await read(undefined);
  let reading: Promise<void> | undefined;
  const readAgain = async (): Promise<void> => {
    const now = store.configurationRevision();
    current = await read(current);
    revision = now;
  };
  /** After a reading in progress, which may have begun before the change. */
  const refresh = (): Promise<void> => {
    const begun = (reading ?? Promise.resolve()).then(readAgain, readAgain).finally(() => {
      if (reading === begun) reading = undefined;
    });
    reading = begun;
    return begun;
  };
  return {
    current: () => {
      if (store.configurationRevision() !== revision && reading === undefined) {
        refresh().catch((error: unknown) =>
          log.warn({ err: error }, 'a changed configuration could not be read'),
        );
      }
      return current;
    },
    refresh,
  };
}
