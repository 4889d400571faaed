// The carriers in use: the shipped ones and the operator's own, which replace shipped ones of the same folder name.
// Holds one snapshot at a time, and the snapshot of each later day on which a version of a carrier starts, and swaps
// them as a whole. A card or carrier with an error keeps its last good version. An operator's carrier never falls back
// to the shipped sample, because a typing mistake must not sell invented prices.

import { join } from 'node:path';
import { type Carrier, CarrierSnapshot } from '../../domain/rate-cards/carrier-snapshot.ts';
import { findDayNumber } from '../../domain/time/calendar.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { type Instant, instantOf } from '../../domain/time/time-zone.ts';
import { hashOf, unreadable, versionsFolder } from './loading/carrier-files.ts';
import type { CarrierCache, LoadedCarrier, LoadedFolder } from './loading/load-carriers.ts';
import { type Place, type Problem, Problems } from './loading/problem.ts';
import {
  type OperatorReading,
  type Origin,
  type ReadCarriers,
  type Reading,
  type ReadingRequest,
  type RootReading,
  readCarriers,
  type Waiting,
  waitingName,
} from './read-carriers.ts';

export type RegistryOptions = {
  readonly shippedDir: string;
  readonly operatorDir?: string;
  /** Carriers loaded by an earlier start; updated after the first load. */
  readonly prepared?: CarrierCache;
  /**
   * Reads changed files; a server does this in another thread. The first reading always runs in the current thread.
   */
  readonly readAgain?: ReadCarriers;
};

/** Results of the last load by folder, and the last good version of each carrier. */
type RootMemory = {
  folders: ReadonlyMap<string, LoadedFolder>;
  good: Map<string, LoadedCarrier>;
};

export class CarrierRegistry {
  readonly #options: RegistryOptions;
  readonly #memory: Record<Origin, RootMemory> = {
    shipped: { folders: new Map(), good: new Map() },
    operator: { folders: new Map(), good: new Map() },
  };
  readonly #fingerprints = new Map<string, string>();
  /** Waiting versions by `waitingName`. */
  #waiting: ReadonlyMap<string, LoadedFolder> = new Map();
  #snapshot = new CarrierSnapshot('', []);
  /** The snapshots that replace this one at these times. */
  #later: readonly { readonly fromMs: Instant; readonly snapshot: CarrierSnapshot }[] = [];
  #problems: readonly Problem[] = [];
  #pending: Promise<CarrierSnapshot> | undefined;

  private constructor(options: RegistryOptions) {
    this.#options = options;
  }

  static async open(options: RegistryOptions): Promise<CarrierRegistry> {
    const registry = new CarrierRegistry(options);
    registry.#take(await readCarriers(registry.#request(), options.prepared));
    options.prepared?.save();
    return registry;
  }

  /** The folders that carriers are read from. */
  get roots(): readonly string[] {
    const { shippedDir, operatorDir } = this.#options;
    return operatorDir === undefined ? [shippedDir] : [shippedDir, operatorDir];
  }

  /** Fingerprint of a root's files when they were last read. */
  fingerprintOf(root: string): string | undefined {
    return this.#fingerprints.get(root);
  }

  /** The carriers of the files in the folders. */
  get snapshot(): CarrierSnapshot {
    return this.#snapshot;
  }

  /** The same with the versions whose day has come. */
  at(nowMs: Instant): CarrierSnapshot {
    if (this.#later.length === 0) return this.#snapshot;
    return this.#later.findLast(({ fromMs }) => fromMs <= nowMs)?.snapshot ?? this.#snapshot;
  }

  /** A version's day has come, and its files are not in the folder yet. */
  isDue(nowMs: Instant): boolean {
    return (this.#later[0]?.fromMs ?? Number.POSITIVE_INFINITY) <= nowMs;
  }

  /** Problems that the last load found. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** Reads everything again, one reload at a time. The snapshot changes only when a price, a rule or a name has changed. */
  reload(): Promise<CarrierSnapshot> {
    const run = (this.#pending ?? Promise.resolve(this.#snapshot)).then(() => this.#load());
    const settled = run.catch(() => this.#snapshot);
    this.#pending = settled;
    return run;
  }

  async #load(): Promise<CarrierSnapshot> {
    const read = this.#options.readAgain ?? readCarriers;
    return this.#take(await read(this.#request()));
  }

  #request(): ReadingRequest {
    const { shippedDir, operatorDir } = this.#options;
    const hashes = ({ folders }: RootMemory): ReadonlyMap<string, string> =>
      new Map([...folders].map(([name, { hash }]) => [name, hash]));
    const { shipped, operator } = this.#memory;
    return {
      shippedDir,
      operatorDir,
      known: { shipped: hashes(shipped), operator: hashes(operator) },
      knownWaiting: new Map([...this.#waiting].map(([name, { hash }]) => [name, hash])),
    };
  }

  #take(reading: Reading): CarrierSnapshot {
    const { shippedDir, operatorDir } = this.#options;
    const problems: Problem[] = [];
    const shipped = this.#takeRoot('shipped', shippedDir, reading.shipped, problems);
    const operator =
      operatorDir === undefined || reading.operator === undefined
        ? new Map<string, Carrier | undefined>()
        : this.#takeOperator(operatorDir, reading.operator, problems);
    const merged = new Map([...shipped, ...operator]);
    const known = [this.#snapshot, ...this.#later.map(({ snapshot }) => snapshot)];
    const found = new Problems();
    this.#snapshot = this.#snapshotOf(merged, known, found);
    problems.push(...found.list);
    this.#problems = problems;
    // A reading that failed keeps the waiting versions of the last one.
    if (typeof reading.operator === 'object')
      this.#later = this.#takeWaiting(reading.operator.waiting, merged, known, problems);
    return this.#snapshot;
  }

  /** A known snapshot is used again when nothing in it differs, because quotes are cached by it. */
  #snapshotOf(
    merged: ReadonlyMap<string, Carrier | undefined>,
    known: readonly CarrierSnapshot[],
    problems: Problems,
  ): CarrierSnapshot {
    const carriers = withoutClashes(
      [...merged.values()],
      ({ terms, origin }, stringId) => this.#placeOf(terms.id, origin, stringId),
      problems,
    );
    const version = hashOf(carriers.flatMap(fingerprint));
    return known.find((one) => one.version === version) ?? new CarrierSnapshot(version, carriers);
  }

  #takeWaiting(
    waiting: readonly Waiting[],
    present: ReadonlyMap<string, Carrier | undefined>,
    known: readonly CarrierSnapshot[],
    problems: Problem[],
  ): readonly { fromMs: Instant; snapshot: CarrierSnapshot }[] {
    const { operatorDir = '' } = this.#options;
    const loaded = new Map<string, LoadedFolder>();
    const byDay = new Map<string, Waiting[]>();
    for (const version of waiting) {
      const folder = version.loaded ?? this.#waiting.get(waitingName(version));
      if (folder !== undefined) loaded.set(waitingName(version), folder);
      // They were correct when they were published, so this program or a shared table is another one.
      const errors = folder?.problems.filter(({ severity }) => severity === 'error') ?? [];
      const place = join(operatorDir, versionsFolder, version.folder, `version ${version.number}`);
      problems.push(...errors.map((one) => ({ ...one, file: join(place, one.file) })));
      byDay.set(version.holdsFrom, [...(byDay.get(version.holdsFrom) ?? []), version]);
    }
    this.#waiting = loaded;
    const merged = new Map(present);
    return [...byDay]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, versions]) => {
        for (const version of versions) {
          const { carrier } = loaded.get(waitingName(version)) ?? {};
          const good = this.#memory.operator.good.get(version.folder);
          const kept = keepGood(carrier, good);
          if (kept !== undefined)
            merged.set(version.folder, inUse(kept.carrier, 'operator', kept.isStale));
        }
        const fromMs = instantOf(homeZone, { day: findDayNumber(date) ?? 0, minute: 0 });
        return { fromMs, snapshot: this.#snapshotOf(merged, known, new Problems()) };
      });
  }

  #placeOf(folder: string, origin: Origin, stringId: string): Place {
    const { shippedDir, operatorDir = '' } = this.#options;
    const place = this.#memory[origin].good.get(folder)?.stringIdPlaces.get(stringId);
    const file = join(
      origin === 'operator' ? operatorDir : shippedDir,
      place?.file ?? `${folder}/carrier.json`,
    );
    return { line: 0, column: 0, ...place, file };
  }

  #takeOperator(
    root: string,
    reading: OperatorReading | string,
    problems: Problem[],
  ): ReadonlyMap<string, Carrier | undefined> {
    if (typeof reading !== 'string') {
      problems.push(
        ...reading.problems.map((problem) => ({ ...problem, file: join(root, problem.file) })),
      );
      return this.#takeRoot('operator', root, reading, problems);
    }
    this.#fingerprints.set(root, unreadable);
    // A folder that cannot be read now, perhaps because it is unmounted, keeps its carriers.
    const found = new Problems();
    const message = `the folder cannot be read: ${reading}`;
    found.error('folder_unreadable', { file: root, line: 0, column: 0 }, '', message);
    problems.push(...found.list);
    return new Map(
      [...this.#memory.operator.good].map(([id, loaded]) => [id, inUse(loaded, 'operator')]),
    );
  }

  /** Folder → carrier; undefined for a folder with errors and without a good version. */
  #takeRoot(
    origin: Origin,
    root: string,
    { fingerprint: read, folders }: RootReading,
    problems: Problem[],
  ): ReadonlyMap<string, Carrier | undefined> {
    this.#fingerprints.set(root, read);
    const memory = this.#memory[origin];
    const loaded = new Map<string, LoadedFolder>();
    const good = new Map<string, LoadedCarrier>();
    const carriers = new Map<string, Carrier | undefined>();
    for (const [name, changed] of folders) {
      const folder = changed ?? memory.folders.get(name);
      if (folder === undefined) continue;
      loaded.set(name, folder);
      problems.push(
        ...folder.problems.map((problem) => ({ ...problem, file: join(root, problem.file) })),
      );
      const kept = keepGood(folder.carrier, memory.good.get(name));
      if (kept !== undefined) good.set(name, kept.carrier);
      carriers.set(name, kept && inUse(kept.carrier, origin, kept.isStale));
    }
    memory.folders = loaded;
    memory.good = good;
    return carriers;
  }
}

/** The carrier with each rejected card replaced by its last good version. */
function keepGood(
  carrier: LoadedCarrier | undefined,
  before: LoadedCarrier | undefined,
): { readonly carrier: LoadedCarrier; readonly isStale: boolean } | undefined {
  if (carrier === undefined) {
    return before === undefined ? undefined : { carrier: before, isStale: true };
  }
  const kept = (before?.cards ?? []).filter(({ folder }) => carrier.refusedCards.includes(folder));
  return {
    carrier: { ...carrier, cards: [...carrier.cards, ...kept] },
    isStale: carrier.refusedCards.length > 0,
  };
}

function inUse({ terms, cards }: LoadedCarrier, origin: Origin, isStale = false): Carrier {
  return Object.freeze({ terms, cards: cards.map(({ card }) => card), origin, isStale });
}

/**
 * Two services of one string_id would overwrite each other in every quote. The later service is left out, and a shipped one before
 * the operator's. The problem is reported for the operator's file, because a folder of the same name replaces a shipped carrier.
 */
function withoutClashes(
  carriers: readonly (Carrier | undefined)[],
  placeOf: (carrier: Carrier, stringId: string) => Place,
  problems: Problems,
): readonly Carrier[] {
  const owners = new Map<string, Carrier>();
  const operatorsFirst = carriers
    .filter((carrier) => carrier !== undefined)
    .toSorted((a, b) => (a.origin === b.origin ? 0 : a.origin === 'operator' ? -1 : 1));
  const accepted = operatorsFirst.flatMap((carrier) => {
    const services = carrier.terms.services.filter(({ stringId }) => {
      const owner = owners.get(stringId);
      if (owner === undefined) {
        owners.set(stringId, carrier);
        return true;
      }
      const isReplaced = owner.origin === 'operator' && carrier.origin === 'shipped';
      const { id } = (isReplaced ? carrier : owner).terms;
      const message = isReplaced
        ? `this string_id belongs to the shipped carrier ${id}; call the folder "${id}" to replace it`
        : `this string_id belongs to the carrier ${id}`;
      const place = placeOf(isReplaced ? owner : carrier, stringId);
      problems.error('string_id_taken', place, stringId, message);
      return false;
    });
    if (services.length === carrier.terms.services.length) return [carrier];
    return services.length === 0 ? [] : [{ ...carrier, terms: { ...carrier.terms, services } }];
  });
  return accepted.toSorted((a, b) => (a.terms.id < b.terms.id ? -1 : 1));
}

function fingerprint({ terms, cards, isStale, origin }: Carrier): string[] {
  const versions = cards.map((card) => card.definition.version);
  return [JSON.stringify(terms), `${origin} ${isStale}`, ...versions];
}
