// Files named on the command line. They are checked before the command does anything irreversible.
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
    // Some editors put a byte order mark first.
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    // Without the parser's excerpt: the file may contain passwords.
    throw new Error(`${path} is not valid JSON. Check quotes, commas and brackets.`);
  }
}

export function refuseUnlessFolder(file: string): void {
  const folder = dirname(resolve(file));
  if (!existsSync(folder))
    throw new Error(`There is no folder ${folder}. Create it, or choose a file elsewhere.`);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new Error(`${file} is a folder. Choose a file in it.`);
}
