// Loaded carriers, kept in a file between starts: reading thousands of table rows takes most of a start. The key is a hash of
// the carrier's files and of the code that reads them. Only carriers without problems are kept. The file can be deleted.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { writeWhole } from '../shared/written-files.ts';
import { hashOf } from './loading/carrier-files.ts';
import type { CarrierCache, LoadedCarrier } from './loading/load-carriers.ts';
import { type PackedCarrier, packCarrier, unpackCarrier } from './packed-carrier.ts';

type Contents = {
  readonly program: string;
  readonly carriers: ReadonlyMap<string, PackedCarrier>;
};

const sources = join(import.meta.dirname, '..', '..');

/** The code that decides what carrier files mean: this folder, the domain, and the packages. */
const readingCode = [
  import.meta.dirname,
  join(sources, 'domain'),
  join(sources, '..', 'node_modules', '.package-lock.json'),
] as const;

/** The prepared carriers of an installation. A change of `code` discards them. */
export function openPreparedCarriers(
  generatedDir: string,
  code: readonly string[] = readingCode,
): PreparedCarriers {
  return new PreparedCarriers(join(generatedDir, 'carriers.bin'), hashOf(code.flatMap(describe)));
}

/** A file, or all files of a folder. */
function describe(path: string): string[] {
  const status = statSync(path, { throwIfNoEntry: false });
  // An editor's dangling link, or a file that was just deleted.
  if (status === undefined) return [];
  if (status.isDirectory())
    return readdirSync(path)
      .sort()
      .flatMap((name) => describe(join(path, name)));
  // Whole seconds: the layers of an image keep no finer times.
  return [`${basename(path)} ${status.size} ${Math.floor(status.mtimeMs / 1000)}`];
}

export class PreparedCarriers implements CarrierCache {
  readonly #file: string;
  readonly #program: string;
  #known: ReadonlyMap<string, PackedCarrier>;
  /** The carriers to save; undefined once they are saved. */
  #used: Map<string, PackedCarrier> | undefined = new Map();

  /** `program` identifies the code that reads carriers. */
  constructor(file: string, program: string) {
    this.#file = file;
    // The file has V8's own format.
    this.#program = `${program} ${process.versions.v8}`;
    this.#known = this.#read();
  }

  find(hash: string): LoadedCarrier | undefined {
    const packed = this.#known.get(hash);
    if (packed === undefined) return undefined;
    this.#used?.set(hash, packed);
    return unpackCarrier(packed);
  }

  keep(hash: string, carrier: LoadedCarrier): void {
    this.#used?.set(hash, packCarrier(carrier));
  }

  /**
   * Saves the carriers that this start used, unless the file already contains exactly these. Called once, after the
   * first load: carriers that change later are read from their own files. If the folder cannot be written, the next
   * start is only slower.
   */
  save(): void {
    const [known, used] = [this.#known, this.#used];
    if (used === undefined) return;
    this.#known = new Map();
    this.#used = undefined;
    const isCurrent = used.size === known.size && [...used.keys()].every((hash) => known.has(hash));
    if (isCurrent) return;
    const contents: Contents = { program: this.#program, carriers: used };
    const packed = serialize(contents);
    try {
      writeWhole(this.#file, Buffer.concat([checksum(packed), packed]));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }

  #read(): ReadonlyMap<string, PackedCarrier> {
    try {
      const file = readFileSync(this.#file);
      const packed = file.subarray(checksumBytes);
      // Verify now: cards are unpacked later, when it is too late to read their own files instead.
      if (!checksum(packed).equals(file.subarray(0, checksumBytes))) return new Map();
      const contents = deserialize(packed) as Contents;
      return contents.program === this.#program ? contents.carriers : new Map();
    } catch {
      // The file is missing, incomplete or written by another runtime.
      return new Map();
    }
  }
}

const checksumBytes = 4;

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(checksumBytes);
  sum.writeUInt32LE(crc32(bytes));
  return sum;
}
