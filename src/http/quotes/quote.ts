// Quotes on the wire: dollars, and the shapes that typed clients depend on (`quotes` an object, `pickup_time` an object).
import { type Static, Type } from 'typebox';
import { dollars } from '../../domain/money.ts';
import { fromTenThousandths, writtenPriceLines } from '../../domain/quotes/price-lines.ts';
import { bookingCents } from '../../domain/quotes/pricing.ts';
import {
  appliedGstCents,
  isEstimate,
  type Quote,
  type QuoteFailure,
  serviceabilities,
} from '../../domain/quotes/quote.ts';
import { clockTime, day, wordOf } from '../server/values.ts';

const TierReply = Type.Object(
  {
    identifier: Type.Integer({ description: 'Pass as tier when confirming' }),
    description: Type.String(),
    total: Type.Number(),
    price_insurance_ex: Type.Number(),
    fee: Type.Number(),
  },
  { $id: 'Tier' },
);

export const QuoteReply = Type.Object(
  {
    total: Type.Number({ description: 'AUD, GST and warranty fee included' }),
    price_insurance_ex: Type.Number(),
    fee: Type.Number({ description: 'Warranty fee' }),
    applied_gst: Type.Number(),
    insured_amount: Type.Number(),
    service: Type.String(),
    transit_time: Type.String(),
    pickup_dates: Type.Array(day()),
    pickup_time: Type.Object({ from: clockTime, to: clockTime }, { $id: 'PickupTime' }),
    rate_card_code: Type.String(),
    courier: Type.Optional(
      Type.String({ description: "The carrier's name, where the key has one of its own for it" }),
    ),
    tiers: Type.Optional(Type.Array(TierReply)),
    booking_cost: Type.Optional(
      Type.Number({
        description: 'Cost of a booking, if the shop shows its buyers a lower total',
      }),
    ),
    estimated: Type.Optional(
      Type.Literal(true, {
        description:
          "The carrier did not answer, and its rate card's price stands in; quote_errors has the reason. Absent on firm prices",
      }),
    ),
  },
  { $id: 'Quote' },
);

/** In the members area. */
export const MembersQuote = Type.Object(
  {
    ...QuoteReply.properties,
    arrival_date: Type.Optional(
      Type.String({
        description:
          'YYYY-MM-DD by which it arrives if it is picked up on the first of `pickup_dates`',
      }),
    ),
  },
  { $id: 'MembersQuote' },
);

export const QuoteErrorReply = Type.Object(
  {
    courier: Type.String(),
    code: Type.String(),
    serviceability: wordOf(serviceabilities, {
      description:
        'no_route, no_items and no_service: the carrier does not offer this. The others: the carrier failed to answer.',
    }),
    retryable: Type.Boolean(),
    message: Type.String(),
  },
  { $id: 'QuoteError' },
);

/** The shop's own display names of carriers. */
export type CarrierNames = ReadonlyMap<string, string>;

export function presentQuote(quote: Quote, names?: CarrierNames): Static<typeof QuoteReply> {
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
    ...(quote.tiers.length === 0
      ? {}
      : {
          tiers: quote.tiers.map((tier) => ({
            identifier: tier.identifier,
            description: tier.description,
            total: dollars(tier.totalCents),
            price_insurance_ex: dollars(tier.priceCents),
            fee: dollars(tier.feeCents),
          })),
        }),
    ...(bookingCents(quote) === quote.totalCents
      ? {}
      : { booking_cost: dollars(bookingCents(quote)) }),
    ...(isEstimate(quote) ? { estimated: true as const } : {}),
  };
}

export function presentMembersQuote(
  quote: Quote,
  arrivalDate: string | undefined,
  names?: CarrierNames,
): Static<typeof MembersQuote> {
  const shown = presentQuote(quote, names);
  return arrivalDate === undefined ? shown : { ...shown, arrival_date: arrivalDate };
}

export function presentQuotes(
  quotes: readonly Quote[],
  names?: CarrierNames,
): Record<string, Static<typeof QuoteReply>> {
  // Not by assignment, because a carrier may be called `__proto__`.
  return Object.fromEntries(quotes.map((quote) => [quote.carrier, presentQuote(quote, names)]));
}

export function presentFailure(failure: QuoteFailure): Static<typeof QuoteErrorReply> {
  return {
    courier: failure.carrier,
    code: failure.code,
    serviceability: failure.serviceability,
    retryable: failure.isRetryable,
    message: failure.message,
  };
}

export const BreakdownReply = Type.Object(
  {
    rate_card_code: Type.String(),
    rate_card_version: Type.String(),
    from_zone: Type.String(),
    to_zone: Type.String(),
    cubic_weight: Type.Number(),
    charged_weight: Type.Number(),
    lines: Type.Array(
      Type.Object(
        {
          code: Type.String({
            description:
              'FREIGHT, the code of a surcharge, FUEL, GST, the kind of a step of the price, or WARRANTY; several lines may share one',
          }),
          label: Type.String({
            description:
              'Name of the line, with the numbers behind a minimum, a maximum, a cheaper break or a rounding',
          }),
          basis: Type.Number({ description: 'Units, or dollars where the unit is %' }),
          unit: Type.String(),
          rate: Type.Number({ description: 'Dollars per unit, or percent where the unit is %' }),
          amount: Type.Number({
            description: 'basis × rate, or rate % of the basis, rounded to the cent',
          }),
        },
        { $id: 'PriceLine' },
      ),
    ),
    gst: Type.Number({
      description: "GST of the carrier's price, whether a line adds it or the lines contain it",
    }),
    total: Type.Number(),
  },
  { $id: 'Breakdown' },
);

/** The breakdown, line by line; the amounts add up to the total. With a margin, it shows what the operator pays. */
export function presentBreakdown(quote: Quote): Static<typeof BreakdownReply> {
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
