// Reloads the carriers when their files change. The operating system reports most changes; a regular check finds the others
// (network drives, exhausted watches). A burst of changes, as when a folder is copied, is one reload. Files that cannot be read
// for a reason that may pass (a lock, too many open files, no thread) are retried a few times.

import { type FSWatcher, watch } from 'node:fs';
import type { CarrierSnapshot } from '../../domain/rate-cards/carrier-snapshot.ts';
import { fingerprintFolder } from './loading/carrier-files.ts';
import { ReadingLimit } from './read-in-thread.ts';

export type WatchOptions = {
  readonly roots: readonly string[];
  readonly reload: () => Promise<CarrierSnapshot>;
  /** Fingerprint of a root's files when they were last read: unchanged files are not read again. */
  readonly fingerprintOf: (root: string) => string | undefined;
  /** Files or folders that the last reading could not read. */
  readonly unread: () => readonly string[];
  readonly onReload: (snapshot: CarrierSnapshot) => void;
  readonly onTrouble: (trouble: ReadingTrouble) => void;
  /** Called when changes may not be noticed at once. */
  readonly onError: (error: unknown) => void;
  /** Quiet time before a reload. */
  readonly debounceMs?: number;
  /** Time between regular checks. */
  readonly pollMs?: number;
  /** Runs a task after a pause; the function it returns cancels it. */
  readonly later?: (task: () => void, pauseMs: number) => () => void;
};

export type ReadingTrouble = {
  /** Why the whole reading failed; undefined when only some files could not be read. */
  readonly error: unknown;
  readonly files: readonly string[];
  readonly attempts: number;
  /** Time until the next attempt; undefined if the next attempt waits for the files to change. */
  readonly againMs: number | undefined;
};

const defaultDebounceMs = 200;
const defaultPollMs = 5000;
/** The pause before each retry: half a minute in all. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000] as const;

export class CarrierWatch {
  readonly #options: WatchOptions;
  readonly #watchers: FSWatcher[] = [];
  readonly #poll: NodeJS.Timeout;
  #debounce: NodeJS.Timeout | undefined;
  #fingerprint: string;
  #attempts = 0;
  #latest: symbol | undefined;
  #cancelAgain: (() => void) | undefined;
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#fingerprint = options.roots.map(options.fingerprintOf).join('\n');
    for (const root of options.roots) this.#watchRoot(root);
    this.#poll = setInterval(() => void this.#look(), options.pollMs ?? defaultPollMs);
    // The watch does not keep the process alive.
    this.#poll.unref();
    if (options.unread().length > 0) this.#again(pausesMs[0]);
    // Files may have changed between the load and the start of the watch.
    void this.#look();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#poll);
    clearTimeout(this.#debounce);
    this.#cancelAgain?.();
    for (const watcher of this.#watchers) watcher.close();
  }

  #watchRoot(root: string): void {
    try {
      const watcher = watch(root, { recursive: true, persistent: false }, () => this.#notice());
      // The regular check still finds changes.
      watcher.on('error', (error) => this.#options.onError(error));
      this.#watchers.push(watcher);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #notice(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#debounce);
    const wait = this.#options.debounceMs ?? defaultDebounceMs;
    this.#debounce = setTimeout(() => {
      this.#attempts = 0;
      void this.#reload();
    }, wait);
    this.#debounce.unref();
  }

  async #look(): Promise<void> {
    const before = this.#fingerprint;
    const parts = await Promise.all(this.#options.roots.map(fingerprintFolder));
    this.#fingerprint = parts.join('\n');
    if (before !== this.#fingerprint) this.#notice();
  }

  async #reload(): Promise<void> {
    this.#cancelAgain?.();
    this.#cancelAgain = undefined;
    this.#attempts += 1;
    const attempts = this.#attempts;
    const thisReading = Symbol('reading');
    this.#latest = thisReading;
    let error: unknown;
    let snapshot: CarrierSnapshot | undefined;
    try {
      snapshot = await this.#options.reload();
    } catch (caught) {
      error = caught;
    }
    // A later call reads files that changed meanwhile, and its result counts.
    if (this.#isClosed || this.#latest !== thisReading) return;
    const files = snapshot === undefined ? [] : this.#options.unread();
    const isRead = snapshot !== undefined && files.length === 0;
    const mayPass = !isRead && !(error instanceof ReadingLimit);
    const againMs = mayPass ? pausesMs[attempts - 1] : undefined;
    // Retries for a few files do not report the others again.
    const isNews = isRead || attempts === 1 || againMs === undefined;
    if (snapshot !== undefined && isNews) this.#options.onReload(snapshot);
    if (isRead) return;
    this.#options.onTrouble({ error, files, attempts, againMs });
    if (againMs !== undefined) this.#again(againMs);
  }

  #again(pauseMs: number): void {
    this.#cancelAgain = (this.#options.later ?? afterPause)(() => void this.#reload(), pauseMs);
  }
}

function afterPause(task: () => void, pauseMs: number): () => void {
  const timer = setTimeout(task, pauseMs).unref();
  return () => clearTimeout(timer);
}
