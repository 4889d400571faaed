// Detects PostgreSQL statements that wait for a lock, so that a test can make two transactions meet.
import pg from 'pg';
import type { Place } from '../setups.ts';
import { until } from '../until.ts';

/** Waits until a statement is blocked by another transaction. */
export async function untilSomebodyWaits({ databaseUrl }: Place): Promise<void> {
  const watcher = new pg.Client({ connectionString: databaseUrl });
  await watcher.connect();
  try {
    await until('a statement waits for a lock', async () => {
      const { rows } = await watcher.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return (rows[0]?.waiting ?? 0) > 0;
    });
  } finally {
    await watcher.end();
  }
}
