// Warns if two servers were started separately on one embedded database: it works, but is rarely intended.
import { join } from 'node:path';
import { fileLock } from '../adapters/store/file-lock.ts';
import type { Log } from '../application/ports.ts';
import type { Config } from '../config.ts';

/** Never called: the lock ends with the process. */
let letGo: (() => void) | undefined;

/** Each server counts limits and caches prices alone; `WORKERS` share both. */
export function warnOfAnother({ databaseUrl, dataDir }: Config, log: Log): void {
  if (databaseUrl !== undefined) return;
  letGo ??= fileLock.now(join(dataDir, 'serving.lock'));
  if (letGo !== undefined) return;
  log.warn(
    { dataDir },
    'another server uses this database: use WORKERS for more processes, or PostgreSQL and Redis',
  );
}
