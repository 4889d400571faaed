// Carriers' cached answers about a shipment, from this process and others. Independent of the caller.
import type { RatingOutcome } from '../../domain/rate-cards/rating.ts';
import type { App, CarrierAnswers, LiveAnswer, LiveCarrier } from '../ports.ts';
import type { ChosenCarriers } from './choose-carriers.ts';
import { answersAs, type QuotingCarrier } from './live-carriers.ts';
import type { QuotePlan } from './plan-quote.ts';
import { readSharedAnswers, type SharedFindings, shareAnswers } from './shared-answers.ts';

export type CachedAnswers = {
  local: CarrierAnswers | undefined;
  shared: SharedFindings | undefined;
  /** Live carriers' answers from both caches before any carrier is asked. */
  cachedLive: ReadonlyMap<string, LiveAnswer> | undefined;
  /** New answers join the cached ones, which keep their age. */
  ratings: Map<string, RatingOutcome>;
  live: Map<string, LiveAnswer>;
  fresh: Map<string, LiveAnswer>;
};

export function findLocalAnswers(
  app: App,
  plan: QuotePlan,
  nowMs: number,
): CarrierAnswers | undefined {
  return plan.details.usesCache ? app.quoteCache.findAnswers(plan.fingerprint, nowMs) : undefined;
}

/** Undefined, without waiting, when there is no shared cache or this process has every answer. */
export function findSharedAnswers(
  app: App,
  plan: QuotePlan,
  live: readonly QuotingCarrier[],
  local: CarrierAnswers | undefined,
  nowMs: number,
): Promise<SharedFindings | undefined> | undefined {
  const { sharedAnswers } = app;
  if (sharedAnswers === undefined || !plan.details.usesCache) return undefined;
  const isMissing = (carrier: QuotingCarrier): boolean =>
    local?.live.has(answersAs(carrier)) !== true;
  if (!live.some(isMissing)) return undefined;
  return readSharedAnswers(sharedAnswers, plan, live.filter(isMissing), nowMs);
}

export function joinAnswers(
  local: CarrierAnswers | undefined,
  shared: SharedFindings | undefined,
): CachedAnswers {
  return {
    local,
    shared,
    cachedLive:
      shared === undefined ? local?.live : new Map([...shared.live, ...(local?.live ?? [])]),
    ratings: local?.ratings ?? new Map(),
    live: local?.live ?? new Map(shared?.live),
    fresh: new Map(),
  };
}

/** Another key may have asked fewer carriers. Cards price alike in every process. */
export function hasAllAnswers(
  { local, shared, cachedLive }: CachedAnswers,
  { services, live }: ChosenCarriers,
): boolean {
  return (
    (local !== undefined || shared !== undefined) &&
    services.every(({ service }) => local?.ratings.has(service.stringId) ?? true) &&
    live.every((carrier) => cachedLive?.has(answersAs(carrier)) === true)
  );
}

/** Failures that may pass are not cached. */
export function addAnswer(cached: CachedAnswers, carrier: LiveCarrier, answer: LiveAnswer): void {
  const name = answersAs(carrier);
  if (!answer.isLasting || cached.cachedLive?.has(name) === true) return;
  cached.live.set(name, answer);
  cached.fresh.set(name, answer);
}

export function keepAnswers(
  app: App,
  plan: QuotePlan,
  { local, shared, ratings, live, fresh }: CachedAnswers,
  { startedMs, hasLive }: { startedMs: number; hasLive: boolean },
): void {
  if (!plan.details.usesCache) return;
  const { quoteCache, sharedAnswers } = app;
  if (local === undefined) {
    // A quote with other carrier accounts may have cached answers meanwhile: add to them instead of replacing them.
    const others = hasLive ? quoteCache.findAnswers(plan.fingerprint, startedMs) : undefined;
    if (others === undefined)
      quoteCache.keepAnswers(plan.fingerprint, { ratings, live }, shared?.askedAtMs ?? startedMs);
    else for (const [name, answer] of fresh) others.live.set(name, answer);
  }
  if (sharedAnswers !== undefined && fresh.size > 0)
    shareAnswers(sharedAnswers, plan, fresh, startedMs);
}
