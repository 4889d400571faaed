// What carriers have answered about a shipment before it is asked about again, here or in another process, and what is
// kept for whoever asks next. Nothing in it depends on the caller.
import type { RatingOutcome } from '../../domain/rate-cards/rating.ts';
import type { App, CarrierAnswers, LiveAnswer, LiveCarrier } from '../ports.ts';
import type { ChosenCarriers } from './choose-carriers.ts';
import { answersAs, type QuotingCarrier } from './live-carriers.ts';
import type { QuotePlan } from './plan-quote.ts';
import { type FoundElsewhere, findElsewhere, tellElsewhere } from './shared-answers.ts';

export type KnownAnswers = {
  here: CarrierAnswers | undefined;
  elsewhere: FoundElsewhere | undefined;
  /** Live carriers' answers of both, as they were before anybody was asked. */
  before: ReadonlyMap<string, LiveAnswer> | undefined;
  /** What is learnt now is added to what is known, which does not grow younger by it. */
  ratings: Map<string, RatingOutcome>;
  live: Map<string, LiveAnswer>;
  fresh: Map<string, LiveAnswer>;
};

export function findHere(app: App, plan: QuotePlan, nowMs: number): CarrierAnswers | undefined {
  return plan.details.usesCache ? app.quoteCache.findAnswers(plan.fingerprint, nowMs) : undefined;
}

/**
 * Another process may know what this one does not. Undefined, and nothing to wait for, where there is none or no carrier
 * would have to be asked.
 */
export function askElsewhere(
  app: App,
  plan: QuotePlan,
  live: readonly QuotingCarrier[],
  here: CarrierAnswers | undefined,
  nowMs: number,
): Promise<FoundElsewhere | undefined> | undefined {
  const { sharedAnswers } = app;
  if (sharedAnswers === undefined || !plan.details.usesCache) return undefined;
  const isMissing = (carrier: QuotingCarrier): boolean =>
    here?.live.has(answersAs(carrier)) !== true;
  if (!live.some(isMissing)) return undefined;
  return findElsewhere(sharedAnswers, plan, live.filter(isMissing), nowMs);
}

export function joinAnswers(
  here: CarrierAnswers | undefined,
  elsewhere: FoundElsewhere | undefined,
): KnownAnswers {
  return {
    here,
    elsewhere,
    before:
      elsewhere === undefined ? here?.live : new Map([...elsewhere.live, ...(here?.live ?? [])]),
    ratings: here?.ratings ?? new Map(),
    live: here?.live ?? new Map(elsewhere?.live),
    fresh: new Map(),
  };
}

/** Another key may have asked fewer carriers about the same shipment. Cards price alike in every process. */
export function areAllKnown(
  { here, elsewhere, before }: KnownAnswers,
  { services, live }: ChosenCarriers,
): boolean {
  return (
    (here !== undefined || elsewhere !== undefined) &&
    services.every(({ service }) => here?.ratings.has(service.stringId) ?? true) &&
    live.every((carrier) => before?.has(answersAs(carrier)) === true)
  );
}

/** What went wrong is never kept. */
export function learn(known: KnownAnswers, carrier: LiveCarrier, answer: LiveAnswer): void {
  const name = answersAs(carrier);
  if (!answer.isLasting || known.before?.has(name) === true) return;
  known.live.set(name, answer);
  known.fresh.set(name, answer);
}

export function keepAnswers(
  app: App,
  plan: QuotePlan,
  { here, elsewhere, ratings, live, fresh }: KnownAnswers,
  { beganMs, hasAsked }: { beganMs: number; hasAsked: boolean },
): void {
  if (!plan.details.usesCache) return;
  const { quoteCache, sharedAnswers } = app;
  if (here === undefined) {
    // Somebody with other accounts may have asked about the same meanwhile: neither's answers replace the other's.
    const others = hasAsked ? quoteCache.findAnswers(plan.fingerprint, beganMs) : undefined;
    if (others === undefined)
      quoteCache.keepAnswers(plan.fingerprint, { ratings, live }, elsewhere?.askedAtMs ?? beganMs);
    else for (const [name, answer] of fresh) others.live.set(name, answer);
  }
  if (sharedAnswers !== undefined && fresh.size > 0)
    tellElsewhere(sharedAnswers, plan, fresh, beganMs);
}
