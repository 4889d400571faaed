// How carriers have been answering, known to every process: a carrier that fails in one process is skipped by all,
// retried by one, and used again by all. Each process decides on its own knowledge without waiting, and signals what
// it learns. A process that has just started knows nothing yet.
import type { Clock, Signals } from '../../application/ports.ts';
import { type CarrierHealth, carrierHealth } from '../../domain/carriers/carrier-health.ts';
import { type CircuitBreaker, circuitBreaker } from '../../domain/carriers/circuit-breaker.ts';
import { LimitedMap } from '../../domain/limited-map.ts';

export type SharedCarriers = {
  breakerOf(name: string): CircuitBreaker;
  healthOf(name: string): CarrierHealth;
};

/** Only people look at health, so it is signalled in batches. */
const toldEveryMs = 250;
const mostTold = 500;
/**
 * Every member's own account has a few names, even after it is disconnected; those of the house are used all the
 * time.
 */
const mostNames = 10_000;

type Answer = { name: string; isFailure: boolean; ms: number };

export function sharedCarriers(signals: Signals, clock: Clock): SharedCarriers {
  const breakers = oneForEach(circuitBreaker);
  const health = oneForEach(carrierHealth);
  signals.subscribe('breaker', (data) => {
    const { name, event } = data as { name?: unknown; event?: unknown };
    if (typeof name !== 'string') throw new Error('a breaker has a name');
    if (event === 'succeeded') breakers(name).succeeded();
    else if (event === 'failed') breakers(name).failed(clock.nowMs());
    else throw new Error('nothing else happens to a breaker');
  });
  signals.subscribe('health', (data) => {
    const { answers } = data as { answers?: unknown };
    // All or none, so that health never counts only some of the answers.
    if (!Array.isArray(answers) || !answers.every(isAnswer)) throw new Error('no such answers');
    for (const { name, isFailure, ms } of answers) health(name).note({ isFailure, ms });
  });
  return {
    breakerOf: oneForEach((name) => toldBreaker(name, () => breakers(name), signals)),
    healthOf: toldHealth(health, signals),
  };
}

function isAnswer(answer: unknown): answer is Answer {
  if (typeof answer !== 'object' || answer === null) return false;
  const { name, isFailure, ms } = answer as Partial<Record<keyof Answer, unknown>>;
  return typeof name === 'string' && typeof isFailure === 'boolean' && typeof ms === 'number';
}

/** Look up `own` on every call: a connection outlives its breaker's cache entry. */
function toldBreaker(name: string, own: () => CircuitBreaker, signals: Signals): CircuitBreaker {
  return {
    mayAsk: (nowMs) => {
      const wasTripped = own().isTripped();
      const may = own().mayAsk(nowMs);
      // This process retries the carrier; for the others it keeps failing until the retry succeeds.
      if (may && wasTripped) signals.publish('breaker', { name, event: 'failed' });
      return may;
    },
    succeeded: () => {
      // A success is news only after a failure.
      if (own().hasFailed()) signals.publish('breaker', { name, event: 'succeeded' });
      own().succeeded();
    },
    failed: (nowMs) => {
      own().failed(nowMs);
      signals.publish('breaker', { name, event: 'failed' });
    },
    isOpen: (nowMs) => own().isOpen(nowMs),
    hasFailed: () => own().hasFailed(),
    isTripped: () => own().isTripped(),
  };
}

function toldHealth(
  health: (name: string) => CarrierHealth,
  signals: Signals,
): (name: string) => CarrierHealth {
  let waiting: Answer[] = [];
  const tell = (): void => {
    signals.publish('health', { answers: waiting });
    waiting = [];
  };
  return oneForEach((name) => ({
    note: (answer) => {
      health(name).note(answer);
      if (waiting.length === 0) setTimeout(tell, toldEveryMs).unref();
      if (waiting.length < mostTold) waiting.push({ name, ...answer });
    },
    read: () => health(name).read(),
  }));
}

/** Created on first use and then kept; the least recently used goes first. */
function oneForEach<Thing>(make: (name: string) => Thing): (name: string) => Thing {
  const made = new LimitedMap<string, Thing>(mostNames);
  return (name) => {
    const known = made.get(name) ?? make(name);
    made.delete(name);
    made.set(name, known);
    return known;
  };
}
