// Counts requests against what a caller is allowed. Interface, "Limits". Names of counters come from the
// generation's `allowance`; the counting itself is shared by every process through `app.counters`.
import type { App, Slot } from '../../application/ports.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Allowance, Usage } from './generation.ts';

/**
 * A slot that a dead process never gave back is free again after this. Longer than any request may take, but for a file
 * that its client takes in slowly: while that one waits it holds no connection of the database and a part or two in
 * memory, and nothing more is read for it. How many are begun in a minute is counted all the same.
 */
const placeLeaseMs = 120_000;
/** What a caller with too many requests at once is told: one of them will be done by then. */
const retryWhenOneIsDoneSeconds = 1;

/** Undefined when there is no limit to count against. */
export async function countRequest(app: App, allowance: Allowance): Promise<Usage | undefined> {
  const { limit, windowMs } = allowance.requests;
  if (limit === 0) return undefined;
  const nowMs = app.clock.nowMs();
  const { count, endsAtMs } = await app.counters.count(
    `requests:${allowance.scope}:${allowance.who}`,
    windowMs,
    nowMs,
  );
  if (count > limit) {
    app.meter.limitHit(allowance.scope);
    const retryAfterSeconds = Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
    throw new Refusal(
      allowance.refusal === 'rate_limited'
        ? { code: 'rate_limited', retryAfterSeconds }
        : { code: 'anonymous_quotes_limited', retryAfterSeconds, windowSeconds: windowMs / 1000 },
    );
  }
  return { limit, count, endsAtMs };
}

/** Takes a slot among the caller's simultaneous requests; who gets one gives it back with `leave`. */
export async function enterAtOnce(app: App, allowance: Allowance): Promise<Slot | undefined> {
  if (allowance.atOnce === 0) return undefined;
  const slot = await app.counters.enter({
    key: `at-once:${allowance.scope}:${allowance.who}`,
    limit: allowance.atOnce,
    leaseMs: placeLeaseMs,
    nowMs: app.clock.nowMs(),
  });
  if (slot === undefined) {
    app.meter.limitHit(`${allowance.scope}:at-once`);
    throw new Refusal({ code: 'rate_limited', retryAfterSeconds: retryWhenOneIsDoneSeconds });
  }
  return slot;
}
