// The folder that a start makes if it is not there, readable by nobody else.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

const onlyOwner = 0o700;

/** The system makes no folder there; the message says what to do. */
export class FolderRefused extends Error {
  override readonly name = 'FolderRefused';
}

/** Step by step: Node's own way of making all of them never ends where the system makes no folders at all, as in /proc. */
export function makeDataFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeDataFolder(parent);
  try {
    mkdirSync(folder, { mode: onlyOwner });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    // Another process that starts now.
    if (error.code === 'EEXIST') return;
    if (error.code !== 'ENOENT') throw error;
    throw new FolderRefused(`No folder can be made at ${folder}. Set DATA_DIR to another.`);
  }
}
