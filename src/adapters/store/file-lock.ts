// A lock on a file of its own that one process holds at a time. SQLite takes the operating system's file lock on
// every platform. The lock ends with the process, however it dies, and works between containers that share a disk.
import { chmodSync, chownSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/** SQLite's error code for a file that another process has locked. */
const busy = 5;
const pauseMs = 50;
const tries = 100;

type Release = () => void;

export const fileLock = { now: lockNow, soon: lockSoon };

/**
 * Files locked by this process. Closing any handle of a locked file releases the lock, so a file is never opened
 * twice.
 */
const held = new Set<string>();

/**
 * Returns undefined while another process holds the lock. The file is created if it is missing, stays, and remains
 * empty.
 */
function lockNow(name: string): Release | undefined {
  const file = resolve(name);
  if (held.has(file)) return undefined;
  if (!existsSync(file)) make(file);
  // Open the file first: unlike SQLite's error, this one names the file and the reason.
  closeSync(openSync(file, 'a'));
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined;
    throw error;
  }
  held.add(file);
  return () => {
    held.delete(file);
    database.close();
  };
}

/**
 * Creates the file for everyone who may write in the folder, so that a command run as root does not lock the service
 * out.
 */
function make(file: string): void {
  try {
    closeSync(openSync(file, 'ax'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  const { uid, gid, mode } = statSync(dirname(file));
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
  chmodSync(file, mode & everybodysReadAndWrite);
}

const everybodysReadAndWrite = 0o666;

/** Waits a few seconds for the lock; returns undefined if another process still holds it. */
async function lockSoon(file: string): Promise<Release | undefined> {
  for (let tried = 1; ; tried += 1) {
    const release = lockNow(file);
    if (release !== undefined || tried >= tries) return release;
    await pause(pauseMs);
  }
}
