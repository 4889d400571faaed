// The last calls of each API key, so that an integrator sees why one failed. Gathered in memory and written a few seconds
// later in one go: a request never waits for its own log. A process that dies loses those seconds, nothing else.
import type { KeyId } from '../../domain/keys/api-key.ts';
import type { AccountsApp, KeyCall, KeyCallLog, Log, Store } from '../ports.ts';

/** Of each key; what is older is forgotten. */
const callsKept = 100;
/** Keys whose calls wait to be written. Beyond it the rest of these seconds go unlogged rather than fill the memory. */
const mostKeysWaiting = 10_000;
const writeEveryMs = 2_000;

export class WaitingKeyCalls implements KeyCallLog {
  readonly #store: Store;
  readonly #log: Log;
  #waiting = new Map<KeyId, KeyCall[]>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  note(keyId: KeyId, call: KeyCall): void {
    const calls = this.#waiting.get(keyId);
    if (calls !== undefined) {
      if (calls.length >= callsKept) calls.shift();
      calls.push(call);
    } else if (this.#waiting.size < mostKeysWaiting) {
      this.#waiting.set(keyId, [call]);
    }
  }

  /** Writes what waits, now and then. Only a server does; commands make no calls. */
  start(): void {
    this.#timer = setInterval(() => void this.write(), writeEveryMs);
    this.#timer.unref();
  }

  async write(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const calls = this.#waiting;
    this.#waiting = new Map();
    try {
      await this.#store.keyCalls.add(calls, callsKept);
    } catch (error) {
      this.#log.warn({ err: error }, 'calls of API keys could not be written down');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}

/** Newest first. */
export async function listKeyCalls(app: AccountsApp, id: KeyId): Promise<KeyCall[]> {
  await app.keyCalls.write();
  return await app.store.keyCalls.list(id);
}
