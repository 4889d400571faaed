// Copies of a running PostgreSQL server as its own tools make them, with the calls that pg_basebackup makes; and a second
// server that is begun from such a copy and follows the first one from then on.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type PostgresServer, startPostgres } from './postgres.ts';

/** The files while they are written to, between the two calls that make such a copy good, and the log that mends it. */
export async function baseBackup(postgres: PostgresServer, folder: string): Promise<string> {
  const copy = join(folder, 'base');
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("select pg_backup_start('linehaul', true)");
  // A file may be gone by the time it is its turn: such a copy is complete all the same.
  spawnSync('cp', ['-a', postgres.dataDir, copy]);
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  );
  await client.end();
  for (const gone of ['postmaster.pid', 'pg_wal']) rmSync(join(copy, gone), { recursive: true });
  execFileSync('cp', ['-a', join(postgres.dataDir, 'pg_wal'), join(copy, 'pg_wal')]);
  writeFileSync(join(copy, 'backup_label'), rows[0]?.labelfile ?? '');
  // The server, which may be another user, renames it.
  chmodSync(join(copy, 'backup_label'), 0o666);
  return copy;
}

/** A streaming replica: it takes no writes, and replays the primary's, a moment later. */
export async function startReplica(primary: PostgresServer): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-replica-'));
  try {
    const copy = await baseBackup(primary, folder);
    return await startPostgres({
      restore: (dataDir) => {
        execFileSync('cp', ['-a', `${copy}/.`, dataDir]);
        const { hostname, port } = new URL(primary.url);
        appendFileSync(
          join(dataDir, 'postgresql.auto.conf'),
          `primary_conninfo = 'host=${hostname} port=${port} user=postgres'\n`,
        );
        writeFileSync(join(dataDir, 'standby.signal'), '');
      },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
