// What live carriers answered, kept in the memory of one process for others: the primary of several workers. And how much of
// it is kept anywhere, Redis included. Bounded; the oldest go first.
import type { SharedAnswers } from '../../application/ports.ts';
import { clockSlackMs } from './memory.ts';

/** How long others wait for it: they are on the way to carriers that take hundreds. */
export const lookTimeoutMs = 50;
const mostShipments = 2_000;
export const mostNames = 200;
const longestName = 200;
const longestText = 1_000;

export function memoryAnswers(keptForMs: number): SharedAnswers {
  const tables = new Map<string, { endsAtMs: number; texts: Map<string, string> }>();
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
        // Put last, also when it was there: the first is the one that goes.
        tables.delete(fingerprint);
        tables.set(fingerprint, table);
        const oldest = tables.keys().next();
        if (tables.size > mostShipments && !oldest.done) tables.delete(oldest.value);
      }
      for (const [name, text] of keepable(texts))
        if (table.texts.size < mostNames && !table.texts.has(name)) table.texts.set(name, text);
    },
    close: async () => {},
  };
}

/** When the first of a table that ends then was asked for; undefined when it is over, or kept by a clock that ran ahead. */
export function askedAt(endsAtMs: number, keptForMs: number, nowMs: number): number | undefined {
  const isGood = endsAtMs > nowMs && endsAtMs <= nowMs + keptForMs + clockSlackMs;
  return isGood ? Math.min(endsAtMs - keptForMs, nowMs) : undefined;
}

/** What is not too long to be kept. */
export function keepable(texts: ReadonlyMap<string, string>): [string, string][] {
  return [...texts]
    .filter(([name, text]) => name.length <= longestName && text.length <= longestText)
    .slice(0, mostNames);
}
