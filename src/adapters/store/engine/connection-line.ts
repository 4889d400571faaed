// The connections to PostgreSQL and the queue for them. A request that waits too long is refused as "too busy",
// provided that the queue is moving and nothing has been done for the request yet. If the queue stands still, the
// server is away, which is a different error. Either way the client may safely retry.
import type pg from 'pg';
import { type RequestUnderWay, StoreAway, StoreBusy } from '../../../application/ports.ts';
import { WaitingTime } from '../../../domain/time/waiting-time.ts';

type Place = { sinceMs: number };

/** The pool's message when all its connections stay in use; it has no code for it. */
const noneWasFree = 'timeout exceeded when trying to connect';

export class ConnectionLine {
  readonly #pool: pg.Pool;
  readonly #request: RequestUnderWay | undefined;
  /** Kept in order of arrival. */
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
    // Reject at once if the wait would be too long.
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

  /** Without a connection nothing can have been done. */
  asAway(error: unknown): unknown {
    return error instanceof Error && this.#mayRefuse() ? new StoreAway(error) : error;
  }

  /** Converts the error of a statement that was not committed, if the connection was lost. */
  asAwayIfLost(error: unknown): unknown {
    return isLoss(error) ? this.asAway(error) : error;
  }

  /** Jobs are never rejected, because they retry anyway. */
  #mayRefuse(): boolean {
    return this.#request?.hasWritten() !== true;
  }

  /** Expected wait of a request that arrives now. */
  waitMs(): number {
    const [first] = this.#waiting;
    return first === undefined
      ? 0
      : this.#time.ofNext(this.#waiting.size, first.sinceMs, performance.now());
  }
}

/** SQLSTATEs of a failed connection (class 08), or of a server that is starting or stopping. */
const lossStates = /^(08...|57P0[123])$/;
const lossCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

function isLoss(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof StoreAway) return false;
  const code = 'code' in error ? error.code : undefined;
  // The driver's own errors have no code.
  if (code === undefined) return /^Connection terminated/.test(error.message);
  return lossCodes.has(code) || lossStates.test(String(code));
}
