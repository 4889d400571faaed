// Where requests wait that came faster than the process can serve them. Without it they would wait inside a turn of the event
// loop, where nobody can be refused, counted or let go: whoever is refused would wait for all who are served before.
//
// While there is time in a turn, requests are served as they come. Then they line up, and each turn takes a few of them, so
// that soon all that has come meanwhile is looked at: new requests, new connections, answers of the database. They are given
// as much time as the rest of a turn took, within limits, so that refusing many, who may come again at once, leaves
// enough of the process to those it serves. Whoever left while waiting is not served.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { WaitingTime } from '../../../domain/time/waiting-time.ts';

export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** On requests that stood in a line: whoever asked has waited since then. */
const cameAtMs = Symbol('came at');
type Came = IncomingMessage & { [cameAtMs]?: number };

/** When a request came, which may be before it is served. */
export function arrivalMs(request: IncomingMessage): number {
  return (request as Came)[cameAtMs] ?? performance.now();
}

type Waiting = {
  request: IncomingMessage;
  response: ServerResponse;
  sinceMs: number;
  place: 'in line' | 'left' | 'out';
};

/** What a turn serves, while there is a line or before there is one: a few quotes. */
const turnMs = 5;
/** However long the rest of a turn took: those who come in the next shall not wait for long. */
const longestTurnMs = 50;
const mostOfATurn = 100;

export class RequestLine {
  readonly #serve: Serve;
  readonly #onLeft: (request: IncomingMessage) => void;
  readonly #waiting: Waiting[] = [];
  readonly #time = new WaitingTime(1);
  /** Those in `#waiting` whose clients have left. */
  #left = 0;
  /** When the first request of this turn came; undefined before it. */
  #turnBeganMs: number | undefined;
  /** Steps of the turn that are still to come. */
  #toCome = 0;
  #serveUntilMs: number | undefined;
  #beganMs = 0;
  #startedAtMs = 0;
  #movedAtMs = 0;

  /** `onLeft` is told of everybody who did not wait. */
  constructor(serve: Serve, onLeft: (request: IncomingMessage) => void) {
    this.#serve = serve;
    this.#onLeft = onLeft;
  }

  /** Whether one who comes now is served in this very turn. */
  hasTime(nowMs: number): boolean {
    if (this.#length > 0) return false;
    if (this.#turnBeganMs === undefined) {
      this.#turnBeganMs = nowMs;
      setImmediate(this.#endTurn);
      return true;
    }
    return nowMs - this.#turnBeganMs < turnMs;
  }

  /** How long one who comes now would stand in line. */
  waitMs(nowMs: number): number {
    this.#passBy();
    const [first] = this.#waiting;
    return first === undefined ? 0 : this.#time.ofNext(this.#length, first.sinceMs, nowMs);
  }

  /** For how long there has been a line. */
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
    // Counted out at once: others must not be refused for the sake of those who are no longer there.
    response.once('close', () => {
      if (waiting.place !== 'in line') return;
      waiting.place = 'left';
      this.#left += 1;
    });
    if (this.#toCome === 0) this.#planTurn();
  }

  /** How many are still there. */
  get #length(): number {
    return this.#waiting.length - this.#left;
  }

  readonly #endTurn = (): void => {
    this.#turnBeganMs = undefined;
  };

  /** Steps of their own: between them the process does what it does at once for whoever was taken from the line. */
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

  /** Those who left go from the head of the line. */
  #passBy(): void {
    for (let [first] = this.#waiting; first?.response.destroyed === true; [first] = this.#waiting) {
      this.#waiting.shift();
      if (first.place === 'left') this.#left -= 1;
      first.place = 'out';
      this.#onLeft(first.request);
    }
  }
}
