// The queue for requests that arrive faster than the process can serve them. Without it they would wait inside one
// turn of the event loop, where they cannot be refused, counted or dropped. While a turn has time, requests are
// served on arrival. After that they queue, and each turn serves a few, so that new requests, connections and
// database answers are seen soon. The queue gets as much time per turn as the rest of the turn took, within limits,
// so that refusing many requests leaves enough time to serve others. Requests whose clients have disconnected are
// skipped.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { WaitingTime } from '../../../domain/time/waiting-time.ts';

export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** Set on queued requests: their waiting time began then. */
const cameAtMs = Symbol('came at');
type Came = IncomingMessage & { [cameAtMs]?: number };

/** The arrival time of a request, which may be before its turn. */
export function arrivalMs(request: IncomingMessage): number {
  return (request as Came)[cameAtMs] ?? performance.now();
}

type Waiting = {
  request: IncomingMessage;
  response: ServerResponse;
  sinceMs: number;
  place: 'in line' | 'left' | 'out';
};

/** Serving time per turn, with or without a queue: a few quotes. */
const turnMs = 5;
/** Upper limit, however long the rest of the turn took: the next arrivals must not wait long. */
const longestTurnMs = 50;
const mostOfATurn = 100;

export class RequestLine {
  readonly #serve: Serve;
  readonly #onLeft: (request: IncomingMessage) => void;
  readonly #waiting: Waiting[] = [];
  readonly #time = new WaitingTime(1);
  /** Requests in `#waiting` whose clients have disconnected. */
  #left = 0;
  /** When the first request of this turn arrived; undefined before it. */
  #turnBeganMs: number | undefined;
  /** Remaining steps of the turn. */
  #toCome = 0;
  #serveUntilMs: number | undefined;
  #beganMs = 0;
  #startedAtMs = 0;
  #movedAtMs = 0;

  /** `onLeft` is called for each client that disconnected while waiting. */
  constructor(serve: Serve, onLeft: (request: IncomingMessage) => void) {
    this.#serve = serve;
    this.#onLeft = onLeft;
  }

  /** Whether a request that arrives now is served in this turn. */
  hasTime(nowMs: number): boolean {
    if (this.#length > 0) return false;
    if (this.#turnBeganMs === undefined) {
      this.#turnBeganMs = nowMs;
      setImmediate(this.#endTurn);
      return true;
    }
    return nowMs - this.#turnBeganMs < turnMs;
  }

  /** Expected wait in the queue of a request that arrives now. */
  waitMs(nowMs: number): number {
    this.#passBy();
    const [first] = this.#waiting;
    return first === undefined ? 0 : this.#time.ofNext(this.#length, first.sinceMs, nowMs);
  }

  /** How long the queue has existed. */
  lastsMs(nowMs: number): number {
    return this.#length === 0 ? 0 : nowMs - this.#beganMs;
  }

  add(request: IncomingMessage, response: ServerResponse, nowMs: number): void {
    if (this.#length === 0) {
      this.#beganMs = nowMs;
      this.#startedAtMs = nowMs;
      this.#movedAtMs = nowMs;
    }
    (request as Came)[cameAtMs] = nowMs;
    const waiting: Waiting = { request, response, sinceMs: nowMs, place: 'in line' };
    this.#waiting.push(waiting);
    // Leave the count at once, so that other requests are not refused because of it.
    response.once('close', () => {
      if (waiting.place !== 'in line') return;
      waiting.place = 'left';
      this.#left += 1;
    });
    if (this.#toCome === 0) this.#planTurn();
  }

  /** Requests whose clients are still connected. */
  get #length(): number {
    return this.#waiting.length - this.#left;
  }

  readonly #endTurn = (): void => {
    this.#turnBeganMs = undefined;
  };

  /** Separate steps, so that the process can continue the requests it has just taken from the queue. */
  #planTurn(): void {
    this.#toCome = Math.min(this.#waiting.length, mostOfATurn);
    for (let n = 0; n < this.#toCome; n += 1) setImmediate(this.#step);
    this.#serveUntilMs = undefined;
  }

  readonly #step = (): void => {
    const nowMs = performance.now();
    this.#serveUntilMs ??=
      nowMs + Math.max(turnMs, Math.min(nowMs - this.#movedAtMs, longestTurnMs));
    this.#toCome -= 1;
    const next = nowMs < this.#serveUntilMs ? this.#next() : undefined;
    if (this.#toCome === 0) {
      this.#movedAtMs = nowMs;
      if (this.#waiting.length > 0) this.#planTurn();
    }
    if (next === undefined) return;
    this.#time.took(nowMs - this.#startedAtMs, nowMs);
    this.#startedAtMs = nowMs;
    this.#serve(next.request, next.response);
  };

  #next(): Waiting | undefined {
    this.#passBy();
    const next = this.#waiting.shift();
    if (next !== undefined) next.place = 'out';
    return next;
  }

  /** Drops disconnected requests from the head of the queue. */
  #passBy(): void {
    for (let [first] = this.#waiting; first?.response.destroyed === true; [first] = this.#waiting) {
      this.#waiting.shift();
      if (first.place === 'left') this.#left -= 1;
      first.place = 'out';
      this.#onLeft(first.request);
    }
  }
}
