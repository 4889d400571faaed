// The shapes of quotes on the wire, in dollars: those that typed clients depend on (`quotes` an object, `pickup_time` an object).
import { type Static, Type } from 'typebox';
import { type Quote, serviceabilities } from '../../domain/quotes/quote.ts';
import { type CarrierNames, presentQuote } from '../../wording/quotes.ts';
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

export function presentMembersQuote(
  quote: Quote,
  arrivalDate: string | undefined,
  names?: CarrierNames,
): Static<typeof MembersQuote> {
  const shown = presentQuote(quote, names);
  return arrivalDate === undefined ? shown : { ...shown, arrival_date: arrivalDate };
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
