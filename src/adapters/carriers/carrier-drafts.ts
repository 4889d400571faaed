// A carrier's files that are not in use yet: checked as the server would load them, over the files that are in use, and
// put into the operator's folder as a whole (`replace-folder.ts`). One publishes in a folder at a time, from the last look at
// what is in use to the swap, so that nobody's files are lost or taken away half written.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type {
  CarrierDraft,
  CarrierDrafts,
  CarrierInUse,
  DraftCheck,
} from '../../application/ports.ts';
import type { CardDefinition } from '../../domain/rating/card-definition.ts';
import { compileCard } from '../../domain/rating/rate-card.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { loadCarriers } from './load-carriers.ts';
import { type PackFiles, readPackFiles } from './pack-files.ts';
import { Problems } from './problem.ts';
import { hasLeftovers, replaceFolder, restoreInterrupted } from './replace-folder.ts';
import { runExamples } from './run-example.ts';

export type DraftsOptions = {
  shippedDir: string;
  /** Undefined when the operator has configured none. */
  operatorDir: string | undefined;
  /** Reads carriers again, so that what was published is in use at once. */
  reload: () => Promise<unknown>;
  lock: FolderLock;
  /** Puts back what an interrupted replacement left; on unless it is said not to. */
  clearsUp?: boolean;
};

type Release = () => void;

/** Held by one process at a time, on a file, and by nobody who has died; undefined while another holds it. */
export type FolderLock = {
  now(file: string): Release | undefined;
  /** Waits a little. */
  soon(file: string): Promise<Release | undefined>;
};

const examplesFile = 'examples.json';
/** Hidden names are never read as carriers. */
const lockOf = (root: string): string => join(root, '.publishing');

export function openCarrierDrafts(options: DraftsOptions): CarrierDrafts {
  const { operatorDir } = options;
  if (operatorDir !== undefined && options.clearsUp !== false) clearUp(operatorDir, options.lock);
  return {
    canPublish: operatorDir !== undefined,
    inUse: (folder) => findInUse(options, folder),
    check: (draft) => checkDraft(options, draft),
    publish: async (draft) => {
      if (operatorDir === undefined) throw new Error('there is no folder to publish in');
      await publishAlone(operatorDir, options, draft);
      await options.reload();
    },
  };
}

/** What is left over while somebody publishes is not left over: it is theirs. */
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
        `The files of ${draft.folder} have changed meanwhile, and nothing was written. Do it again, over what is there now.`,
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
    sharedFiles: await readPackFiles(options.shippedDir),
    compile: (definition) => {
      cards.push(definition);
      return compileCard(definition);
    },
  });
  return { origin, files, cards };
}

async function checkDraft(options: DraftsOptions, draft: CarrierDraft): Promise<DraftCheck> {
  const { files: over } = await usedFiles(options, draft.folder);
  const files = merged(over, draft);
  const loaded = loadCarriers(await withShared(options, draft.folder, files), {
    sharedFiles: await readPackFiles(options.shippedDir),
  }).get(draft.folder);
  const problems = new Problems();
  problems.addAll(loaded?.problems ?? []);
  const examples = files.get(examplesFile);
  const { carrier } = loaded ?? {};
  if (carrier !== undefined && carrier.refusedCards.length === 0 && examples !== undefined)
    runExamples(carrier, examples, `${draft.folder}/${examplesFile}`, problems);
  return {
    over,
    problems: problems.list,
    isRefused: problems.hasErrors || carrier === undefined,
    carrier:
      carrier === undefined
        ? undefined
        : {
            terms: carrier.terms,
            cards: carrier.cards.map(({ card }) => card),
            origin: 'operator',
            isStale: false,
          },
  };
}

/** The files in use with the draft's in their place. */
function merged(
  used: ReadonlyMap<string, string>,
  { files, isWhole }: CarrierDraft,
): ReadonlyMap<string, string> {
  return isWhole === true ? files : new Map([...used, ...files]);
}

/** The operator's before the shipped ones. */
async function usedFiles(
  { shippedDir, operatorDir }: DraftsOptions,
  folder: string,
): Promise<Pick<CarrierInUse, 'origin' | 'files'>> {
  const own = operatorDir === undefined ? new Map() : await folderFiles(operatorDir, folder);
  if (own.size > 0) return { origin: 'operator', files: own };
  const shipped = await folderFiles(shippedDir, folder);
  // Worked out for the sample prices, which are what is being replaced.
  shipped.delete(examplesFile);
  return { origin: 'shipped', files: shipped };
}

/** One carrier's files as a root would hold them, beside the operator's own shared tables. */
async function withShared(
  options: DraftsOptions,
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<PackFiles> {
  const own = [...files].map(([path, text]) => [`${folder}/${path}`, text] as const);
  return new Map([...(await sharedFiles(options)), ...own]);
}

async function folderFiles(root: string, folder: string): Promise<Map<string, string>> {
  if (!existsSync(join(root, folder))) return new Map();
  const found = new Map<string, string>();
  for (const [path, text] of await readPackFiles(join(root, folder))) {
    if (typeof text === 'string') found.set(path, text);
  }
  return found;
}

/** The operator's own shared tables. */
async function sharedFiles({ operatorDir }: DraftsOptions): Promise<PackFiles> {
  if (operatorDir === undefined || !existsSync(operatorDir)) return new Map();
  const files = await readPackFiles(operatorDir);
  return new Map([...files].filter(([path]) => path.startsWith('_')));
}
