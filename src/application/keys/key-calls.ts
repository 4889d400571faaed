// Logs the last calls of each API key, so that a shop's developer sees why one failed. Calls are buffered for a few seconds, so
// that a request does not wait for its log; a process that dies loses only these seconds.
import type { KeyId } from '../../domain/keys/api-key.ts';
import type { AccountsApp, KeyCall, KeyCallLog, Log, Store } from '../ports.ts';

/** For each key; older calls are deleted. */
const callsKept = 100;
/** Keys with buffered calls. Beyond it, calls are not logged, to protect memory. */
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

  /** Writes buffered calls periodically. Only a server does. */
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
