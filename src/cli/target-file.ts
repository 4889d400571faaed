// A file that a command is to write: looked at before the command does anything that can not be taken back.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export function refuseUnlessFolder(file: string): void {
  const folder = dirname(resolve(file));
  if (!existsSync(folder))
    throw new Error(`There is no folder ${folder}. Make it, or name a file elsewhere.`);
}
