// A member's booking in the members area: the public fields plus details that only people need. The public v4 and v5
// shapes do not contain these details.
import { type Static, Type } from 'typebox';
import type { NotificationState } from '../../application/bookings/notify-carriers.ts';
import type { BookingDocuments } from '../../application/documents/booking-documents.ts';
import type { Booking, PlainBooking } from '../../domain/bookings/booking.ts';
import type { CustomsDeclaration } from '../../domain/bookings/customs-declaration.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestamp } from '../../domain/time/timestamp.ts';
import { stateOf } from '../../domain/tracking/shipment-report.ts';
import type { EventStage } from '../../domain/tracking/stage.ts';
import { stagePhrase } from '../../wording/tracking.ts';
import { BookingDocumentsReply, presentDocuments } from '../documents/booking-documents.ts';
import { TrackingReply } from '../tracking/tracking.ts';
import { BookingReply, type BookingShown, presentBooking, presentListed } from './booking.ts';
import { DeclarationShown, showDeclaration } from './customs-declaration.ts';
import { PickupNumber, presentPickupNumber, presentUnsaid, Unsaid } from './manual-requests.ts';

export const OwnBookingReply = Type.Object(
  {
    ...BookingReply.properties,
    confirmed_at: Type.Optional(Type.String({ description: 'Once it is booked' })),
    carrier_hears: Type.Optional(
      Type.Enum(['due', 'told', 'from_you'], {
        description:
          'A person notifies the carrier of the pickup: still due, done, or you do it with your own account',
      }),
    ),
    unsaid: Type.Optional(Unsaid),
    pickup_number: Type.Optional(PickupNumber),
    payment_method: Type.Optional(
      Type.String({ description: 'credit, demo, own_account, or a saved card or wallet' }),
    ),
    include_warranty: Type.Optional(Type.Boolean({ description: 'Whether cover was requested' })),
    ...Type.Partial(BookingDocumentsReply).properties,
    ...DeclarationShown.properties,
    journey: Type.Optional(
      Type.Object(
        { state: TrackingReply.properties.state, phrase: Type.String() },
        { description: 'In lists: how far its carrier has got with it' },
      ),
    ),
  },
  { $id: 'OwnBooking' },
);

type KnownOfBooking = {
  hears: NotificationState | undefined;
  documents: BookingDocuments;
  declaration: CustomsDeclaration | undefined;
};

export function presentOwnBooking(
  booking: Booking,
  shown: BookingShown,
  { hears, documents, declaration }: KnownOfBooking,
): Static<typeof OwnBookingReply> {
  return {
    ...presentBooking(booking, shown),
    ...confirmedAt(booking),
    include_warranty: booking.includesWarranty,
    ...(hears === undefined
      ? {}
      : {
          carrier_hears: hears,
          unsaid: presentUnsaid(booking),
          pickup_number: presentPickupNumber(booking),
        }),
    ...(booking.confirmation === undefined ? {} : { payment_method: booking.confirmation.funding }),
    ...presentDocuments(documents),
    ...showDeclaration(declaration),
  };
}

export function presentListedOwnBooking(
  booking: PlainBooking,
  shown: BookingShown,
  stage: EventStage | undefined,
): Static<typeof OwnBookingReply> {
  const phrase = stage === undefined ? undefined : stagePhrase(stage);
  return {
    ...presentListed(booking, shown),
    ...confirmedAt(booking),
    ...(stage === undefined || phrase === undefined
      ? {}
      : { journey: { state: stateOf(stage), phrase } }),
  };
}

function confirmedAt({ confirmedAtMs }: PlainBooking): { confirmed_at?: string } {
  return confirmedAtMs === undefined ? {} : { confirmed_at: timestamp(confirmedAtMs, homeZone) };
}
