// Files that a command is told to read or write: looked at before the command does anything that can not be taken back.
import { existsSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export function getFile(path: string): Stats {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isFile() !== true) throw new Error(`There is no file ${path}.`);
  return status;
}

export function refuseUnlessFolder(file: string): void {
  const folder = dirname(resolve(file));
  if (!existsSync(folder))
    throw new Error(`There is no folder ${folder}. Make it, or name a file elsewhere.`);
}
