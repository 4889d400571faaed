// Copies a running PostgreSQL server with the same calls as pg_basebackup, and starts a second server from such a
// copy as a streaming replica.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type PostgresServer, startPostgres } from './postgres.ts';

/**
 * Copies the files while the server writes to them, between the two calls that make such a copy consistent, and adds
 * the log that repairs it.
 */
export async function baseBackup(postgres: PostgresServer, folder: string): Promise<string> {
  const copy = join(folder, 'base');
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("select pg_backup_start('linehaul', true)");
  // A file may disappear before it is copied; the log makes the copy complete all the same.
  spawnSync('cp', ['-a', postgres.dataDir, copy]);
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  );
  await client.end();
  for (const file of ['postmaster.pid', 'pg_wal']) rmSync(join(copy, file), { recursive: true });
  execFileSync('cp', ['-a', join(postgres.dataDir, 'pg_wal'), join(copy, 'pg_wal')]);
  writeFileSync(join(copy, 'backup_label'), rows[0]?.labelfile ?? '');
  // The server renames this file, and may run as another user.
  chmodSync(join(copy, 'backup_label'), 0o666);
  return copy;
}

/** A streaming replica: read-only, and slightly behind the primary. */
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
