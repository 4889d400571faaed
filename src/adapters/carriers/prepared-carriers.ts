// What carrier files came to when they were last read and checked, kept between starts: reading thousands of table rows
// again takes most of a start. Kept by a hash of the files' contents and of the code that reads them, so a changed file or
// a new program is read anew. Only folders without a single problem are kept. The file can be deleted at any time.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { CardDefinition } from '../../domain/rating/card-definition.ts';
import type { CarrierTerms } from '../../domain/rating/carrier-terms.ts';
import { fingerprintFolder, hashOf } from './pack-files.ts';
import type { Unserved } from './parse-card.ts';

export interface PreparedCarrier {
  readonly terms: CarrierTerms;
  readonly cards: readonly {
    readonly folder: string;
    readonly definition: CardDefinition;
    readonly unserved: Unserved;
  }[];
}

interface Contents {
  readonly program: string;
  readonly carriers: ReadonlyMap<string, PreparedCarrier>;
}

/** The prepared carriers of an installation. Its program is the very code that reads carriers, also while that is being written. */
export async function openPreparedCarriers(generatedDir: string): Promise<PreparedCarriers> {
  const code = await fingerprintFolder(import.meta.dirname);
  return new PreparedCarriers(join(generatedDir, 'carriers.bin'), hashOf([code]));
}

export class PreparedCarriers {
  readonly #file: string;
  readonly #program: string;
  readonly #known: ReadonlyMap<string, PreparedCarrier>;
  readonly #used = new Map<string, PreparedCarrier>();

  /** `program` differs whenever the meaning of a definition may. */
  constructor(file: string, program: string) {
    this.#file = file;
    // The runtime is part of it: the file's form is V8's own.
    this.#program = `${program} ${process.versions.v8}`;
    this.#known = this.#read();
  }

  find(hash: string): PreparedCarrier | undefined {
    const carrier = this.#known.get(hash);
    if (carrier !== undefined) this.#used.set(hash, carrier);
    return carrier;
  }

  keep(hash: string, carrier: PreparedCarrier): void {
    this.#used.set(hash, carrier);
  }

  /** Writes what this start used, if the file does not hold just that. A folder that can't be written costs time, nothing else. */
  save(): void {
    const isCurrent =
      this.#used.size === this.#known.size &&
      [...this.#used.keys()].every((hash) => this.#known.has(hash));
    if (isCurrent) return;
    const contents: Contents = { program: this.#program, carriers: this.#used };
    const aside = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      writeFileSync(aside, serialize(contents));
      renameSync(aside, this.#file);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }

  #read(): ReadonlyMap<string, PreparedCarrier> {
    try {
      const contents = deserialize(readFileSync(this.#file)) as Contents;
      return contents.program === this.#program ? contents.carriers : new Map();
    } catch {
      // Missing, cut short or of another runtime: everything is read from the carriers' own files.
      return new Map();
    }
  }
}
