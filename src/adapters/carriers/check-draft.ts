// Checks a carrier's new files, merged with the files in use. It keeps no state and writes nothing, so that it can run
// in a thread (reading-thread.ts): a table of 16 MB takes seconds.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CarrierDraft, CarrierInUse, DraftCheck } from '../../application/ports.ts';
import type { Day } from '../../domain/rate-cards/card-day.ts';
import { dueVersion } from '../../domain/rate-cards/card-version.ts';
import { readHistory, readKeptFiles } from './card-versions.ts';
import {
  type CarrierFiles,
  readCarrierFiles,
  replacedFolder,
  type Unread,
} from './loading/carrier-files.ts';
import { type LoadedCarrier, loadCarriers } from './loading/load-carriers.ts';
import { Problems } from './loading/problem.ts';
import { runExamples } from './loading/run-examples.ts';

export type DraftRoots = {
  readonly shippedDir: string;
  /** Undefined when the operator has configured none. */
  readonly operatorDir: string | undefined;
  /** A version that waits for this day, or an earlier one, is in use. */
  readonly day: Day;
};

export type CheckedDraft<SomeCarrier = LoadedCarrier> = Omit<DraftCheck, 'carrier'> & {
  carrier: SomeCarrier | undefined;
};

const examplesFile = 'examples.json';

export async function checkDraft(roots: DraftRoots, draft: CarrierDraft): Promise<CheckedDraft> {
  const { files: over } = await usedFiles(roots, draft.folder);
  const files = merged(over, draft);
  const loaded = loadCarriers(await withShared(roots, draft.folder, files), {
    sharedFiles: await readCarrierFiles(roots.shippedDir),
  }).get(draft.folder);
  const problems = new Problems();
  problems.addAll(loaded?.problems ?? []);
  const examples = files.get(examplesFile);
  const { carrier } = loaded ?? {};
  if (carrier !== undefined && carrier.refusedCards.length === 0 && examples !== undefined)
    runExamples(carrier, examples, `${draft.folder}/${examplesFile}`, problems);
  const isRefused = problems.hasErrors || carrier === undefined;
  return { over, problems: problems.list, isRefused, carrier };
}

/** The files in use, replaced by the draft's files. */
export function merged(
  used: ReadonlyMap<string, string>,
  { files, isWhole }: CarrierDraft,
): ReadonlyMap<string, string> {
  return isWhole === true ? files : new Map([...used, ...files]);
}

/** The operator's files, or the shipped ones. */
export async function usedFiles(
  { shippedDir, operatorDir, day }: DraftRoots,
  folder: string,
): Promise<Pick<CarrierInUse, 'origin' | 'files'>> {
  const due = operatorDir && dueVersion(readHistory(operatorDir, folder), day);
  if (operatorDir !== undefined && due)
    return { origin: 'operator', files: await readKeptFiles(operatorDir, folder, due.hash) };
  const own = operatorDir === undefined ? new Map() : await folderFiles(operatorDir, folder);
  if (own.size > 0) return { origin: 'operator', files: own };
  const shipped = await folderFiles(shippedDir, folder);
  // These examples are for the sample prices, which the draft replaces.
  shipped.delete(examplesFile);
  return { origin: 'shipped', files: shipped };
}

/** One carrier's files as in a root folder, with the operator's shared tables. */
export async function withShared(
  roots: DraftRoots,
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<CarrierFiles> {
  const own = [...files].map(([path, text]) => [`${folder}/${path}`, text] as const);
  return new Map([...(await sharedFiles(roots)), ...own]);
}

/** Without files that cannot be read, which `onUnread` may refuse. */
export async function folderFiles(
  root: string,
  folder: string,
  onUnread: (path: string, unread: Unread) => void = () => {},
): Promise<Map<string, string>> {
  const place = [folder, replacedFolder(folder)]
    .map((name) => join(root, name))
    .find((path) => existsSync(path));
  const found = new Map<string, string>();
  if (place === undefined) return found;
  for (const [path, text] of await readCarrierFiles(place)) {
    if (typeof text === 'string') found.set(path, text);
    else onUnread(path, text);
  }
  return found;
}

async function sharedFiles({ operatorDir }: DraftRoots): Promise<CarrierFiles> {
  if (operatorDir === undefined || !existsSync(operatorDir)) return new Map();
  const files = await readCarrierFiles(operatorDir);
  return new Map([...files].filter(([path]) => path.startsWith('_')));
}
