// A carrier's files that are not in use yet: checked as the server would load them, over the files that are in use, and
// put into the operator's folder as a whole. What replaces a folder stands complete beside it before two renames swap
// them; should the process die between the two, the next start puts the old one back (`restoreInterrupted`).
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CarrierDraft, CarrierDrafts, DraftCheck } from '../../application/ports.ts';
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
    check: (draft) => checkDraft(options, draft),
    publish: async (draft) => {
      if (operatorDir === undefined) throw new Error('there is no folder to publish in');
      replaceFolder(operatorDir, draft.folder, await mergedFiles(options, draft));
      await options.reload();
    },
  };
}

async function checkDraft(options: DraftsOptions, draft: CarrierDraft): Promise<DraftCheck> {
  const merged = await mergedFiles(options, draft);
  const files = new Map<string, string | undefined>(
    [...merged].map(([path, text]) => [`${draft.folder}/${path}`, text]),
  );
  const shared = await sharedFiles(options);
  const loaded = loadCarriers(new Map([...shared, ...files]), {
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

/** The files in use of that carrier, the operator's before the shipped ones, with the draft's in their place. */
async function mergedFiles(
  { shippedDir, operatorDir }: DraftsOptions,
  { folder, files }: CarrierDraft,
): Promise<ReadonlyMap<string, string>> {
  const own = operatorDir === undefined ? new Map() : await folderFiles(operatorDir, folder);
  if (own.size > 0) return new Map([...own, ...files]);
  const shipped = await folderFiles(shippedDir, folder);
  // Worked out for the sample prices, which are what is being replaced.
  shipped.delete(examplesFile);
  return new Map([...shipped, ...files]);
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
