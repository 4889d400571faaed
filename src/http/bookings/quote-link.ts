// A quote as the receiver of a link sees it: the places, the pieces, the offer and its price. No names, streets or
// telephones, and no other offers.
import { type Static, Type } from 'typebox';
import type { OfferedQuote } from '../../application/bookings/quote-links.ts';
import { pieceCount, totalGrams } from '../../domain/bookings/booking.ts';
import { isUnsettled, statusTitle } from '../../domain/bookings/booking-status.ts';
import { chosenCents } from '../../domain/bookings/confirmation.ts';
import { gramsPerKg } from '../../domain/bookings/item.ts';
import { dollars } from '../../domain/money.ts';
import type { Address } from '../../domain/places/address.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { day, instant, orNull } from '../server/values.ts';

const PlaceReply = Type.Object({
  suburb: Type.String(),
  state: Type.String(),
  postcode: Type.String(),
  country: Type.String(),
});

export const SharedQuoteReply = Type.Object(
  { url: Type.String(), expires_at: instant() },
  { $id: 'SharedQuote' },
);

export const OfferedQuoteReply = Type.Object(
  {
    booking_id: Type.Integer(),
    from_member: Type.String({ description: 'The business that sent the link' }),
    state: Type.Enum(['open', 'accepted', 'unsettled', 'cancelled'], {
      description: 'unsettled: accepted, and the payment or the carrier is still awaited',
    }),
    status: Type.String(),
    sender: PlaceReply,
    receiver: PlaceReply,
    pieces: Type.Integer(),
    weight: Type.Number({ description: 'kg' }),
    description: Type.String(),
    customer_reference: Type.String(),
    courier: Type.String(),
    transit_time: Type.String(),
    pickup_date: orNull(day()),
    price: Type.Number({ description: 'AUD, GST included' }),
    connote: orNull(Type.String()),
    expires_at: instant(),
  },
  { $id: 'OfferedQuote' },
);

export function presentOfferedQuote({
  booking,
  sender,
  input,
  expiresAtMs,
}: OfferedQuote): Static<typeof OfferedQuoteReply> {
  const { confirmation } = booking;
  const quote = booking.quotes.find(({ carrier }) => carrier === input.carrier);
  const isDemo = input.payment?.kind === 'demo';
  const cents = confirmation?.costCents ?? (isDemo ? 0 : chosenCents(booking.quotes, input));
  return {
    booking_id: booking.id,
    from_member: sender.companyName || `${sender.firstName} ${sender.lastName}`.trim(),
    state: stateOf(booking),
    status: statusTitle(booking.status),
    sender: placeOf(booking.sender),
    receiver: placeOf(booking.receiver),
    pieces: pieceCount(booking.items),
    weight: totalGrams(booking.items) / gramsPerKg,
    description: booking.description,
    customer_reference: booking.customerReference,
    courier: confirmation?.carrier ?? (isDemo ? 'demo' : input.carrier),
    transit_time: quote?.transit.text ?? '',
    pickup_date: (confirmation?.pickupDate ?? input.pickupDate) || null,
    price: dollars(cents ?? 0),
    connote: booking.connote ?? null,
    expires_at: timestampWithColon(expiresAtMs, homeZone),
  };
}

function stateOf({ status }: OfferedQuote['booking']) {
  if (status === 'new') return 'open';
  if (status === 'cancelled') return 'cancelled';
  return isUnsettled(status) ? 'unsettled' : 'accepted';
}

function placeOf({ suburb, state, postcode, country }: Address): Static<typeof PlaceReply> {
  return { suburb, state, postcode, country };
}
