// Counters of one process, in memory. Also the stand-in while a shared server is away.
import type { Counters, Place, WindowCount } from '../../application/ports.ts';

/** Ended windows and places are swept out this often, so that passers-by do not fill the memory. */
const countsBetweenSweeps = 10_000;

export function memoryCounters(): Counters {
  const windows = new Map<string, WindowCount>();
  const places = new Map<string, Map<string, number>>();
  let untilSweep = countsBetweenSweeps;
  let nextId = 0;

  const sweep = (nowMs: number): void => {
    untilSweep = countsBetweenSweeps;
    for (const [key, window] of windows) if (window.endsAtMs <= nowMs) windows.delete(key);
    for (const [key, taken] of places) if (freeEnded(taken, nowMs) === 0) places.delete(key);
  };

  return {
    count: async (key, windowMs, nowMs) => {
      untilSweep -= 1;
      if (untilSweep === 0) sweep(nowMs);
      const window = windows.get(key);
      if (window === undefined || window.endsAtMs <= nowMs) {
        const begun = { count: 1, endsAtMs: nowMs + windowMs };
        windows.set(key, begun);
        return { ...begun };
      }
      window.count += 1;
      return { ...window };
    },
    read: async (key, nowMs) => {
      const window = windows.get(key);
      return window === undefined || window.endsAtMs <= nowMs ? undefined : { ...window };
    },
    enter: async ({ key, limit, leaseMs, nowMs }) => {
      const taken = places.get(key) ?? new Map<string, number>();
      if (taken.size >= limit && freeEnded(taken, nowMs) >= limit) return undefined;
      nextId += 1;
      const place: Place = { key, id: String(nextId) };
      taken.set(place.id, nowMs + leaseMs);
      places.set(key, taken);
      return place;
    },
    leave: async ({ key, id }) => {
      const taken = places.get(key);
      taken?.delete(id);
      if (taken?.size === 0) places.delete(key);
    },
    health: () => ({ kind: 'memory', lost: false }),
    close: async () => {},
  };
}

/** Frees the places whose lease is over; says how many are still taken. */
function freeEnded(taken: Map<string, number>, nowMs: number): number {
  for (const [id, endsAtMs] of taken) if (endsAtMs <= nowMs) taken.delete(id);
  return taken.size;
}
