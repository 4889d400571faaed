// A rate card's answer to a shipment, computed once for all callers. An unusable card is logged and fails only its own
// carrier.
import type { Quote, QuoteFailure } from '../../domain/quotes/quote.ts';
import type { DayService } from '../../domain/rate-cards/carrier-snapshot.ts';
import { type RatingOutcome, rateShipment } from '../../domain/rate-cards/rating.ts';
import { fail } from '../../domain/rate-cards/rating-failure.ts';
import type { App } from '../ports.ts';
import { failureOfRating, quoteOfRating } from './caller-quote.ts';
import type { QuotePlan } from './plan-quote.ts';

export function answerOfCard(
  app: App,
  plan: QuotePlan,
  entry: DayService,
  ratings: Map<string, RatingOutcome>,
): Quote | QuoteFailure | undefined {
  const { service } = entry;
  const { stringId } = service;
  try {
    const outcome = ratingOf(plan, entry, ratings);
    return outcome.isPriced
      ? quoteOfRating(plan, service, outcome)
      : failureOfRating(stringId, outcome);
  } catch (error) {
    logUnusable(app, entry, error);
    return {
      carrier: stringId,
      code: 'carrier_error',
      serviceability: 'error',
      isRetryable: false,
      message: 'the rate card could not be applied',
    };
  }
}

function ratingOf(
  plan: QuotePlan,
  { service: { stringId }, chosen }: DayService,
  ratings: Map<string, RatingOutcome>,
): RatingOutcome {
  let outcome = ratings.get(stringId);
  if (outcome === undefined) {
    outcome =
      chosen === undefined
        ? fail('no_rate_card')
        : rateShipment(chosen.card, chosen.service, plan.shipment, plan.day);
    ratings.set(stringId, outcome);
  }
  return outcome;
}

/** Undefined for an unusable card: a live answer does not depend on it. */
export function safeRatingOf(
  app: App,
  plan: QuotePlan,
  entry: DayService,
  ratings: Map<string, RatingOutcome>,
): RatingOutcome | undefined {
  try {
    return ratingOf(plan, entry, ratings);
  } catch (error) {
    logUnusable(app, entry, error);
    return undefined;
  }
}

function logUnusable(app: App, { carrier, service }: DayService, error: unknown): void {
  app.log.error(
    { err: error, carrier: carrier.id, service: service.stringId },
    'a rate card could not be applied',
  );
}
