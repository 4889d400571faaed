// A carrier's answer for this caller: member and key terms on the price, warranty, tiers and pickup dates.

import { isInternational } from '../../domain/bookings/customs-declaration.ts';
import { type Cents, gstWithin } from '../../domain/money.ts';
import { offersFrequentRates, priceForCaller } from '../../domain/quotes/pricing.ts';
import type { Quote, QuoteFailure, QuoteTier, Waterfall } from '../../domain/quotes/quote.ts';
import { daysInForce } from '../../domain/rate-cards/card-day.ts';
import type { CarrierService } from '../../domain/rate-cards/carrier-terms.ts';
import { type Rating, rateShipmentWarranty } from '../../domain/rate-cards/rating.ts';
import {
  describeFailure,
  fail,
  type RatingFailure,
  serviceabilityOf,
} from '../../domain/rate-cards/rating-failure.ts';
import { tailgateCents } from '../../domain/rate-cards/tailgate-charge.ts';
import { transitOf } from '../../domain/rate-cards/transit-table.ts';
import type { LiveCarrier, LiveOffer, OwnAccountNames } from '../ports.ts';
import { pickupOfCard, pickupOfLiveOffer } from './card-pickup.ts';
import type { QuotePlan } from './plan-quote.ts';
import { warrantyPart, waterfallOf } from './waterfall-of.ts';

const noTransit = { text: '', minDays: 0, maxDays: 0 };

export function failureOfRating(stringId: string, failure: RatingFailure): QuoteFailure {
  return {
    carrier: stringId,
    code: failure.code,
    serviceability: serviceabilityOf(failure.code),
    isRetryable: false,
    message: describeFailure(failure),
  };
}

/**
 * Undefined when a rule of the key hides the carrier; a failure when the carrier does not collect at the pickup
 * address.
 */
export function quoteOfRating(
  plan: QuotePlan,
  { stringId, mode }: CarrierService,
  rating: Rating,
): Quote | QuoteFailure | undefined {
  const tiers = plan.showsTiers && offersFrequentRates(stringId) ? rating.tiers : [];
  // Replaces the Everyday price before the caller's own terms apply.
  const frequent = plan.settings.module.showsFrequentPrice ? tiers[0] : undefined;
  const priced = priceForCaller(plan.pricing, stringId, frequent?.priceCents ?? rating.priceCents);
  if (priced === undefined) return undefined;
  const pickup = pickupOfCard(plan, rating);
  if (pickup === undefined) {
    return {
      carrier: stringId,
      code: 'pickup_not_served',
      serviceability: 'no_route',
      isRetryable: false,
      message: 'the carrier does not collect at the pickup address',
    };
  }
  const warranty = rateShipmentWarranty(
    rating,
    plan.shipment,
    plan.warrantyCents,
    plan.details.includesWarranty,
  );
  const { definition } = rating.card;
  return {
    carrier: stringId,
    mode,
    priceCents: priced.priceCents,
    feeCents: warranty.feeCents,
    insuredCents: warranty.insuredCents,
    totalCents: priced.priceCents + warranty.feeCents,
    transit: transitOf(rating, plan.shipment) ?? noTransit,
    pickupDates: pickup.dates,
    pickupTime: pickup.window,
    rateCard: { code: definition.code, version: definition.version },
    tiers:
      frequent === undefined
        ? tiers.flatMap((tier) => tierOf(plan, stringId, tier, warranty.feeCents))
        : [],
    waterfall: waterfallOf(rating, frequent, priced.steps, warranty),
  };
}

type RatedTier = Rating['tiers'][number];

function tierOf(
  plan: QuotePlan,
  stringId: string,
  { identifier, description, priceCents: carrierCents }: RatedTier,
  feeCents: number,
): QuoteTier[] {
  const priced = priceForCaller(plan.pricing, stringId, carrierCents);
  if (priced === undefined) return [];
  // Tiers are chosen when booking, so their price is the booking's price.
  const priceCents = priced.bookingCents;
  const totalCents = priceCents + feeCents;
  return [{ identifier, description, priceCents, feeCents, totalCents, carrierCents }];
}

/** The card's price in place of a missing live price. The breakdown names the card and its age, if known. */
export function estimateOfRating(
  plan: QuotePlan,
  service: CarrierService,
  rating: Rating,
): Quote | QuoteFailure | undefined {
  const quote = quoteOfRating(plan, service, rating);
  if (quote === undefined || 'code' in quote) return quote;
  const { code, version, validFrom } = rating.card.definition;
  const days = daysInForce(validFrom, plan.day);
  const age = days === undefined ? '' : `, in force for ${days} day${days === 1 ? '' : 's'}`;
  const name = `Estimated from rate card ${code} ${version}${age}: the carrier did not answer`;
  return withMark(quote, { kind: 'estimate', name, cents: 0 });
}

function withMark(quote: Quote, mark: Waterfall['adjustments'][number]): Quote {
  const { waterfall } = quote;
  return {
    ...quote,
    waterfall: { ...waterfall, adjustments: [...waterfall.adjustments, mark] },
  };
}

const liveMark = { kind: 'live', name: 'Live price from the carrier', cents: 0 } as const;

/**
 * A live price is taken as quoted: with GST, or free of it across the border. If a card of the service can price the
 * shipment too, the card adds its warranty, weights, tailgate charge and pickup terms, except a cut-off that the
 * carrier names itself. Without a card there is no warranty, and pickup is as usual.
 */
export function quoteOfLiveOffer(
  plan: QuotePlan,
  { stringId, mode, own }: LiveCarrier,
  offer: LiveOffer,
  rating?: Rating,
): Quote | QuoteFailure | undefined {
  const tailgate = rating === undefined ? 0 : tailgateCents(rating, plan.shipment, plan.day);
  if (tailgate === undefined) return failureOfRating(stringId, fail('tailgate_not_offered'));
  // On the member's own account, the operator's margin, discount and warranty do not apply and nothing is paid to the
  // operator.
  const terms =
    own === undefined
      ? plan.pricing
      : { ...plan.pricing, marginOf: undefined, discountBasisPoints: 0, isAgreed: true };
  const priced = priceForCaller(terms, stringId, offer.priceCents + tailgate);
  if (priced === undefined) return undefined;
  const pickup = pickupOfLiveOffer(plan, offer, rating);
  const gstCents = isInternational(plan.shipment) ? 0 : gstWithin(offer.priceCents);
  const warranty =
    rating === undefined || own !== undefined
      ? noWarranty
      : rateShipmentWarranty(
          rating,
          plan.shipment,
          plan.warrantyCents,
          plan.details.includesWarranty,
        );
  return {
    carrier: stringId,
    mode,
    priceCents: priced.priceCents,
    feeCents: warranty.feeCents,
    insuredCents: warranty.insuredCents,
    totalCents: priced.priceCents + warranty.feeCents,
    transit: offer.transit,
    pickupDates: pickup.dates,
    pickupTime: pickup.window,
    rateCard: { code: '', version: '' },
    tiers: [],
    waterfall: {
      fromZone: '',
      toZone: '',
      // The carrier does not reveal its cubic weight; its card knows how it is calculated.
      cubicKg4: rating?.totalCubicKg ?? 0,
      chargeKg4: rating?.chargeKg ?? plan.shipment.weightGrams * 10,
      freight: { cents: offer.priceCents - gstCents, parts: [] },
      charges: [],
      fuel: { percent4: 0, cents: 0, baseCents: 0 },
      exCents: offer.priceCents - gstCents,
      gstCents,
      carrierPriceCents: offer.priceCents,
      adjustments: [
        own === undefined ? liveMark : ownMark(own),
        ...(rating === undefined || tailgate === 0 ? [] : [tailgateStep(rating, tailgate)]),
        ...priced.steps,
      ],
      ...(rating === undefined ? {} : warrantyPart(rating, warranty)),
    },
  };
}

function tailgateStep({ card }: Rating, cents: Cents): Waterfall['adjustments'][number] {
  const { code, version } = card.definition;
  return { kind: 'tailgate', name: `Tailgate, from rate card ${code} ${version}`, cents };
}

function ownMark({ mark }: OwnAccountNames): Waterfall['adjustments'][number] {
  return { kind: 'own_account', name: mark, cents: 0 };
}

const noWarranty = { feeCents: 0, insuredCents: 0 };
