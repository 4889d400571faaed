// Files that appear whole or not at all, and folders whose entries survive a power failure.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Each process writes a file of its own and renames it, so that no reader sees half of one; the last rename wins. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, content, { flush: true });
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Some systems cannot flush a folder. */
const cannotFlush: readonly unknown[] = ['EINVAL', 'EPERM', 'EACCES', 'EISDIR', 'ENOTSUP'];

/** After a power failure files exist only if their folder's entries are on disk. */
export function flushFolder(path: string): void {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && cannotFlush.includes(error.code)))
      throw error;
  }
}
