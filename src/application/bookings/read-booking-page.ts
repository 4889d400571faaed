// A booking with everything that its page shows to the member, or to the operator, who answers questions about it or
// cancels it.

import type { Booking, BookingId } from '../../domain/bookings/booking.ts';
import type { CustomsDeclaration } from '../../domain/bookings/customs-declaration.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import type { Cents } from '../../domain/money.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import type { TrackingStage } from '../../domain/tracking/stage.ts';
import { claimsOfBooking } from '../claims/claims.ts';
import { type BookingDocuments, documentsOf } from '../documents/booking-documents.ts';
import type { App, CancelWay, DeliveryProof } from '../ports.ts';
import { arrivalDay } from '../quotes/arrival-day.ts';
import { type TrackedBooking, trackBooking, underWay } from '../tracking/track-shipment.ts';
import { cancelWayOf, takenFor } from './cancel-booking.ts';
import { declarationOf } from './declare-customs.ts';
import { loadMembers, type MembersBehind } from './find-bookings.ts';
import { loadNotifications, type Notification } from './notify-carriers.ts';
import { getBooking, type Reader } from './read-bookings.ts';

export type BookingPage = {
  booking: Booking;
  notification: Notification;
  documents: BookingDocuments;
  declaration: CustomsDeclaration | undefined;
  proof: DeliveryProof | undefined;
  /** Newest first. */
  claims: readonly Claim[];
  /** Carrier → the day of arrival after the first pickup day, where its quote promises one. */
  arrivals: ReadonlyMap<string, string>;
};

export async function readBookingPage(
  app: App,
  reader: Reader,
  id: BookingId,
): Promise<BookingPage> {
  const booking = await getBooking(app, reader, id);
  const [notificationOf, documents, declaration, proof, claims] = await Promise.all([
    loadNotifications(app, [booking]),
    documentsOf(app, booking),
    declarationOf(app, booking),
    app.store.deliveryProofs.find(id),
    claimsOfBooking(app, reader, id),
  ]);
  const notification = notificationOf(booking);
  const arrivals = arrivalsOf(app, booking);
  return { booking, notification, documents, declaration, proof, claims, arrivals };
}

function arrivalsOf(app: App, { quotes, receiver }: Booking): Map<string, string> {
  return new Map(
    quotes.flatMap(({ carrier, transit, pickupDates }) => {
      const date = arrivalDay(app, receiver, transit, pickupDates[0]);
      return date === undefined ? [] : [[carrier, date]];
    }),
  );
}

export type OperatorPage = BookingPage &
  MembersBehind & {
    /** What will be refunded to the card or wallet. */
    gatewayRefundCents: Cents;
    /**
     * What will be credited to, or released on, the credit account; adjustments are charged there however the booking
     * was paid.
     */
    creditRefundCents: Cents;
    cancelWay: CancelWay;
    /** Undefined until the carrier has the shipment. */
    stage: TrackingStage | undefined;
    /** Undefined until the booking is confirmed. */
    tracked: TrackedBooking | undefined;
    /** Every attempt to charge or refund, oldest first. */
    payments: readonly Payment[];
  };

export async function readOperatorPage(app: App, id: BookingId): Promise<OperatorPage> {
  const page = await readBookingPage(app, 'operator', id);
  const { booking } = page;
  const { memberId } = booking;
  const [membersBehind, cancelWay, tracked, payments, taken] = await Promise.all([
    loadMembers(app, [page]),
    cancelWayOf(app, booking),
    trackBooking(app, id),
    app.store.payments.listOfBooking(id),
    memberId === undefined ? undefined : takenFor(app.store, { bookingId: id, memberId }),
  ]);
  return {
    ...page,
    ...membersBehind(page),
    cancelWay,
    gatewayRefundCents: taken?.keptCents ?? 0,
    creditRefundCents: (taken?.owedCents ?? 0) + (taken?.heldCents ?? 0),
    stage: tracked && underWay(tracked),
    tracked,
    payments,
  };
}
