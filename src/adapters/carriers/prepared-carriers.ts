// What carrier files came to when they were last read and checked, kept between starts: reading thousands of table rows
// again takes most of a start. Kept by a hash of the files' contents and of the code that reads them, so a changed file or
// a new program is read anew. Only folders without a single problem are kept. The file can be deleted at any time.
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { hashOf } from './pack-files.ts';
import type { PackedCarrier } from './packed-carrier.ts';

type Contents = {
  readonly program: string;
  readonly carriers: ReadonlyMap<string, PackedCarrier>;
};

const sources = join(import.meta.dirname, '..', '..');

/** What gives carrier files their meaning: the code that reads them, all rules of the domain, and the packages they use. */
const readingCode = [
  import.meta.dirname,
  join(sources, 'domain'),
  join(sources, '..', 'node_modules', '.package-lock.json'),
] as const;

/** The prepared carriers of an installation. Its program is the very code that reads carriers, also while that is being written. */
export function openPreparedCarriers(
  generatedDir: string,
  code: readonly string[] = readingCode,
): PreparedCarriers {
  return new PreparedCarriers(join(generatedDir, 'carriers.bin'), hashOf(code.flatMap(describe)));
}

/** A file, or all files of a folder. */
function describe(path: string): string[] {
  const status = statSync(path, { throwIfNoEntry: false });
  // Nobody's code: a link of an editor to nowhere, or a file that went away in this moment.
  if (status === undefined) return [];
  if (status.isDirectory())
    return readdirSync(path)
      .sort()
      .flatMap((name) => describe(join(path, name)));
  // Whole seconds: the layers of an image keep no finer times.
  return [`${basename(path)} ${status.size} ${Math.floor(status.mtimeMs / 1000)}`];
}

export class PreparedCarriers {
  readonly #file: string;
  readonly #program: string;
  #known: ReadonlyMap<string, PackedCarrier>;
  /** Undefined once it is saved. */
  #used: Map<string, PackedCarrier> | undefined = new Map();

  /** `program` differs whenever the meaning of a definition may. */
  constructor(file: string, program: string) {
    this.#file = file;
    // The runtime is part of it: the file's form is V8's own.
    this.#program = `${program} ${process.versions.v8}`;
    this.#known = this.#read();
  }

  find(hash: string): PackedCarrier | undefined {
    const carrier = this.#known.get(hash);
    if (carrier !== undefined) this.#used?.set(hash, carrier);
    return carrier;
  }

  keep(hash: string, prepare: () => PackedCarrier): void {
    this.#used?.set(hash, prepare());
  }

  /**
   * Writes what this start used, if the file does not hold just that. A folder that can't be written costs time, nothing
   * else. Once, after the first load: files that change later are read themselves, so nothing is kept for them.
   */
  save(): void {
    const [known, used] = [this.#known, this.#used];
    if (used === undefined) return;
    this.#known = new Map();
    this.#used = undefined;
    const isCurrent = used.size === known.size && [...used.keys()].every((hash) => known.has(hash));
    if (isCurrent) return;
    const contents: Contents = { program: this.#program, carriers: used };
    const aside = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      const packed = serialize(contents);
      writeFileSync(aside, Buffer.concat([checksum(packed), packed]));
      renameSync(aside, this.#file);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }

  #read(): ReadonlyMap<string, PackedCarrier> {
    try {
      const file = readFileSync(this.#file);
      const packed = file.subarray(checksumBytes);
      // Cards are unpacked only later, when it is too late to read them from their own files.
      if (!checksum(packed).equals(file.subarray(0, checksumBytes))) return new Map();
      const contents = deserialize(packed) as Contents;
      return contents.program === this.#program ? contents.carriers : new Map();
    } catch {
      // Missing, cut short or of another runtime: everything is read from the carriers' own files.
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
