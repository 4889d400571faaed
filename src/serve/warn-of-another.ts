// Two servers on one embedded database, started apart: it works, and is not what the operator wants.
import { join } from 'node:path';
import { fileLock } from '../adapters/store/file-lock.ts';
import type { Log } from '../application/ports.ts';
import type { Config } from '../config.ts';

/** Never called: the lock ends with the process, or with whoever forgets it. */
let letGo: (() => void) | undefined;

/** Each would count limits for itself and keep prices of its own; `WORKERS` share both. */
export function warnOfAnother({ databaseUrl, dataDir }: Config, log: Log): void {
  if (databaseUrl !== undefined) return;
  letGo ??= fileLock.now(join(dataDir, 'serving.lock'));
  if (letGo !== undefined) return;
  log.warn(
    { dataDir },
    'another server uses this database: use WORKERS for more processes, or PostgreSQL and Redis',
  );
}
