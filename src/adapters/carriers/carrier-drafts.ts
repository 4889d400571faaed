// A carrier's files that are not in use yet: checked as the server would load them, over the files that are in use, and
// put into the operator's folder as a whole. What replaces a folder stands complete beside it before two renames swap
// them; should the process die between the two, the next start puts the old one back (`restoreInterrupted`).
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type {
  CarrierDraft,
  CarrierDrafts,
  CarrierInUse,
  DraftCheck,
} from '../../application/ports.ts';
import type { CardDefinition } from '../../domain/rating/card-definition.ts';
import { compileCard } from '../../domain/rating/rate-card.ts';
import { loadCarriers } from './load-carriers.ts';
import { type PackFiles, readPackFiles } from './pack-files.ts';
import { Problems } from './problem.ts';
import { runExamples } from './run-example.ts';

export type DraftsOptions = {
  shippedDir: string;
  /** Undefined when the operator has configured none. */
  operatorDir: string | undefined;
  /** Reads carriers again, so that what was published is in use at once. */
  reload: () => Promise<unknown>;
};

const examplesFile = 'examples.json';
/** Hidden names are never read as carriers. */
const freshName = (folder: string): string => `.${folder}.fresh`;
const replacedName = (folder: string): string => `.${folder}.replaced`;

export function openCarrierDrafts(options: DraftsOptions): CarrierDrafts {
  const { operatorDir } = options;
  if (operatorDir !== undefined) restoreInterrupted(operatorDir);
  return {
    canPublish: operatorDir !== undefined,
    inUse: (folder) => findInUse(options, folder),
    check: (draft) => checkDraft(options, draft),
    publish: async (draft) => {
      if (operatorDir === undefined) throw new Error('there is no folder to publish in');
      replaceFolder(operatorDir, draft.folder, await mergedFiles(options, draft));
      await options.reload();
    },
  };
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
  const merged = await mergedFiles(options, draft);
  const loaded = loadCarriers(await withShared(options, draft.folder, merged), {
    sharedFiles: await readPackFiles(options.shippedDir),
  }).get(draft.folder);
  const problems = new Problems();
  problems.addAll(loaded?.problems ?? []);
  const examples = merged.get(examplesFile);
  const { carrier } = loaded ?? {};
  if (carrier !== undefined && carrier.refusedCards.length === 0 && examples !== undefined)
    runExamples(carrier, examples, `${draft.folder}/${examplesFile}`, problems);
  return {
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

/** The files in use of that carrier with the draft's in their place. */
async function mergedFiles(
  options: DraftsOptions,
  { folder, files, isWhole }: CarrierDraft,
): Promise<ReadonlyMap<string, string>> {
  if (isWhole === true) return files;
  const used = await usedFiles(options, folder);
  return new Map([...used.files, ...files]);
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
  return new Map<string, string | undefined>([...(await sharedFiles(options)), ...own]);
}

async function folderFiles(root: string, folder: string): Promise<Map<string, string>> {
  if (!existsSync(join(root, folder))) return new Map();
  const found = new Map<string, string>();
  for (const [path, text] of await readPackFiles(join(root, folder))) {
    if (text !== undefined) found.set(path, text);
  }
  return found;
}

/** The operator's own shared tables. */
async function sharedFiles({ operatorDir }: DraftsOptions): Promise<PackFiles> {
  if (operatorDir === undefined || !existsSync(operatorDir)) return new Map();
  const files = await readPackFiles(operatorDir);
  return new Map([...files].filter(([path]) => path.startsWith('_')));
}

function replaceFolder(root: string, folder: string, files: ReadonlyMap<string, string>): void {
  const [fresh, replaced, place] = [freshName(folder), replacedName(folder), folder].map((name) =>
    join(root, name),
  ) as [string, string, string];
  rmSync(fresh, { recursive: true, force: true });
  rmSync(replaced, { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(fresh, path)), { recursive: true });
    writeFileSync(join(fresh, path), text, { flush: true });
  }
  if (existsSync(place)) renameSync(place, replaced);
  renameSync(fresh, place);
  rmSync(replaced, { recursive: true, force: true });
}

/** A folder whose replacement was interrupted is put back; what is left over otherwise is removed. */
function restoreInterrupted(root: string): void {
  if (!existsSync(root)) return;
  for (const name of readdirSync(root)) {
    const [, folder, kind] = /^\.([a-z0-9_-]+)\.(fresh|replaced)$/.exec(name) ?? [];
    if (folder === undefined) continue;
    if (kind === 'replaced' && !existsSync(join(root, folder))) {
      renameSync(join(root, name), join(root, folder));
    } else rmSync(join(root, name), { recursive: true, force: true });
  }
}
