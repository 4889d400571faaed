// A carrier's files before they are in use: checked as the server loads them, merged with the files in use, and published in the
// operator's folder as a whole (replace-folder.ts). A lock covers the last comparison with the files in use and the swap, so that
// two publishers do not overwrite each other.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type {
  CarrierDraft,
  CarrierDrafts,
  CarrierInUse,
  DraftCheck,
} from '../../application/ports.ts';
import type { CardDefinition } from '../../domain/rate-cards/card-definition.ts';
import { compileCard } from '../../domain/rate-cards/rate-card.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import {
  type CheckedDraft,
  checkDraft,
  type DraftRoots,
  merged,
  usedFiles,
  withShared,
} from './check-draft.ts';
import { readCarrierFiles } from './loading/carrier-files.ts';
import { loadCarriers } from './loading/load-carriers.ts';
import { ReadingLimit } from './read-in-thread.ts';
import { hasLeftovers, replaceFolder, restoreInterrupted } from './replace-folder.ts';

export type DraftsOptions = DraftRoots & {
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

export function openCarrierDrafts(options: DraftsOptions): CarrierDrafts {
  const { operatorDir } = options;
  if (operatorDir !== undefined && options.clearsUp !== false) clearUp(operatorDir, options.lock);
  let lastCheck: Promise<unknown> = Promise.resolve();
  return {
    canPublish: operatorDir !== undefined,
    inUse: (folder) => findInUse(options, folder),
    check: (draft) => {
      // One at a time: a check may need much memory.
      const checked = lastCheck.then(() => checkElsewhere(options, draft));
      lastCheck = checked.catch(() => undefined);
      return checked;
    },
    publish: async (draft) => {
      if (operatorDir === undefined) throw new Error('there is no folder to publish in');
      await publishAlone(operatorDir, options, draft);
      await options.reload();
    },
  };
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

async function publishAlone(
  root: string,
  options: DraftsOptions,
  draft: CarrierDraft,
): Promise<void> {
  mkdirSync(root, { recursive: true });
  const release = await options.lock.soon(lockOf(root));
  if (release === undefined)
    return refuse('Another process is publishing carriers in this folder. Try again in a moment.');
  try {
    restoreInterrupted(root);
    const used = await usedFiles(options, draft.folder);
    if (draft.over !== undefined && !isDeepStrictEqual(used.files, draft.over))
      refuse(
        `The files of ${draft.folder} have changed since the check, so nothing was written. Check and publish again.`,
      );
    replaceFolder(root, draft.folder, merged(used.files, draft));
  } finally {
    release();
  }
}

function refuse(sentence: string): void {
  refuseInvalid([{ path: ['folder'], sentence }]);
}

async function findInUse(
  options: DraftsOptions,
  folder: string,
): Promise<CarrierInUse | undefined> {
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
  const { shippedDir, operatorDir, check = checkDraft } = options;
  try {
    const { carrier, ...checked } = await check({ shippedDir, operatorDir }, draft);
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
