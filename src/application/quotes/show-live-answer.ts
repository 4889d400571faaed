// A live carrier's answer as the caller is shown it, with what the carrier's card adds to it.
import type { Quote, QuoteFailure } from '../../domain/quotes/quote.ts';
import { wantsTailgate } from '../../domain/quotes/shipment.ts';
import type { DayService } from '../../domain/rate-cards/carrier-snapshot.ts';
import type { RatingOutcome } from '../../domain/rate-cards/rating.ts';
import { fail, firmRefusals, type RatingFailure } from '../../domain/rate-cards/rating-failure.ts';
import type { App, LiveAnswer, LiveCarrier } from '../ports.ts';
import { estimateOfRating, failureOfRating, quoteOfLiveOffer } from './caller-quote.ts';
import { safeRatingOf } from './card-answer.ts';
import type { QuotePlan } from './plan-quote.ts';

/**
 * Its card lends warranty and pickup terms to an offer, adds what a tailgate costs, and stands
 * where it refuses what the carrier was not told of; under `live_then_card` it gives an estimate when the carrier could not answer, beside the failure.
 * A carrier that says no is believed.
 */
export function showLiveAnswer(
  app: App,
  plan: QuotePlan,
  carrier: LiveCarrier,
  { offer, failure, isLasting }: LiveAnswer,
  standIn: DayService | undefined,
  ratings: Map<string, RatingOutcome>,
): (Quote | QuoteFailure | undefined)[] {
  const rating = (): RatingOutcome | undefined =>
    standIn === undefined ? undefined : safeRatingOf(app, plan, standIn, ratings);
  if (offer !== undefined) {
    const outcome = rating();
    if (outcome?.isPriced === true) return [quoteOfLiveOffer(plan, carrier, offer, outcome)];
    const refusal = firmRefusalOf(plan, outcome);
    return [
      refusal === undefined
        ? quoteOfLiveOffer(plan, carrier, offer)
        : failureOfRating(carrier.stringId, refusal),
    ];
  }
  if (isLasting || carrier.policy !== 'live_then_card' || standIn === undefined) return [failure];
  const outcome = rating();
  const estimate =
    outcome?.isPriced === true ? estimateOfRating(plan, standIn.service, outcome) : undefined;
  return [failure, estimate];
}

/** Why a carrier's offer is not sold although it made one: its card has no price for what the carrier was not told of. */
function firmRefusalOf(
  { shipment }: QuotePlan,
  failure: RatingFailure | undefined,
): RatingFailure | undefined {
  if (wantsTailgate(shipment)) return failure ?? fail('tailgate_not_offered');
  return failure !== undefined && firmRefusals.has(failure.code) ? failure : undefined;
}
