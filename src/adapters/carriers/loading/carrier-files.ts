// Reads the files of one root folder of carriers into memory before anything is parsed, so that a file that changes meanwhile is
// not half old and half new. Reads only JSON and CSV files, up to a size limit.

import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePosition } from '../../../domain/csv/csv.ts';
import { decodeCsv } from '../../../domain/csv/csv-file.ts';
import { csvFix, csvMessage } from '../../../wording/csv.ts';

/** Tables that several carriers of one root share. */
export const sharedFolder = '_zones';

/** Versions of carriers' files (card-versions.ts). Their histories tell which versions wait for a day. */
export const versionsFolder = '.versions';

/** The old files of a carrier while `replaceFolder` swaps its folder, and afterwards if the process died meanwhile. */
export const replacedFolder = (folder: string): string => `.${folder}.replaced`;
const replaced = /^\.([a-z0-9_-]+)\.replaced$/;

const mostJsonBytes = 4 * 1024 * 1024;
/** About two hundred thousand lanes. The largest known card, with every pair of 262 depots, needs a third of it. */
const mostCsvBytes = 16 * 1024 * 1024;
const mostFiles = 20_000;
/** `carrier/cards/code` is the deepest folder of a carrier. */
const deepestFolder = 3;
/** If the files keep changing, accept the last reading after this many attempts. */
const mostAttempts = 5;

/** Why a file cannot be used, and the place. */
export type Unread = Pick<FilePosition, 'line' | 'column'> & {
  code: string;
  value: string;
  message: string;
};

/** Path with `/`, relative to the root → content, or why it cannot be read. */
export type CarrierFiles = ReadonlyMap<string, string | Unread>;

type FileStatus = {
  readonly path: string;
  /** The same, but where the file is on disk: it may be in a folder that is being replaced. */
  readonly file: string;
  readonly size: number;
  readonly changedMs: number;
};

/** Every JSON and CSV file of carriers below the root; `_template` and hidden folders are left out. */
export async function readCarrierFiles(root: string): Promise<CarrierFiles> {
  return (await readPack(root)).files;
}

/** The same, with the histories of versions, and the folder's fingerprint at the time. */
export async function readPack(
  root: string,
): Promise<{ files: CarrierFiles; histories: CarrierFiles; fingerprint: string }> {
  let statuses = await listFiles(root);
  for (let attempt = 1; ; attempt += 1) {
    const files = new Map<string, string | Unread>();
    const histories = new Map<string, string | Unread>();
    for (const status of statuses) {
      const kind = status.path.startsWith(`${versionsFolder}/`) ? histories : files;
      kind.set(status.path, await readPackFile(root, status));
    }
    const after = await listFiles(root);
    const before = fingerprint(statuses);
    if (attempt >= mostAttempts || fingerprint(after) === before) {
      return { files, histories, fingerprint: before };
    }
    statuses = after;
  }
}

async function readPackFile(
  root: string,
  { path, file, size }: FileStatus,
): Promise<string | Unread> {
  const isJson = path.endsWith('.json');
  const limit = isJson ? mostJsonBytes : mostCsvBytes;
  if (size > limit)
    return unread('file_too_large', `the file has ${megabytes(size)}; at most ${megabytes(limit)}`);
  try {
    const text = decodeCsv(await readFile(join(root, file)));
    if (typeof text === 'string') return text;
    const fix = isJson ? 'Save it as UTF-8.' : csvFix(text);
    return { ...text, message: `${csvMessage(text)}. ${fix}` };
  } catch (error) {
    // A file that was deleted meanwhile is missing in the second list.
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

/** Changes when a file is added, removed or written, and when the folder cannot be read. */
export async function fingerprintFolder(root: string): Promise<string> {
  return await listFiles(root).then(fingerprint, () => unreadable);
}

export const unreadable = 'unreadable';

function fingerprint(statuses: readonly FileStatus[]): string {
  return hashOf(statuses.map(({ path, size, changedMs }) => `${path} ${size} ${changedMs}`));
}

async function listFiles(root: string): Promise<FileStatus[]> {
  const statuses: FileStatus[] = [];
  const names = await readdir(root);
  await listNames(root, names, { path: '', file: '', depth: 0 }, statuses);
  for (const name of names.sort()) {
    const folder = replaced.exec(name)?.[1];
    // Without these files, the carrier would be sold at the prices of the shipped sample.
    if (folder !== undefined && !names.includes(folder))
      await listFolder(root, { path: folder, file: name, depth: 1 }, statuses);
  }
  return statuses;
}

type Folder = Pick<FileStatus, 'path' | 'file'> & { readonly depth: number };

async function listFolder(root: string, folder: Folder, statuses: FileStatus[]): Promise<void> {
  await listNames(root, await readdir(join(root, folder.file)), folder, statuses);
}

async function listNames(
  root: string,
  names: readonly string[],
  folder: Folder,
  statuses: FileStatus[],
): Promise<void> {
  const within = (parent: string, name: string): string =>
    parent === '' ? name : `${parent}/${name}`;
  for (const name of names.toSorted()) {
    const [path, file] = [within(folder.path, name), within(folder.file, name)];
    const isHidden = /^[._]/.test(name) && ![sharedFolder, versionsFolder].includes(name);
    if (isHidden) continue;
    // Temporary files may be deleted between the list and this call.
    const status = await stat(join(root, file)).catch(() => undefined);
    if (status?.isDirectory() === true) {
      if (folder.depth < deepestFolder)
        await listFolder(root, { path, file, depth: folder.depth + 1 }, statuses);
    } else if (status?.isFile() === true && /\.(json|csv)$/.test(name)) {
      if (statuses.length >= mostFiles) return;
      statuses.push({ path, file, size: status.size, changedMs: status.mtimeMs });
    }
  }
}

/** A short hash of this content. */
export function hashOf(parts: Iterable<string>): string {
  const hash = createHash('sha256');
  // Include the lengths, so that a text divided differently has another hash.
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest('hex').slice(0, 16);
}
