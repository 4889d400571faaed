// The versions of carriers' files in the operator's folder, so that they move and are backed up with the cards:
//   .versions/CARRIER/history.json   who published what and when; replaced as a whole
//   .versions/CARRIER/HASH.json.gz   the files of a version, compressed; versions with the same files share it
// Hidden names are never read as carriers. Only the holder of the folder's lock writes here.
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type CardHistory, noHistory } from '../../domain/rate-cards/card-version.ts';
import { flushFolder, writeWhole } from '../shared/written-files.ts';
import { hashOf, versionsFolder } from './loading/carrier-files.ts';

const format = 'card-history/1';
const historyFile = 'history.json';

const placeOf = (root: string, carrier: string): string => join(root, versionsFolder, carrier);
const packOf = (root: string, carrier: string, hash: string): string =>
  join(placeOf(root, carrier), `${hash}.json.gz`);

/** Carriers with versions. */
export function versionedCarriers(root: string): string[] {
  const folder = join(root, versionsFolder);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

export function readHistory(root: string, carrier: string): CardHistory {
  const file = join(root, versionsFolder, carrier, historyFile);
  return existsSync(file) ? parseHistory(readFileSync(file, 'utf8')) : noHistory;
}

export function parseHistory(text: string): CardHistory {
  const stored = JSON.parse(text);
  if (stored.format !== format) throw new Error(`the format is not ${format}`);
  return stored.history;
}

export function writeHistory(root: string, carrier: string, history: CardHistory): void {
  const folder = makeFolder(root, carrier);
  writeWhole(join(folder, historyFile), `${JSON.stringify({ format, history })}\n`);
  flushFolder(folder);
}

/** The same for the same paths and texts. */
export function hashOfFiles(files: ReadonlyMap<string, string>): string {
  return hashOf(inOrder(files).flat());
}

export async function keepFiles(
  root: string,
  carrier: string,
  hash: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const pack = packOf(root, carrier, hash);
  if (existsSync(pack)) return;
  const folder = makeFolder(root, carrier);
  writeWhole(pack, await promisify(gzip)(JSON.stringify(Object.fromEntries(inOrder(files)))));
  flushFolder(folder);
}

export async function readKeptFiles(
  root: string,
  carrier: string,
  hash: string,
): Promise<ReadonlyMap<string, string>> {
  const unpacked = await promisify(gunzip)(await readFile(packOf(root, carrier, hash)));
  return new Map(Object.entries(JSON.parse(unpacked.toString())));
}

function inOrder(files: ReadonlyMap<string, string>): [string, string][] {
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A command run as root does not lock the service out. */
function makeFolder(root: string, carrier: string): string {
  const folder = placeOf(root, carrier);
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  const { uid, gid } = statSync(root);
  if (process.getuid?.() === 0)
    for (const path of [dirname(folder), folder]) chownSync(path, uid, gid);
  return folder;
}
