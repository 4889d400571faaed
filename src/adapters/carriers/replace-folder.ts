// Replaces a carrier's folder as a whole: the new files are complete and on disk before two renames swap the folders.
// Between the renames, and if the process dies there, readers use the old folder under its hidden name; the next publisher
// or start restores it. The caller must have the folder's lock, because files that are being written look like leftovers.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { flushFolder } from '../shared/written-files.ts';
import { replacedFolder } from './loading/carrier-files.ts';

const leftover = /^\.([a-z0-9_-]+)\.(fresh(?:-\w+)?|replaced)$/;

export function replaceFolder(
  root: string,
  folder: string,
  files: ReadonlyMap<string, string>,
): void {
  const [place, replaced] = [join(root, folder), join(root, replacedFolder(folder))];
  // A unique name, so that two processes never write into one folder.
  const draft = mkdtempSync(join(root, `.${folder}.fresh-`));
  try {
    const fresh = join(draft, folder);
    writeFiles(fresh, files);
    if (existsSync(place)) renameSync(place, replaced);
    renameSync(fresh, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  // The old folder is removed when the new one is safe from a power failure.
  flushFolder(root);
  rmSync(replaced, { recursive: true, force: true });
}

function writeFiles(fresh: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(fresh);
  const folders = new Set([fresh]);
  for (const [path, text] of files) {
    const file = join(fresh, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flush: true });
    for (let path = dirname(file); path !== fresh; path = dirname(path)) folders.add(path);
  }
  for (const folder of folders) flushFolder(folder);
}

export function hasLeftovers(root: string): boolean {
  return existsSync(root) && readdirSync(root).some((name) => leftover.test(name));
}

/** Restores folders whose replacement was interrupted and removes other leftovers. */
export function restoreInterrupted(root: string): void {
  for (const name of readdirSync(root)) {
    const [, folder, kind] = leftover.exec(name) ?? [];
    if (folder === undefined) continue;
    if (kind === 'replaced' && !existsSync(join(root, folder))) {
      renameSync(join(root, name), join(root, folder));
    } else rmSync(join(root, name), { recursive: true, force: true });
  }
}
