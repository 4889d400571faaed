// Counters of one process, in memory; also used while a shared server is unreachable. An entry that ends further
// ahead than possible was written by a wrong clock, and is ignored once the clock is right.
import type { Counters, Slot, WindowCount } from '../../application/ports.ts';

/** Expired windows and slots are removed this often, so that one-time callers do not fill the memory. */
const countsBetweenSweeps = 10_000;

/** Clocks of machines differ by less. */
export const clockSlackMs = 60_000;

type Window = WindowCount & { windowMs: number };

export function memoryCounters(): Counters {
  const windows = new Map<string, Window>();
  const places = new Map<string, Map<string, number>>();
  let untilSweep = countsBetweenSweeps;
  let nextId = 0;

  const sweep = (nowMs: number): void => {
    untilSweep = countsBetweenSweeps;
    for (const [key, window] of windows) if (isOver(window, nowMs)) windows.delete(key);
    for (const [key, taken] of places) if (freeEnded(taken, nowMs) === 0) places.delete(key);
  };

  const countDown = (nowMs: number): void => {
    untilSweep -= 1;
    if (untilSweep === 0) sweep(nowMs);
  };

  return {
    count: async (key, windowMs, nowMs) => {
      countDown(nowMs);
      const window = windows.get(key);
      if (window === undefined || isOver(window, nowMs)) {
        const begun = { count: 1, endsAtMs: nowMs + windowMs };
        windows.set(key, { ...begun, windowMs });
        return begun;
      }
      window.count += 1;
      return { count: window.count, endsAtMs: window.endsAtMs };
    },
    read: async (key, nowMs) => {
      const window = windows.get(key);
      if (window === undefined || isOver(window, nowMs)) return undefined;
      return { count: window.count, endsAtMs: window.endsAtMs };
    },
    enter: async ({ key, limit, leaseMs, nowMs }) => {
      const known = places.get(key);
      if (known === undefined) countDown(nowMs);
      const taken = known ?? new Map<string, number>();
      if (taken.size >= limit && freeEnded(taken, nowMs, leaseMs) >= limit) return undefined;
      nextId += 1;
      const slot: Slot = { key, id: String(nextId) };
      taken.set(slot.id, nowMs + leaseMs);
      places.set(key, taken);
      return slot;
    },
    leave: async ({ key, id }) => {
      // An empty set is soon used again, or removed by the sweep.
      places.get(key)?.delete(id);
    },
    health: () => ({ kind: 'memory', lost: false }),
    close: async () => {},
  };
}

function isOver({ endsAtMs, windowMs }: Window, nowMs: number): boolean {
  return endsAtMs <= nowMs || endsAtMs > nowMs + windowMs + clockSlackMs;
}

/** Frees expired slots and returns how many are still taken. */
function freeEnded(
  taken: Map<string, number>,
  nowMs: number,
  leaseMs = Number.POSITIVE_INFINITY,
): number {
  const last = nowMs + leaseMs + clockSlackMs;
  for (const [id, endsAtMs] of taken) if (endsAtMs <= nowMs || endsAtMs > last) taken.delete(id);
  return taken.size;
}
