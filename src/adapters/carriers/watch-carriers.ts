// Reloads the carriers when their files change. The operating system's notice is the quick way; a slow regular look
// at the files finds what it missed (network drives, exhausted watches). Changes that come in a burst, as when a
// spreadsheet saves or a folder is copied, are taken together. What could not be read, for a reason that may pass (somebody
// else holds the file, too many are open, no thread could be started), is tried again a few times.

import { type FSWatcher, watch } from 'node:fs';
import type { CarrierSnapshot } from '../../domain/rate-cards/carrier-snapshot.ts';
import { fingerprintFolder } from './loading/carrier-files.ts';
import { ReadingLimit } from './read-in-thread.ts';

export type WatchOptions = {
  readonly roots: readonly string[];
  readonly reload: () => Promise<CarrierSnapshot>;
  /** What the files of a root were when they were last read; a first look that finds them so reads nothing. */
  readonly fingerprintOf: (root: string) => string | undefined;
  /** Files or folders that the last reading found and could not read. */
  readonly unread: () => readonly string[];
  readonly onReload: (snapshot: CarrierSnapshot) => void;
  readonly onTrouble: (trouble: ReadingTrouble) => void;
  /** Changes may not be noticed at once. */
  readonly onError: (error: unknown) => void;
  /** Quiet time before a change is taken up. */
  readonly debounceMs?: number;
  /** How often the files are looked at without a notice. */
  readonly pollMs?: number;
  /** Does something after a pause, unless what it answers is called before. */
  readonly later?: (task: () => void, pauseMs: number) => () => void;
};

export type ReadingTrouble = {
  /** Why nothing was read at all; undefined when only some files were not. */
  readonly error: unknown;
  readonly files: readonly string[];
  /** How often it was tried. */
  readonly attempts: number;
  /** When it is tried again; undefined when it is given up until the files change. */
  readonly againMs: number | undefined;
};

const defaultDebounceMs = 200;
const defaultPollMs = 5000;
/** Before each further attempt: half a minute in all. */
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
    // Watching alone must not keep a process alive.
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
      // Without notices the regular look remains.
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
    // Files that changed meanwhile are read again by another call, which has the last word.
    if (this.#isClosed || this.#latest !== thisReading) return;
    const files = snapshot === undefined ? [] : this.#options.unread();
    const isRead = snapshot !== undefined && files.length === 0;
    const mayPass = !isRead && !(error instanceof ReadingLimit);
    const againMs = mayPass ? pausesMs[attempts - 1] : undefined;
    // Whoever waits for one file need not be told every time of the others.
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
