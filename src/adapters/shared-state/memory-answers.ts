// Answers of live carriers in the memory of one process: the primary of several workers. Also the size limits of this
// cache everywhere, Redis included. The oldest answers go first.
import type { SharedAnswers } from '../../application/ports.ts';
import { LimitedMap } from '../../domain/limited-map.ts';
import { clockSlackMs } from './memory.ts';

/** How long a quote waits for the cache: the carriers themselves take hundreds of milliseconds. */
export const lookTimeoutMs = 50;
const mostShipments = 2_000;
export const mostNames = 200;
const longestName = 200;
const longestText = 1_000;

export function memoryAnswers(keptForMs: number): SharedAnswers {
  const tables = new LimitedMap<string, { endsAtMs: number; texts: Map<string, string> }>(
    mostShipments,
  );
  return {
    find: async (fingerprint, names, nowMs) => {
      const table = tables.get(fingerprint);
      const askedAtMs = askedAt(table?.endsAtMs ?? 0, keptForMs, nowMs);
      if (table === undefined || askedAtMs === undefined) return undefined;
      return {
        texts: new Map([...table.texts].filter(([name]) => names.includes(name))),
        askedAtMs,
      };
    },
    keep: (fingerprint, texts, askedAtMs) => {
      let table = tables.get(fingerprint);
      if (table === undefined || askedAt(table.endsAtMs, keptForMs, askedAtMs) === undefined) {
        table = { endsAtMs: askedAtMs + keptForMs, texts: new Map() };
        // Move it to the end: the first entry is dropped first.
        tables.delete(fingerprint);
        tables.set(fingerprint, table);
      }
      for (const [name, text] of keepable(texts))
        if (table.texts.size < mostNames && !table.texts.has(name)) table.texts.set(name, text);
    },
    close: async () => {},
  };
}

/**
 * When the first answer of the table was requested; undefined if the table has expired, or a clock that ran ahead
 * wrote it.
 */
export function askedAt(endsAtMs: number, keptForMs: number, nowMs: number): number | undefined {
  const isGood = endsAtMs > nowMs && endsAtMs <= nowMs + keptForMs + clockSlackMs;
  return isGood ? Math.min(endsAtMs - keptForMs, nowMs) : undefined;
}

/** Answers that are short enough to be cached. */
export function keepable(texts: ReadonlyMap<string, string>): [string, string][] {
  return [...texts]
    .filter(([name, text]) => name.length <= longestName && text.length <= longestText)
    .slice(0, mostNames);
}
