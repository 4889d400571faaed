// A booking in the members area: the public fields and what only people need. The operator gets the same fields of any
// member's booking, and more. The public v4 and v5 shapes contain none of this.
import { type Static, Type } from 'typebox';
import type { OperatorBooking } from '../../application/bookings/find-bookings.ts';
import type { BookingPage, OperatorPage } from '../../application/bookings/read-booking-page.ts';
import type { Booking, PlainBooking } from '../../domain/bookings/booking.ts';
import { isDemoConfirmation } from '../../domain/bookings/confirmation.ts';
import { manualRequestsOf } from '../../domain/bookings/manual-requests.ts';
import { claimStates } from '../../domain/claims/claim-state.ts';
import { dollars } from '../../domain/money.ts';
import { bookingCents } from '../../domain/quotes/pricing.ts';
import { carrierCentsOf, marginStepOf } from '../../domain/quotes/sold-quote.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestamp, timestampWithColon } from '../../domain/time/timestamp.ts';
import { stateOf } from '../../domain/tracking/shipment-report.ts';
import type { EventStage } from '../../domain/tracking/stage.ts';
import { presentBreakdown } from '../../wording/quotes.ts';
import { stagePhrase } from '../../wording/tracking.ts';
import { BookingDocumentsReply, presentDocuments } from '../documents/booking-documents.ts';
import { Owner, presentOwner } from '../members/owner.ts';
import { OpenPayment, presentOpenPayment } from '../payments/credit.ts';
import { BreakdownReply, MembersQuote, presentMembersQuote } from '../quotes/quote.ts';
import { orNull, wordOf } from '../server/values.ts';
import { DeliveryProofReply, presentDeliveryProof } from '../tracking/delivery-proof.ts';
import { OwnTrackingReply, presentOwnTracking, TrackingReply } from '../tracking/tracking.ts';
import { BookingReply, type BookingShown, presentBooking, presentListed } from './booking.ts';
import { DeclarationShown, showDeclaration } from './customs-declaration.ts';

export const PickupRequests = Type.Object({
  unsaid: Type.Array(Type.Enum(['pickup', 'pickup_off', 'tailgate_pickup', 'tailgate_delivery']), {
    description:
      'What the carrier did not receive with the booking, or with its cancellation (`pickup_off`); empty if it is not connected at all',
  }),
  pickup_number: Type.Optional(
    Type.String({ description: 'The carrier’s number of the pickup, if known' }),
  ),
});

export const MembersBooking = Type.Object(
  {
    ...BookingReply.properties,
    quotes: Type.Optional(Type.Record(Type.String(), MembersQuote)),
    other_quotes: Type.Optional(
      Type.Record(Type.String(), MembersQuote, {
        description: 'Once it is booked: what the other carriers quoted',
      }),
    ),
    confirmed_at: Type.Optional(Type.String({ description: 'Once it is booked' })),
    carrier_hears: Type.Optional(
      Type.Enum(['due', 'told', 'from_you'], {
        description:
          'A person notifies the carrier of the pickup: still due, done, or you do it with your own account',
      }),
    ),
    ...Type.Partial(PickupRequests).properties,
    payment_method: Type.Optional(
      Type.String({ description: 'credit, demo, own_account, or a saved card or wallet' }),
    ),
    include_warranty: Type.Optional(Type.Boolean({ description: 'Whether cover was requested' })),
    ...Type.Partial(BookingDocumentsReply).properties,
    ...DeclarationShown.properties,
    delivery_proof: Type.Optional(DeliveryProofReply),
    claims: Type.Optional(
      Type.Array(Type.Object({ id: Type.Integer(), state: wordOf(claimStates) }), {
        description: 'Newest first',
      }),
    ),
    journey: Type.Optional(
      Type.Object(
        { state: TrackingReply.properties.state, phrase: Type.String() },
        { description: 'In lists: how far the carrier has got with it' },
      ),
    ),
  },
  { $id: 'MembersBooking' },
);

export const OperatorBookingReply = Type.Object(
  {
    ...MembersBooking.properties,
    member: Owner,
    is_demo: Type.Boolean(),
    is_to_tell: Type.Boolean({
      description:
        'A person must notify the carrier, which is not connected or cannot receive the `unsaid` parts',
    }),
    told: Type.Union(
      [
        Type.Object({ at: Type.String(), by: Type.String({ description: 'An e-mail' }) }),
        Type.Null(),
      ],
      { description: 'A person has notified the carrier' },
    ),
  },
  { $id: 'OperatorBooking' },
);

const SaleReply = Type.Object(
  {
    breakdown: BreakdownReply,
    carrier_price: Type.Number({ description: 'What the carrier quoted, GST included' }),
    margin: Type.Number({ description: 'What the margin added to it' }),
  },
  { $id: 'Sale' },
);

export const OperatorPageReply = Type.Object(
  {
    ...OperatorBookingReply.properties,
    gateway_refund: Type.Number({
      description: 'What will be refunded to the card or wallet when it is cancelled',
    }),
    credit_refund: Type.Number({
      description: 'What will be credited to the credit account then, adjustments included',
    }),
    cancel_way: Type.Enum(['asked', 'by_hand', 'not_with_carrier'], {
      description:
        'Cancelling asks the carrier first, needs a person to call the carrier, or involves no carrier',
    }),
    sale: orNull(SaleReply, {
      description: 'The price as the operator sees it; null if the booking is not sold as quoted',
    }),
    stage: Type.Union([Type.String(), Type.Null()], {
      description: 'How far the carrier has got with it',
    }),
    payments: Type.Array(OpenPayment, {
      description: 'Every attempt to take or return money, the oldest first',
    }),
    tracking: Type.Union([OwnTrackingReply, Type.Null()], {
      description: 'Where it is; null until it is confirmed',
    }),
  },
  { $id: 'OperatorBookingPage' },
);

export function presentMembersBooking(
  booking: PlainBooking,
  shown: BookingShown,
  stage?: EventStage,
): Static<typeof MembersBooking> {
  const phrase = stage === undefined ? undefined : stagePhrase(stage);
  return {
    ...presentListed(booking, shown),
    ...confirmationOf(booking),
    ...(stage === undefined || phrase === undefined
      ? {}
      : { journey: { state: stateOf(stage), phrase } }),
  };
}

export function presentBookingPage(
  page: BookingPage,
  shown: BookingShown,
): Static<typeof MembersBooking> {
  const { booking, notification, documents, declaration, proof, claims } = page;
  const { state } = notification;
  return {
    ...presentBooking(booking, shown),
    ...quotesOf(page, shown),
    ...confirmationOf(booking),
    include_warranty: booking.includesWarranty,
    ...(state === undefined ? {} : { carrier_hears: state, ...requestsOf(booking) }),
    ...presentDocuments(documents),
    ...showDeclaration(declaration),
    ...(proof === undefined
      ? {}
      : { delivery_proof: presentDeliveryProof(proof, booking.receiver) }),
    ...(claims.length === 0 ? {} : { claims: claims.map(({ id, state }) => ({ id, state })) }),
  };
}

/** A booked consignment keeps the prices that it was chosen from. */
function quotesOf({ booking, arrivals }: BookingPage, { carrierNames }: BookingShown) {
  const { status, confirmation, quotes } = booking;
  const shown = (some: Booking['quotes']) =>
    Object.fromEntries(
      some.map((quote) => [
        quote.carrier,
        presentMembersQuote(quote, arrivals.get(quote.carrier), carrierNames),
      ]),
    );
  if (status === 'new') return { quotes: shown(quotes) };
  return { other_quotes: shown(quotes.filter(({ carrier }) => carrier !== confirmation?.carrier)) };
}

export function presentOperatorBooking(
  found: OperatorBooking,
  shown: BookingShown,
): Static<typeof OperatorBookingReply> {
  return { ...presentMembersBooking(found.booking, shown, found.stage), ...forOperator(found) };
}

export function presentOperatorPage(
  page: OperatorPage,
  shown: BookingShown,
): Static<typeof OperatorPageReply> {
  const { booking, tracked } = page;
  return {
    ...presentBookingPage(page, shown),
    ...forOperator(page),
    gateway_refund: dollars(page.gatewayRefundCents),
    credit_refund: dollars(page.creditRefundCents),
    cancel_way: page.cancelWay,
    sale: presentSale(booking),
    stage: page.stage ?? null,
    payments: page.payments.map(presentOpenPayment),
    tracking:
      tracked === undefined ? null : presentOwnTracking(String(booking.id), tracked, shown.nowMs),
  };
}

/** Null for a tier, whose price has no breakdown, and for the member's own carrier account. */
function presentSale({ confirmation, quotes }: Booking): Static<typeof SaleReply> | null {
  const quote = quotes.find(({ carrier }) => carrier === confirmation?.carrier);
  if (quote === undefined || confirmation?.isOwnAccount === true) return null;
  if (confirmation?.tier !== undefined || bookingCents(quote) !== confirmation?.costCents)
    return null;
  return {
    breakdown: presentBreakdown(quote),
    carrier_price: dollars(carrierCentsOf(quote)),
    margin: dollars(marginStepOf(quote)?.cents ?? 0),
  };
}

/** The fields that only the operator gets. */
function forOperator({
  booking,
  notification: { state, marked },
  member,
  notifiedBy,
}: Omit<OperatorBooking, 'stage'>) {
  const { confirmation } = booking;
  return {
    ...requestsOf(booking),
    member: presentOwner(member),
    is_demo: confirmation !== undefined && isDemoConfirmation(confirmation),
    is_to_tell: state === 'due',
    told:
      marked === undefined
        ? null
        : { at: timestampWithColon(marked.atMs, homeZone), by: notifiedBy?.email ?? '' },
  };
}

/** Requests that a person has to pass on to the carrier. */
export function requestsOf({ confirmation }: PlainBooking): Static<typeof PickupRequests> {
  const number = confirmation?.pickupNumber;
  return {
    unsaid: [...manualRequestsOf(confirmation)],
    ...(number ? { pickup_number: number } : {}),
  };
}

function confirmationOf({ confirmation, confirmedAtMs }: PlainBooking) {
  return {
    ...(confirmedAtMs === undefined ? {} : { confirmed_at: timestamp(confirmedAtMs, homeZone) }),
    ...(confirmation === undefined ? {} : { payment_method: confirmation.funding }),
  };
}
