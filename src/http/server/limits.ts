// Counts requests against the caller's allowance. Interface, "Limits". The generation's `allowance` names the
// counters; all processes count together through `app.counters`.
import type { App, Slot } from '../../application/ports.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Allowance, Usage } from './generation.ts';

/**
 * The slot of a crashed process becomes free after this time. Longer than any request takes, except a file that its
 * client reads slowly: such a request uses no database connection and little memory, and the limit of requests per
 * minute still applies.
 */
const placeLeaseMs = 120_000;
/** Retry time for a caller with too many simultaneous requests: one of them will have finished. */
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
      allowance.isAnonymousQuote === true
        ? { code: 'anonymous_quotes_limited', retryAfterSeconds, windowSeconds: windowMs / 1000 }
        : { code: 'rate_limited', retryAfterSeconds },
    );
  }
  return { limit, count, endsAtMs };
}

/** Takes a slot among the caller's simultaneous requests; the holder releases it with `leave`. */
export async function enterAtOnce(app: App, allowance: Allowance): Promise<Slot | undefined> {
  const { atOnce: limit = 0 } = allowance;
  if (limit === 0) return undefined;
  const slot = await app.counters.enter({
    key: `at-once:${allowance.scope}:${allowance.who}`,
    limit,
    leaseMs: placeLeaseMs,
    nowMs: app.clock.nowMs(),
  });
  if (slot === undefined) {
    app.meter.limitHit(`${allowance.scope}:at-once`);
    throw new Refusal({ code: 'rate_limited', retryAfterSeconds: retryWhenOneIsDoneSeconds });
  }
  return slot;
}
