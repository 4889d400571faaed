// A carrier's files before they are in use: checked as the server loads them, merged with the files in use, and
// published in the operator's folder as a whole (replace-folder.ts), each time as a version (card-versions.ts). A lock
// covers the last comparison with the files in use and the swap, so that two publishers do not overwrite each other.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type {
  CarrierDraft,
  CarrierDrafts,
  CarrierInUse,
  DraftCheck,
  Publication,
} from '../../application/ports.ts';
import { dayOfDate, homeCardDay } from '../../domain/rate-cards/card-day.ts';
import type { CardDefinition } from '../../domain/rate-cards/card-definition.ts';
import {
  type CardHistory,
  dueVersions,
  nextNumber,
  settled,
  started,
  statusOf,
  withVersion,
} from '../../domain/rate-cards/card-version.ts';
import { compileCard } from '../../domain/rate-cards/rate-card.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Instant } from '../../domain/time/time-zone.ts';
import {
  hashOfFiles,
  keepFiles,
  readHistory,
  readKeptFiles,
  versionedCarriers,
  writeHistory,
} from './card-versions.ts';
import {
  type CheckedDraft,
  checkDraft,
  type DraftRoots,
  folderFiles,
  merged,
  usedFiles,
  withShared,
} from './check-draft.ts';
import { readCarrierFiles } from './loading/carrier-files.ts';
import { loadCarriers } from './loading/load-carriers.ts';
import { ReadingLimit } from './read-in-thread.ts';
import { hasLeftovers, replaceFolder, restoreInterrupted } from './replace-folder.ts';

export type DraftsOptions = Omit<DraftRoots, 'day'> & {
  nowMs: () => Instant;
  /** Checks a draft. A server does this in a thread, which may fail. */
  check?: (roots: DraftRoots, draft: CarrierDraft) => Promise<CheckedDraft>;
  onCheckFailed?: (error: unknown) => void;
  /** Loads the published files. */
  reload: () => Promise<unknown>;
  lock: FolderLock;
  /** Whether to repair an interrupted replacement. Default true. */
  clearsUp?: boolean;
};

type Release = () => void;

/**
 * A file lock that one process holds at a time and that ends with the process. Undefined while another process holds
 * it.
 */
export type FolderLock = {
  now(file: string): Release | undefined;
  /** Waits for a short time. */
  soon(file: string): Promise<Release | undefined>;
};

/** Hidden names are never read as carriers. */
const lockOf = (root: string): string => join(root, '.publishing');

export type OpenCarrierDrafts = CarrierDrafts & {
  /** Puts the files of versions whose day has come into the folder. */
  startDue(): Promise<void>;
};

export function openCarrierDrafts(options: DraftsOptions): OpenCarrierDrafts {
  const { operatorDir, nowMs } = options;
  if (operatorDir !== undefined && options.clearsUp !== false) clearUp(operatorDir, options.lock);
  let lastCheck: Promise<unknown> = Promise.resolve();
  /** In the folder, alone, and with the files in use afterwards. */
  const change = async <Result>(
    work: (root: string) => Promise<Result>,
    ifBusy: () => Result = refuseBusy,
  ): Promise<Result> => {
    if (operatorDir === undefined) throw new Error('there is no folder to publish in');
    const result = await alone(operatorDir, options.lock, () => work(operatorDir), ifBusy);
    await options.reload();
    return result;
  };
  return {
    canPublish: operatorDir !== undefined,
    inUse: (folder, day) => findInUse(rootsOn(options, day), folder),
    check: (draft) => {
      // One at a time: a check may need much memory.
      const checked = lastCheck.then(() => checkElsewhere(options, draft));
      lastCheck = checked.catch(() => undefined);
      return checked;
    },
    publish: (draft, publication) =>
      change((root) => publishAlone(root, options, draft, publication)),
    history: async (folder) => {
      if (operatorDir === undefined) return { versions: [] };
      const live = await folderFiles(operatorDir, folder);
      return settledWith(readHistory(operatorDir, folder), live, nowMs());
    },
    filesOf: async (folder, number) => {
      if (operatorDir === undefined) return undefined;
      const stored = readHistory(operatorDir, folder);
      const live = await folderFiles(operatorDir, folder);
      const isNumber = (one: { number: number }): boolean => one.number === number;
      const version = settledWith(stored, live, nowMs()).versions.find(isNumber);
      if (version === undefined) return undefined;
      // Files that were only found are kept when the next version is published.
      return version.hash === hashOfFiles(live)
        ? live
        : await readKeptFiles(operatorDir, folder, version.hash);
    },
    withdraw: (folder, number, by) =>
      change(async (root) => {
        const history = await settleFolder(root, folder, nowMs());
        const version = history.versions.find((one) => one.number === number);
        const today = homeCardDay(nowMs());
        if (version === undefined || statusOf(history, version, today) !== 'scheduled')
          return false;
        const withdrawn = { ...version, withdrawn: { atMs: nowMs(), by } };
        writeHistory(root, folder, withVersion(history, withdrawn));
        return true;
      }),
    startDue: () =>
      change(
        async (root) => {
          const failed: unknown[] = [];
          for (const folder of versionedCarriers(root)) {
            const due = dueVersions(readHistory(root, folder), homeCardDay(nowMs()));
            if (due.length === 0) continue;
            await settleFolder(root, folder, nowMs()).catch((error) => failed.push(error));
          }
          if (failed.length > 0) throw failed[0];
          // Every process tries at midnight, and one is enough.
        },
        () => undefined,
      ),
  };
}

/** The files that are in use on the day, such as `2027-01-01`, or now. */
function rootsOn(
  { shippedDir, operatorDir, nowMs }: DraftsOptions,
  date: string | undefined,
): DraftRoots {
  const day = date === undefined ? homeCardDay(nowMs()) : dayOfDate(date);
  return { shippedDir, operatorDir, day };
}

/** While another process publishes, it is using these files. */
function clearUp(root: string, lock: FolderLock): void {
  if (!hasLeftovers(root)) return;
  const release = lock.now(lockOf(root));
  if (release === undefined) return;
  try {
    restoreInterrupted(root);
  } finally {
    release();
  }
}

async function alone<Result>(
  root: string,
  lock: FolderLock,
  work: () => Promise<Result>,
  ifBusy: () => Result,
): Promise<Result> {
  mkdirSync(root, { recursive: true });
  const release = await lock.soon(lockOf(root));
  if (release === undefined) return ifBusy();
  try {
    restoreInterrupted(root);
    return await work();
  } finally {
    release();
  }
}

async function publishAlone(
  root: string,
  options: DraftsOptions,
  draft: CarrierDraft,
  { by, note, sameAs }: Publication,
): Promise<number> {
  const { folder, holdsFrom } = draft;
  const atMs = options.nowMs();
  const history = await settleFolder(root, folder, atMs, draft.files);
  const used = await usedFiles(rootsOn(options, holdsFrom), folder);
  if (draft.over !== undefined && !isDeepStrictEqual(used.files, draft.over))
    refuse(
      `The files of ${folder} have changed since the check, so nothing was written. Check and publish again.`,
    );
  const files = merged(used.files, draft);
  const hash = hashOfFiles(files);
  await keepFiles(root, folder, hash, files);
  const version = {
    number: nextNumber(history),
    hash,
    published: { atMs, by },
    ...(note === undefined ? {} : { note }),
    ...(sameAs === undefined ? {} : { sameAs }),
    ...(holdsFrom === undefined ? {} : { holdsFrom }),
  };
  // Written down before the swap, so that the version is known even if this process dies right after it.
  const next = withVersion(history, version);
  writeHistory(root, folder, next);
  if (holdsFrom === undefined) {
    replaceFolder(root, folder, files);
    writeHistory(root, folder, started(next, [version], atMs));
  }
  return version.number;
}

/** Brings the folder and its history to what they should be now. */
async function settleFolder(
  root: string,
  folder: string,
  nowMs: Instant,
  corrected: Pick<ReadonlyMap<string, unknown>, 'has'> = new Map(),
): Promise<CardHistory> {
  const live = await folderFiles(root, folder, (path, { message }) => {
    if (corrected.has(path)) return;
    // A swap would delete the file, and no version would have it.
    refuse(
      `The file ${folder}/${path} in the folder of carriers is in no version, because it cannot be read: ${message.replace(/\.$/, '')}. Correct or remove it, and try again.`,
    );
  });
  const stored = readHistory(root, folder);
  let history = settledWith(stored, live, nowMs);
  if (!isDeepStrictEqual(history, stored)) {
    if (live.size > 0) await keepFiles(root, folder, hashOfFiles(live), live);
    writeHistory(root, folder, history);
  }
  const due = dueVersions(history, homeCardDay(nowMs));
  const last = due.at(-1);
  if (last === undefined) return history;
  replaceFolder(root, folder, await readKeptFiles(root, folder, last.hash));
  history = started(history, due, nowMs);
  writeHistory(root, folder, history);
  return history;
}

function settledWith(
  history: CardHistory,
  live: ReadonlyMap<string, string>,
  nowMs: Instant,
): CardHistory {
  const hash = live.size === 0 ? undefined : hashOfFiles(live);
  return settled(history, hash, { nowMs, today: homeCardDay(nowMs) });
}

function refuseBusy(): never {
  refuse('Another process is publishing carriers in this folder. Try again in a moment.');
}

function refuse(sentence: string): never {
  throw new Refusal({ code: 'validation', issues: [{ path: ['folder'], sentence }] });
}

async function findInUse(options: DraftRoots, folder: string): Promise<CarrierInUse | undefined> {
  const { origin, files } = await usedFiles(options, folder);
  if (files.size === 0) return undefined;
  const cards: CardDefinition[] = [];
  loadCarriers(await withShared(options, folder, files), {
    sharedFiles: await readCarrierFiles(options.shippedDir),
    compile: (definition) => {
      cards.push(definition);
      return compileCard(definition);
    },
  });
  return { origin, files, cards };
}

async function checkElsewhere(options: DraftsOptions, draft: CarrierDraft): Promise<DraftCheck> {
  const { check = checkDraft } = options;
  try {
    const { carrier, ...checked } = await check(rootsOn(options, draft.holdsFrom), draft);
    if (carrier === undefined) return { ...checked, carrier };
    const { terms, cards } = carrier;
    const usable = cards.map(({ card }) => card);
    return { ...checked, carrier: { terms, cards: usable, origin: 'operator', isStale: false } };
  } catch (error) {
    // Without a thread there are no limits of time and memory.
    if (options.check === undefined) throw error;
    options.onCheckFailed?.(error);
    const sentence =
      error instanceof ReadingLimit
        ? 'The check of these files took too long or too much memory. Put them into CARRIERS_DIR yourself and run "linehaul carriers check".'
        : 'The check of these files failed; the log has the reason. Try again, or put them into CARRIERS_DIR yourself and run "linehaul carriers check".';
    throw new Refusal({ code: 'validation', issues: [{ path: ['files'], sentence }] });
  }
}
