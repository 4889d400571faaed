// Caches for a short while which caller a key or a password belongs to, so that a busy shop costs neither a database
// read nor a password hash on every request. An entry is valid only while the store's configuration revision is the
// one it was read at: a key that is switched off, a changed password or a closed account takes effect on the next
// request, in every process.
import { LimitedMap } from '../domain/limited-map.ts';
import type { SignedInCaller } from './caller.ts';

type Entry = { caller: SignedInCaller; revision: number; expiresAtMs: number };

/** Long enough to help under load, short enough to recover from a lost change signal. */
const rememberedForMs = 30_000;
const mostEntries = 20_000;

export class CallerCache {
  /** Mixed into the digests of passwords, so that cached digests are useless outside this process. */
  readonly pepper: string;
  readonly #entries = new LimitedMap<string, Entry>(mostEntries);
  readonly #underWay = new Map<string, Promise<SignedInCaller | undefined>>();

  constructor(pepper: string) {
    this.pepper = pepper;
  }

  /**
   * The caller cached under `key`, or the result of `look`, which is then cached. Simultaneous requests with the same
   * key share one look-up. `key` must be a digest, never the secret itself.
   */
  async findOrLook(
    key: string,
    revision: number | undefined,
    nowMs: number,
    look: () => Promise<SignedInCaller | undefined>,
  ): Promise<SignedInCaller | undefined> {
    // Without a revision, no entry can be verified.
    if (revision === undefined) return await look();
    const known = this.#entries.get(key);
    if (known !== undefined) {
      if (known.revision === revision && known.expiresAtMs > nowMs) return known.caller;
      this.#entries.delete(key);
    }
    const sharedKey = `${revision} ${key}`;
    const underWay = this.#underWay.get(sharedKey);
    if (underWay !== undefined) return await underWay;
    const looking = look();
    this.#underWay.set(sharedKey, looking);
    try {
      const caller = await looking;
      if (caller !== undefined)
        this.#entries.set(key, { caller, revision, expiresAtMs: nowMs + rememberedForMs });
      return caller;
    } finally {
      this.#underWay.delete(sharedKey);
    }
  }
}
