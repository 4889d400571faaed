// Loads the carrier folders that have changed since the last reading. It keeps no state, so that it also runs in a thread
// (reading-thread.ts).
import type { Carrier } from '../../domain/rate-cards/carrier-snapshot.ts';
import { type CarrierFiles, readPack } from './loading/carrier-files.ts';
import {
  hashFolders,
  type LoadedFolder,
  type LoadOptions,
  loadFolder,
} from './loading/load-carriers.ts';
import type { PreparedCarriers } from './prepared-carriers.ts';

export type Origin = Carrier['origin'];

export type ReadingRequest = {
  readonly shippedDir: string;
  readonly operatorDir: string | undefined;
  /** Folder → hash of the last reading: folders with the same hash are skipped. */
  readonly known: Readonly<Record<Origin, ReadonlyMap<string, string>>>;
};

export type RootReading<Folder = LoadedFolder> = {
  readonly fingerprint: string;
  /** By name, in order; undefined when the folder has not changed. */
  readonly folders: ReadonlyMap<string, Folder | undefined>;
};

export type Reading<Folder = LoadedFolder> = {
  readonly shipped: RootReading<Folder>;
  /** A string is the reason why the folder cannot be read. Undefined without an operator's folder. */
  readonly operator: RootReading<Folder> | string | undefined;
};

export type ReadCarriers = (request: ReadingRequest) => Promise<Reading>;

export async function readCarriers(
  request: ReadingRequest,
  prepared?: PreparedCarriers,
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
  return { shipped, operator: { fingerprint: pack.fingerprint, folders } };
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
  const convertRoot = ({ fingerprint, folders }: RootReading<From>): RootReading<To> => ({
    fingerprint,
    folders: new Map(
      [...folders].map(([name, folder]) => [
        name,
        folder === undefined ? undefined : convert(folder),
      ]),
    ),
  });
  return {
    shipped: convertRoot(shipped),
    operator: typeof operator === 'object' ? convertRoot(operator) : operator,
  };
}
