// A carrier's folder replaced as a whole. What replaces it stands complete beside it, on the disk, before two renames swap
// them; should the process die between the two, whoever publishes or starts next puts the old one back. Only for one who
// holds the folder's lock: to anybody else what is being written looks like what was left over.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Hidden names are never read as carriers. */
const leftover = /^\.([a-z0-9_-]+)\.(fresh(?:-\w+)?|replaced)$/;

export function replaceFolder(
  root: string,
  folder: string,
  files: ReadonlyMap<string, string>,
): void {
  const [place, replaced] = [join(root, folder), join(root, `.${folder}.replaced`)];
  // A name that nobody else has, so that nothing is ever written into another's files.
  const draft = mkdtempSync(join(root, `.${folder}.fresh-`));
  try {
    const fresh = join(draft, folder);
    writeFiles(fresh, files);
    if (existsSync(place)) renameSync(place, replaced);
    renameSync(fresh, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  // The old one goes when the new one would be found even after the power fails.
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
    for (let one = dirname(file); one !== fresh; one = dirname(one)) folders.add(one);
  }
  for (const one of folders) flushFolder(one);
}

/** Files are found after the power has failed only when the folder's own list of them is on the disk. */
function flushFolder(folder: string): void {
  let handle: number | undefined;
  try {
    handle = openSync(folder, 'r');
    fsyncSync(handle);
  } catch (error) {
    if (!unflushable.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** What systems and mounts say that have no such thing as flushing a folder. */
const unflushable = ['EPERM', 'EINVAL', 'EISDIR', 'ENOTSUP'];

export function hasLeftovers(root: string): boolean {
  return existsSync(root) && readdirSync(root).some((name) => leftover.test(name));
}

/** A folder whose replacement was interrupted is put back; what is left over otherwise is removed. */
export function restoreInterrupted(root: string): void {
  for (const name of readdirSync(root)) {
    const [, folder, kind] = leftover.exec(name) ?? [];
    if (folder === undefined) continue;
    if (kind === 'replaced' && !existsSync(join(root, folder))) {
      renameSync(join(root, name), join(root, folder));
    } else rmSync(join(root, name), { recursive: true, force: true });
  }
}
