// A live carrier's answer for the caller, with the additions of the carrier's card.
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
 * The card adds warranty, pickup terms and the tailgate charge to an offer, and may reject what the carrier was not
 * asked about. Under `live_then_card` it also gives an estimate when the carrier could not answer, beside the failure.
 * A carrier's own absence is final.
 */
export function showLiveAnswer(
  app: App,
  plan: QuotePlan,
  carrier: LiveCarrier,
  { offer, failure, isLasting }: LiveAnswer,
  cardOfLive: DayService | undefined,
  ratings: Map<string, RatingOutcome>,
): (Quote | QuoteFailure | undefined)[] {
  const rating = (): RatingOutcome | undefined =>
    cardOfLive === undefined ? undefined : safeRatingOf(app, plan, cardOfLive, ratings);
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
  if (isLasting || carrier.policy !== 'live_then_card' || cardOfLive === undefined)
    return [failure];
  const outcome = rating();
  const estimate =
    outcome?.isPriced === true ? estimateOfRating(plan, cardOfLive.service, outcome) : undefined;
  return [failure, estimate];
}

/**
 * The card's reason to reject a carrier's offer: it has no price for something that the carrier was not asked about.
 */
function firmRefusalOf(
  { shipment }: QuotePlan,
  failure: RatingFailure | undefined,
): RatingFailure | undefined {
  if (wantsTailgate(shipment)) return failure ?? fail('tailgate_not_offered');
  return failure !== undefined && firmRefusals.has(failure.code) ? failure : undefined;
}
