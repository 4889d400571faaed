// Loads the carrier folders that have changed since the last reading, and the versions that wait for a day, so that they are
// ready when it comes. It keeps no state, so that it also runs in a thread (reading-thread.ts).

import { waitingVersions } from '../../domain/rate-cards/card-version.ts';
import type { Carrier } from '../../domain/rate-cards/carrier-snapshot.ts';
import { parseHistory, readKeptFiles } from './card-versions.ts';
import { type CarrierFiles, readPack, sharedFolder } from './loading/carrier-files.ts';
import {
  type CarrierCache,
  hashFolders,
  type LoadedFolder,
  type LoadOptions,
  loadFolder,
} from './loading/load-carriers.ts';
import { type Problem, Problems } from './loading/problem.ts';

export type Origin = Carrier['origin'];

export type ReadingRequest = {
  readonly shippedDir: string;
  readonly operatorDir: string | undefined;
  /** Folder → hash of the last reading: folders with the same hash are skipped. */
  readonly known: Readonly<Record<Origin, ReadonlyMap<string, string>>>;
  /** The same for waiting versions, by `waitingName`. */
  readonly knownWaiting: ReadonlyMap<string, string>;
};

export type RootReading<Folder = LoadedFolder> = {
  readonly fingerprint: string;
  /** By name, in order; undefined when the folder has not changed. */
  readonly folders: ReadonlyMap<string, Folder | undefined>;
};

/** A version that waits for a day. */
export type Waiting<Folder = LoadedFolder> = {
  readonly folder: string;
  readonly number: number;
  readonly holdsFrom: string;
  /** Undefined when it was read before. */
  readonly loaded: Folder | undefined;
};

export function waitingName({ folder, number }: Pick<Waiting, 'folder' | 'number'>): string {
  return `${folder} ${number}`;
}

export type OperatorReading<Folder = LoadedFolder> = RootReading<Folder> & {
  /** In the order of folders, then in that in which they hold. */
  readonly waiting: readonly Waiting<Folder>[];
  /** Versions that cannot be read. */
  readonly problems: readonly Problem[];
};

export type Reading<Folder = LoadedFolder> = {
  readonly shipped: RootReading<Folder>;
  /** A string is the reason why the folder cannot be read. Undefined without an operator's folder. */
  readonly operator: OperatorReading<Folder> | string | undefined;
};

export type ReadCarriers = (request: ReadingRequest) => Promise<Reading>;

export async function readCarriers(
  request: ReadingRequest,
  prepared?: CarrierCache,
): Promise<Reading> {
  const { shippedDir, operatorDir, known } = request;
  const { files: sharedFiles, fingerprint } = await readPack(shippedDir);
  const options: LoadOptions = {
    sharedFiles,
    ...(prepared === undefined ? {} : { cache: prepared }),
  };
  const shipped = { fingerprint, folders: loadChanged(sharedFiles, known.shipped, options) };
  if (operatorDir === undefined) return { shipped, operator: undefined };
  const pack = await readPack(operatorDir).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  if (typeof pack === 'string') return { shipped, operator: pack };
  const folders = loadChanged(pack.files, known.operator, options);
  const waiting = await loadWaiting(operatorDir, pack, request.knownWaiting, options);
  return { shipped, operator: { fingerprint: pack.fingerprint, folders, ...waiting } };
}

async function loadWaiting(
  root: string,
  { files, histories }: { files: CarrierFiles; histories: CarrierFiles },
  known: ReadonlyMap<string, string>,
  options: LoadOptions,
): Promise<Pick<OperatorReading, 'waiting' | 'problems'>> {
  const shared = [...files].filter(([path]) => path.startsWith(`${sharedFolder}/`));
  const waiting: Waiting[] = [];
  const problems = new Problems();
  for (const [file, text] of histories) {
    const [, folder = ''] = file.split('/');
    try {
      if (typeof text !== 'string') throw new Error(text.message);
      for (const { number, holdsFrom, hash: kept } of waitingVersions(parseHistory(text))) {
        const own = [...(await readKeptFiles(root, folder, kept))].map(
          ([path, text]) => [`${folder}/${path}`, text] as const,
        );
        const all: CarrierFiles = new Map([...shared, ...own]);
        const hash = hashFolders(all, options).get(folder) ?? '';
        const isKnown = known.get(waitingName({ folder, number })) === hash;
        const loaded = isKnown ? undefined : loadFolder(folder, hash, all, options);
        waiting.push({ folder, number, holdsFrom, loaded });
      }
    } catch (error) {
      const message = `the versions cannot be read: ${error instanceof Error ? error.message : String(error)}`;
      problems.error('versions_unreadable', { file, line: 0, column: 0 }, '', message);
    }
  }
  return { waiting, problems: problems.list };
}

function loadChanged(
  files: CarrierFiles,
  known: ReadonlyMap<string, string>,
  options: LoadOptions,
): RootReading['folders'] {
  const hashes = hashFolders(files, options);
  return new Map(
    [...hashes].map(([folder, hash]) => [
      folder,
      known.get(folder) === hash ? undefined : loadFolder(folder, hash, files, options),
    ]),
  );
}

/** The same reading with its folders in another form. */
export function convertReading<From, To>(
  { shipped, operator }: Reading<From>,
  convert: (folder: From) => To,
): Reading<To> {
  const convertFound = (folder: From | undefined): To | undefined =>
    folder === undefined ? undefined : convert(folder);
  const convertRoot = ({ fingerprint, folders }: RootReading<From>): RootReading<To> => ({
    fingerprint,
    folders: new Map([...folders].map(([name, folder]) => [name, convertFound(folder)])),
  });
  if (typeof operator !== 'object') return { shipped: convertRoot(shipped), operator };
  const waiting = operator.waiting.map((one) => ({ ...one, loaded: convertFound(one.loaded) }));
  return {
    shipped: convertRoot(shipped),
    operator: { ...convertRoot(operator), waiting, problems: operator.problems },
  };
}
