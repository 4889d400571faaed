// Carriers' answers of the last minutes, in this process. Bounded; the oldest go first.
import type { CarrierAnswers, QuoteCache, SharedAnswers } from '../application/ports.ts';

const mostEntries = 500;

export function memoryQuoteCache(keptForMs: number, shared?: SharedAnswers): QuoteCache {
  const entries = new Map<string, { answers: CarrierAnswers; endsAtMs: number }>();
  return {
    shared,
    find: (fingerprint, nowMs) => {
      const entry = entries.get(fingerprint);
      if (entry === undefined) return undefined;
      // One that ends later than it can was kept by a clock that ran ahead.
      if (entry.endsAtMs > nowMs && entry.endsAtMs <= nowMs + keptForMs) return entry.answers;
      entries.delete(fingerprint);
      return undefined;
    },
    keep: (fingerprint, answers, nowMs) => {
      if (keptForMs === 0) return;
      if (entries.size >= mostEntries) {
        const oldest = entries.keys().next();
        if (!oldest.done) entries.delete(oldest.value);
      }
      entries.set(fingerprint, { answers, endsAtMs: nowMs + keptForMs });
    },
  };
}
