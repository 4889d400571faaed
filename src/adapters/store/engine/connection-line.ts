// The connections to PostgreSQL, and the line of those who wait for one. Who waits for too long is refused as one of too many,
// if others were given a connection meanwhile and nothing has been done for the request yet. A line in which nobody was given
// one is no matter of too many: the server is away. Who hears that of a connection, or loses one, before anything was done may
// ask again too.
import type pg from 'pg';
import { type RequestUnderWay, StoreAway, StoreBusy } from '../../../application/ports.ts';
import { WaitingTime } from '../../../domain/time/waiting-time.ts';

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
      throw isBusy && hasMoved && this.#mayRefuse() ? new StoreBusy(error) : this.asAway(error);
    } finally {
      this.#waiting.delete(place);
    }
  }

  /** Whatever kept a connection from being made: nothing can have been done on it. */
  asAway(error: unknown): unknown {
    return error instanceof Error && this.#mayRefuse() ? new StoreAway(error) : error;
  }

  /** Of a statement that was not committed: only what the loss of its connection has ended. */
  asAwayIfLost(error: unknown): unknown {
    return isLoss(error) ? this.asAway(error) : error;
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

/** SQLSTATE of a connection that failed (class 08), or that the server ended or does not take while it stops or starts. */
const lossStates = /^(08...|57P0[123])$/;
const lossCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

function isLoss(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof StoreAway) return false;
  const code = 'code' in error ? error.code : undefined;
  // The driver's own sentences have no code.
  if (code === undefined) return /^Connection terminated/.test(error.message);
  return lossCodes.has(code) || lossStates.test(String(code));
}
