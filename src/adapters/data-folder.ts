// Creates the data folder if it is missing, readable only by its owner.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

const onlyOwner = 0o700;

/** The system refuses to create the folder; the message says what to do. */
export class FolderRefused extends Error {
  override readonly name = 'FolderRefused';
}

/**
 * Level by level: Node's recursive mkdir never returns where the system allows no folders at all, as in /proc.
 */
export function makeDataFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeDataFolder(parent);
  try {
    mkdirSync(folder, { mode: onlyOwner });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    // Another process is starting at the same time.
    if (error.code === 'EEXIST') return;
    if (error.code !== 'ENOENT') throw error;
    throw new FolderRefused(`No folder can be made at ${folder}. Set DATA_DIR to another.`);
  }
}
