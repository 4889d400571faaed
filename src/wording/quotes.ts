// Quotes in the interface's own spelling, in dollars. The command line prints them as HTTP answers them; their published shapes
// are in `src/http/quotes/quote.ts`.
import { dollars } from '../domain/money.ts';
import { fromTenThousandths, writtenPriceLines } from '../domain/quotes/price-lines.ts';
import { bookingCents } from '../domain/quotes/pricing.ts';
import {
  appliedGstCents,
  isEstimate,
  type Quote,
  type QuoteFailure,
  type QuoteTier,
} from '../domain/quotes/quote.ts';

/** The shop's own display names of carriers. */
export type CarrierNames = ReadonlyMap<string, string>;

export function presentQuote(quote: Quote, names?: CarrierNames) {
  const name = names?.get(quote.carrier);
  return {
    total: dollars(quote.totalCents),
    price_insurance_ex: dollars(quote.priceCents),
    fee: dollars(quote.feeCents),
    applied_gst: dollars(appliedGstCents(quote.priceCents)),
    insured_amount: dollars(quote.insuredCents),
    service: quote.mode,
    transit_time: quote.transit.text,
    pickup_dates: [...quote.pickupDates],
    pickup_time: quote.pickupTime,
    rate_card_code: quote.rateCard.code,
    // Plug-ins show this name, or else derive one from the string_id.
    ...(name === undefined ? {} : { courier: name }),
    ...(quote.tiers.length === 0 ? {} : { tiers: quote.tiers.map(presentTier) }),
    ...(bookingCents(quote) === quote.totalCents
      ? {}
      : { booking_cost: dollars(bookingCents(quote)) }),
    ...(isEstimate(quote) ? { estimated: true as const } : {}),
  };
}

function presentTier({ identifier, description, totalCents, priceCents, feeCents }: QuoteTier) {
  return {
    identifier,
    description,
    total: dollars(totalCents),
    price_insurance_ex: dollars(priceCents),
    fee: dollars(feeCents),
  };
}

export function presentQuotes(
  quotes: readonly Quote[],
  names?: CarrierNames,
): Record<string, ReturnType<typeof presentQuote>> {
  // Not by assignment, because a carrier may be called `__proto__`.
  return Object.fromEntries(quotes.map((quote) => [quote.carrier, presentQuote(quote, names)]));
}

export function presentFailure(failure: QuoteFailure) {
  return {
    courier: failure.carrier,
    code: failure.code,
    serviceability: failure.serviceability,
    retryable: failure.isRetryable,
    message: failure.message,
  };
}

/** The breakdown, line by line; the amounts add up to the total. With a margin, it shows what the operator pays. */
export function presentBreakdown(quote: Quote) {
  const { waterfall, totalCents, rateCard } = quote;
  return {
    rate_card_code: rateCard.code,
    rate_card_version: rateCard.version,
    from_zone: waterfall.fromZone,
    to_zone: waterfall.toZone,
    cubic_weight: fromTenThousandths(waterfall.cubicKg4),
    charged_weight: fromTenThousandths(waterfall.chargeKg4),
    lines: writtenPriceLines(quote),
    gst: dollars(waterfall.gstCents),
    total: dollars(totalCents),
  };
}
