// A copy of the embedded database while it is in use. It works with any schema, so both the new and the old program
// can back up before an upgrade. The copy gets its name only when complete, and existing files are never replaced.
import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { flushFolder } from '../../shared/written-files.ts';
import { fileLock } from '../file-lock.ts';

const pagesPerStep = 500;
/** Long enough for another process to recover the log, as when the service opens the file. */
const openingPatienceMs = 5_000;
const onlyOwner = 0o600;

export type BackupOptions = {
  onProgress?: ((share: number) => void) | undefined;
  /** Stops the copy between two steps and removes what was written. */
  signal?: AbortSignal | undefined;
};

/** The copy failed; the message says why and what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

export async function backupSqlite(
  source: string,
  target: string,
  { onProgress, signal }: BackupOptions = {},
): Promise<void> {
  refuseUnlessPossible(source, target);
  const part = `${target}.part`;
  const release = lock(`${part}.lock`, target);
  try {
    // Left over from a run that was killed.
    removePart(part);
    makeEmpty(part, target);
    await copy(source, part, { onProgress, signal });
    giveName(part, target);
  } finally {
    removePart(part);
    rmSync(`${part}.lock`, { force: true });
    release();
  }
}

function refuseUnlessPossible(source: string, target: string): void {
  if (!existsSync(source) || statSync(source).size === 0) {
    throw new BackupRefused(
      `There is no database at ${source}, so nothing was copied. Check DATA_DIR.`,
    );
  }
  refuseIfThere(target);
}

function refuseIfThere(target: string): void {
  if (existsSync(target)) {
    throw new BackupRefused(
      `${target} exists already. Name a new file; backups are never overwritten.`,
    );
  }
}

/** Two copies to one name would mix their halves. */
function lock(file: string, target: string): () => void {
  const release = writing(target, () => fileLock.now(file));
  if (release === undefined) {
    throw new BackupRefused(`Another backup is being written to ${target}. Name another file.`);
  }
  return release;
}

function makeEmpty(part: string, target: string): void {
  writing(target, () => closeSync(openSync(part, 'wx', onlyOwner)));
}

/** The system's own message names no file, or names internal files. */
function writing<Result>(target: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new BackupRefused(
      `${target} cannot be written: may you write in ${dirname(target)}? Name a file elsewhere, or make the folder yours. (${error.message})`,
    );
  }
}

async function copy(
  source: string,
  part: string,
  { onProgress, signal }: BackupOptions,
): Promise<void> {
  const database = new DatabaseSync(source, { timeout: openingPatienceMs });
  try {
    database.exec('pragma query_only = on');
    await backup(database, part, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) => {
        if (signal?.aborted === true) throw interrupted();
        onProgress?.(totalPages === 0 ? 1 : 1 - remainingPages / totalPages);
      },
    });
    if (signal?.aborted === true) throw interrupted();
  } finally {
    database.close();
  }
}

const interrupted = () =>
  new BackupRefused('The backup was interrupted. Nothing was kept of it; start it again.');

/** A link never replaces an existing file. Disks without links can only be checked first. */
function giveName(part: string, target: string): void {
  try {
    linkSync(part, target);
  } catch (error) {
    refuseIfThere(target);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw error;
    renameSync(part, target);
  }
  flushFolder(dirname(target));
}

function removePart(part: string): void {
  for (const file of [part, `${part}-journal`, `${part}-wal`, `${part}-shm`])
    rmSync(file, { force: true });
}
