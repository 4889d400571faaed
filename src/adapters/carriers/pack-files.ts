// The files of one root folder of carriers, read into memory before anything is parsed: a card is parsed and hashed
// from what was read once, so a file that changes meanwhile cannot be half old and half new. It reads only the files
// a carrier folder may have, and never more than they may weigh.

import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Tables that several carriers of one root share. */
export const SHARED_FOLDER = '_zones';

const MAX_JSON_BYTES = 4 * 1024 * 1024;
const MAX_CSV_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 20_000;

/** Path with `/`, relative to the root → content; undefined for a file that is too large. */
export type PackFiles = ReadonlyMap<string, string | undefined>;

/** Every JSON and CSV file below the root, `_template` and hidden folders left out. */
export async function readPackFiles(root: string): Promise<PackFiles> {
  const files = new Map<string, string | undefined>();
  await readFolder(root, '', 0, files);
  return files;
}

async function readFolder(
  root: string,
  folder: string,
  depth: number,
  files: Map<string, string | undefined>,
): Promise<void> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const status = await stat(join(root, path));
    if (status.isDirectory()) {
      const isHidden = /^[._]/.test(entry.name) && entry.name !== SHARED_FOLDER;
      // carriers / cards / code: nothing of a carrier lies deeper.
      if (!isHidden && depth < 3) await readFolder(root, path, depth + 1, files);
    } else if (status.isFile() && /\.(json|csv)$/.test(entry.name) && files.size < MAX_FILES) {
      const limit = entry.name.endsWith('.json') ? MAX_JSON_BYTES : MAX_CSV_BYTES;
      files.set(path, status.size > limit ? undefined : await readFile(join(root, path), 'utf8'));
    }
  }
}

/** A short name for exactly this content. */
export function hashOf(parts: Iterable<string>): string {
  const hash = createHash('sha256');
  // Lengths keep two different cuts of the same text apart.
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest('hex').slice(0, 16);
}
