// Runs a change and rolls it back, so that a preview shows exactly what the change would do.
import type { App, Store } from './ports.ts';

class RolledBack extends Error {
  override readonly name = 'RolledBack';
}

/** The result of `change`, of which nothing is stored. */
export async function rehearse<Result>(
  app: App,
  change: (app: App) => Promise<Result>,
): Promise<Result> {
  let result: { of: Result } | undefined;
  try {
    await app.store.transaction(async (store: Store) => {
      result = { of: await change({ ...app, store }) };
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  if (result === undefined) throw new Error('a rehearsed transaction ended without its result');
  return result.of;
}
