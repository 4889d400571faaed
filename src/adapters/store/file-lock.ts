// A lock that one process holds at a time, on a file of its own. It is the operating system's, which SQLite knows how to take
// everywhere: it ends with the process that holds it, whatever that dies of, and holds between containers that share a disk.
import { chmodSync, chownSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/** SQLite's code for a file that another has locked. */
const busy = 5;
const pauseMs = 50;
const tries = 100;

type Release = () => void;

export const fileLock = { now: lockNow, soon: lockSoon };

/** By this process. To close such a file anywhere in it is to let go of the lock, so it is not even opened twice. */
const held = new Set<string>();

/** Undefined while another holds it. The file is made where there is none, and stays: nothing is ever written to it. */
function lockNow(name: string): Release | undefined {
  const file = resolve(name);
  if (held.has(file)) return undefined;
  if (!existsSync(file)) make(file);
  // SQLite would not say which file it is that can not be opened, and why.
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

/** For all who may write in the folder, whoever comes first: a command of root's must not shut the service out. */
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

/** Waits for as long as writing some files may take; undefined when another still holds it. */
async function lockSoon(file: string): Promise<Release | undefined> {
  for (let tried = 1; ; tried += 1) {
    const release = lockNow(file);
    if (release !== undefined || tried >= tries) return release;
    await pause(pauseMs);
  }
}
