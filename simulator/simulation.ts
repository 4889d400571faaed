// The state of a whole simulation, without servers: clock, seed, faults, carriers and the latest calls. Carriers and
// the control endpoint share it. It is in memory only and ends with the process.
import { type Asked, answerRequest, type Outcome } from './answer-request.ts';
import { Tokens } from './credentials.ts';
import { type Desk, openDesk, type Simulated } from './desk.ts';
import { type Fault, FaultBook } from './fault.ts';
import type { Latency } from './latency.ts';
import { MinuteCounter } from './minute-counter.ts';
import type { PriceBook } from './price-book.ts';
import type { Protocol } from './protocol.ts';
import { randomFor } from './random.ts';
import { Shipments } from './shipments.ts';

export type SimulationOptions = {
  readonly carriers: readonly Simulated[];
  readonly prices: PriceBook;
  readonly nowMs: () => number;
  readonly seed: number;
  readonly latency?: Latency | undefined;
  readonly faults?: readonly Fault[];
  readonly journeyMs?: number;
};

/** A carrier with its desk. */
export type Branch = {
  readonly simulated: Simulated;
  readonly desk: Desk;
  readonly protocol: Protocol;
  readonly counter: MinuteCounter;
};

export type CallRecord = {
  readonly at: string;
  readonly carrier: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** Undefined if the client got no answer. */
  readonly status: number | undefined;
  readonly fault: string | undefined;
};

/** Ten minutes from booking to delivery: long enough for a person to watch, short enough to wait for. */
const usualJourneyMs = 600_000;
const mostCalls = 1_000;
/** First serial numbers depend on the seed, so that the numbers of two runs differ. */
const serialSpread = 50_000;

export class Simulation {
  readonly branches: readonly Branch[];
  readonly faults = new FaultBook();
  readonly #options: SimulationOptions;
  readonly #calls: CallRecord[] = [];
  #aheadMs = 0;
  #journeyMs: number;

  constructor(options: SimulationOptions) {
    this.#options = options;
    this.#journeyMs = options.journeyMs ?? usualJourneyMs;
    for (const fault of options.faults ?? []) this.faults.add(fault);
    this.branches = options.carriers.map((simulated) => this.#open(simulated));
  }

  #open(simulated: Simulated): Branch {
    const nowMs = this.nowMs;
    const random = randomFor(this.#options.seed, simulated.carrier);
    const desk = openDesk({
      carrier: simulated.carrier,
      shipments: new Shipments(nowMs, random.below(serialSpread)),
      tokens: new Tokens(random, nowMs),
      prices: this.#options.prices,
      random,
      nowMs,
      journeyMs: () => this.#journeyMs,
    });
    const counter = new MinuteCounter(nowMs);
    return { simulated, desk, protocol: simulated.open(desk), counter };
  }

  /** The real clock plus the time that `advance` has added. */
  readonly nowMs = (): number => this.#options.nowMs() + this.#aheadMs;

  advance(ms: number): void {
    this.#aheadMs += ms;
  }

  get journeyMs(): number {
    return this.#journeyMs;
  }

  setJourney(ms: number): void {
    this.#journeyMs = ms;
  }

  find(carrier: string): Branch | undefined {
    return this.branches.find(({ simulated }) => simulated.carrier === carrier);
  }

  /** The latest last. */
  get calls(): readonly CallRecord[] {
    return this.#calls;
  }

  async answer(
    branch: Branch,
    asked: Asked,
    wait: (ms: number) => Promise<void>,
  ): Promise<Outcome> {
    const { desk, protocol, counter } = branch;
    const { faults } = this;
    const { latency } = this.#options;
    const outcome = await answerRequest(asked, { desk, protocol, faults, counter, latency, wait });
    const { fate } = outcome;
    this.#calls.push({
      at: new Date(this.nowMs()).toISOString(),
      carrier: desk.carrier,
      operation: outcome.operation ?? '',
      method: asked.method,
      path: asked.path,
      status: fate.kind === 'answered' ? fate.answer.status : undefined,
      fault: outcome.fault,
    });
    if (this.#calls.length > mostCalls) this.#calls.shift();
    return outcome;
  }

  /** Clears faults, shipments, calls and rate limits; tokens and the clock stay. */
  reset(): void {
    this.faults.clear();
    this.#calls.length = 0;
    for (const { desk, counter } of this.branches) {
      desk.shipments.clear();
      counter.clear();
    }
  }
}
