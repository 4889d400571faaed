// Counts calls in the last minute by the simulator's clock, for carriers with a rate limit.
import { minuteMs } from '../src/domain/time/durations.ts';
import type { Counter } from './answer-request.ts';
import type { Operation } from './protocol.ts';

export class MinuteCounter implements Counter {
  readonly #nowMs: () => number;
  readonly #atMs = new Map<Operation, number[]>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  allows(operation: Operation, perMinute: number): boolean {
    const now = this.#nowMs();
    const recent = (this.#atMs.get(operation) ?? []).filter((atMs) => atMs > now - minuteMs);
    const isAllowed = recent.length < perMinute;
    this.#atMs.set(operation, isAllowed ? [...recent, now] : recent);
    return isAllowed;
  }

  clear(): void {
    this.#atMs.clear();
  }
}
