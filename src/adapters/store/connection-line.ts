// The connections to PostgreSQL, and the line of those who wait for one. Who waits for too long is refused as one of too many,
// if others were given a connection meanwhile and nothing has been done for the request yet. A line in which nobody was given
// one is no matter of too many: the server may be away, and that is a fault like any.
import type pg from 'pg';
import { type RequestUnderWay, StoreBusy } from '../../application/ports.ts';
import { WaitingTime } from '../../domain/waiting-time.ts';

type Place = { sinceMs: number };

/** What the pool says when all its connections stayed in use; it has no code for it. */
const noneWasFree = 'timeout exceeded when trying to connect';

export class ConnectionLine {
  readonly #pool: pg.Pool;
  readonly #request: RequestUnderWay | undefined;
  /** In the order in which they came. */
  readonly #waiting = new Set<Place>();
  readonly #time: WaitingTime;
  readonly #patienceMs: number;
  readonly #givenMs = new WeakMap<pg.PoolClient, number>();
  #lastGivenMs = Number.NEGATIVE_INFINITY;

  constructor(pool: pg.Pool, request?: RequestUnderWay) {
    this.#pool = pool;
    this.#request = request;
    this.#time = new WaitingTime(pool.options.max);
    this.#patienceMs = pool.options.connectionTimeoutMillis ?? Number.POSITIVE_INFINITY;
    pool.on('acquire', (client) => {
      this.#lastGivenMs = performance.now();
      this.#givenMs.set(client, this.#lastGivenMs);
    });
    pool.on('release', (_error, client) => {
      const nowMs = performance.now();
      this.#time.took(nowMs - (this.#givenMs.get(client) ?? nowMs), nowMs);
    });
  }

  async connect(): Promise<pg.PoolClient> {
    // One who would wait in vain is told at once.
    if (this.waitMs() > this.#patienceMs && this.#mayRefuse()) throw new StoreBusy();
    const place = { sinceMs: performance.now() };
    this.#waiting.add(place);
    try {
      return await this.#pool.connect();
    } catch (error) {
      const isBusy = error instanceof Error && error.message === noneWasFree;
      const hasMoved = this.#lastGivenMs > place.sinceMs;
      throw isBusy && hasMoved && this.#mayRefuse() ? new StoreBusy(error) : error;
    } finally {
      this.#waiting.delete(place);
    }
  }

  /** Of a job nobody asks what was done. */
  #mayRefuse(): boolean {
    return this.#request?.hasWritten() !== true;
  }

  /** How long whoever comes now would wait. */
  waitMs(): number {
    const [first] = this.#waiting;
    return first === undefined
      ? 0
      : this.#time.ofNext(this.#waiting.size, first.sinceMs, performance.now());
  }
}
