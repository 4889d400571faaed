// An empty database with all tables, for benchmarks that write to it without the service.
import { openStore } from '../src/adapters/store/open-store.ts';
import { silentLog, silentMeter } from '../test/support/test-logs.ts';

export async function makeTables(databaseUrl: string | undefined, dataDir: string): Promise<void> {
  const { store } = await openStore({
    databaseUrl,
    dataDir,
    nowMs: 0,
    schema: 'bring_up_to_date',
    log: silentLog,
    meter: silentMeter,
  });
  await store.close();
}
