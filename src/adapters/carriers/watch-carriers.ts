// Reloads the carriers when their files change. The operating system's notice is the quick way; a slow regular look
// at the files finds what it missed (network drives, exhausted watches). Changes that come in a burst, as when a
// spreadsheet saves or a folder is copied, are taken together.

import { type FSWatcher, watch } from 'node:fs';
import type { CarrierSnapshot } from '../../domain/rating/carrier-snapshot.ts';
import { fingerprintFolder } from './pack-files.ts';

export type WatchOptions = {
  readonly roots: readonly string[];
  readonly reload: () => Promise<CarrierSnapshot>;
  /** What the files of a root were when they were last read; a first look that finds them so reads nothing. */
  readonly fingerprintOf: (root: string) => string | undefined;
  readonly onReload: (snapshot: CarrierSnapshot) => void;
  readonly onReloadError: (error: unknown) => void;
  /** Changes may not be noticed at once. */
  readonly onError: (error: unknown) => void;
  /** Quiet time before a change is taken up. */
  readonly debounceMs?: number;
  /** How often the files are looked at without a notice. */
  readonly pollMs?: number;
};

const defaultDebounceMs = 200;
const defaultPollMs = 5000;

export class CarrierWatch {
  readonly #options: WatchOptions;
  readonly #watchers: FSWatcher[] = [];
  readonly #poll: NodeJS.Timeout;
  #debounce: NodeJS.Timeout | undefined;
  #fingerprint: string;
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#fingerprint = options.roots.map(options.fingerprintOf).join('\n');
    for (const root of options.roots) this.#watchRoot(root);
    this.#poll = setInterval(() => void this.#look(), options.pollMs ?? defaultPollMs);
    // Watching alone must not keep a process alive.
    this.#poll.unref();
    // Files may have changed between the load and the start of the watch.
    void this.#look();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#poll);
    clearTimeout(this.#debounce);
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
    this.#debounce = setTimeout(() => void this.#reload(), wait);
    this.#debounce.unref();
  }

  async #look(): Promise<void> {
    const before = this.#fingerprint;
    const parts = await Promise.all(this.#options.roots.map(fingerprintFolder));
    this.#fingerprint = parts.join('\n');
    if (before !== this.#fingerprint) this.#notice();
  }

  async #reload(): Promise<void> {
    try {
      const snapshot = await this.#options.reload();
      if (!this.#isClosed) this.#options.onReload(snapshot);
    } catch (error) {
      if (!this.#isClosed) this.#options.onReloadError(error);
    }
  }
}
