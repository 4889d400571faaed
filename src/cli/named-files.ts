// Files that a command is told to read or write: looked at before the command does anything that can not be taken back.
import { existsSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export function getFile(path: string): Stats {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isFile() !== true) throw new Error(`There is no file ${path}.`);
  return status;
}

/** `-` is standard input. */
export function readJsonFile(path: string): unknown {
  // Not only plain files: secrets come through pipes (`--file <(…)`).
  const status = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false });
  if (path !== '-' && (status === undefined || status.isDirectory()))
    throw new Error(`There is no file ${path}.`);
  const text = readFileSync(path === '-' ? 0 : path, 'utf8');
  try {
    // Editors of other systems put a byte order mark before it.
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    // Without a part of it, as the parser would show: there may be passwords in it.
    throw new Error(`${path} is not valid JSON. Check quotes, commas and brackets.`);
  }
}

export function refuseUnlessFolder(file: string): void {
  const folder = dirname(resolve(file));
  if (!existsSync(folder))
    throw new Error(`There is no folder ${folder}. Make it, or name a file elsewhere.`);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new Error(`${file} is a folder. Name a file in it.`);
}
