// The files of one root folder of carriers, read into memory before anything is parsed: a card is parsed and hashed
// from what was read once, so a file that changes meanwhile cannot be half old and half new. It reads only the files
// a carrier folder may have, and never more than they may weigh.

import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CsvFault, decodeCsv, describeFault } from '../../../domain/csv/csv-file.ts';

/** Tables that several carriers of one root share. */
export const sharedFolder = '_zones';

const mostJsonBytes = 4 * 1024 * 1024;
/** Some two hundred thousand lanes; the largest card known, of every pair of 262 depots, takes a third of it. */
const mostCsvBytes = 16 * 1024 * 1024;
const mostFiles = 20_000;
/** carriers / cards / code: nothing of a carrier lies deeper. */
const deepestFolder = 3;
/** Files that keep changing while they are read are taken as they are in the end. */
const mostAttempts = 5;

/** Why a file has no content that can be used, and where in it. */
export type Unread = Pick<CsvFault, 'code' | 'line' | 'column' | 'value' | 'message'>;

/** Path with `/`, relative to the root → content, or why there is none. */
export type CarrierFiles = ReadonlyMap<string, string | Unread>;

type FileStatus = {
  readonly path: string;
  readonly size: number;
  readonly changedMs: number;
};

/** Every JSON and CSV file below the root; `_template` and hidden folders are left out. */
export async function readCarrierFiles(root: string): Promise<CarrierFiles> {
  return (await readPack(root)).files;
}

/** The same, with the folder's fingerprint as it was when its files were read. */
export async function readPack(
  root: string,
): Promise<{ files: CarrierFiles; fingerprint: string }> {
  let statuses = await listFiles(root);
  for (let attempt = 1; ; attempt += 1) {
    const files = new Map<string, string | Unread>();
    for (const status of statuses) files.set(status.path, await readPackFile(root, status));
    const after = await listFiles(root);
    const before = fingerprint(statuses);
    if (attempt >= mostAttempts || fingerprint(after) === before) {
      return { files, fingerprint: before };
    }
    statuses = after;
  }
}

async function readPackFile(root: string, { path, size }: FileStatus): Promise<string | Unread> {
  const isJson = path.endsWith('.json');
  const limit = isJson ? mostJsonBytes : mostCsvBytes;
  if (size > limit)
    return unread('file_too_large', `the file has ${megabytes(size)}; at most ${megabytes(limit)}`);
  try {
    const text = decodeCsv(await readFile(join(root, path)));
    if (typeof text === 'string') return text;
    const fix = isJson ? 'Save it as UTF-8.' : text.fix;
    return { ...text, message: describeFault({ message: text.message, fix }) };
  } catch (error) {
    // One that vanishes while it is read shows in the second list.
    const reason = error instanceof Error ? error.message : String(error);
    return unread('file_unreadable', `the file cannot be read: ${reason}`);
  }
}

function unread(code: string, message: string): Unread {
  return { code, line: 0, column: 0, value: '', message };
}

function megabytes(bytes: number): string {
  return `${Math.ceil((bytes / 1024 / 1024) * 10) / 10} MB`;
}

/** Changes when a file is added, removed or written, and when the folder can't be read. */
export async function fingerprintFolder(root: string): Promise<string> {
  return await listFiles(root).then(fingerprint, () => unreadable);
}

export const unreadable = 'unreadable';

function fingerprint(statuses: readonly FileStatus[]): string {
  return hashOf(statuses.map(({ path, size, changedMs }) => `${path} ${size} ${changedMs}`));
}

async function listFiles(root: string): Promise<FileStatus[]> {
  const statuses: FileStatus[] = [];
  await listFolder(root, '', 0, statuses);
  return statuses;
}

async function listFolder(
  root: string,
  folder: string,
  depth: number,
  statuses: FileStatus[],
): Promise<void> {
  const names = await readdir(join(root, folder));
  for (const name of names.sort()) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const isHidden = /^[._]/.test(name) && name !== sharedFolder;
    if (isHidden) continue;
    // A file may vanish between the list and the look, as editors' temporary files do.
    const status = await stat(join(root, path)).catch(() => undefined);
    if (status?.isDirectory() === true) {
      if (depth < deepestFolder) await listFolder(root, path, depth + 1, statuses);
    } else if (status?.isFile() === true && /\.(json|csv)$/.test(name)) {
      if (statuses.length >= mostFiles) return;
      statuses.push({ path, size: status.size, changedMs: status.mtimeMs });
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
