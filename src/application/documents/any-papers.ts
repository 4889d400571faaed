// The papers of any member's booking, for whoever runs the service. A booking that is nobody's has none.
import type { Booking, BookingId } from '../../domain/bookings/booking.ts';
import { Refusal } from '../../domain/refusal.ts';
import { getAnyBooking } from '../bookings/find-any-booking.ts';
import { manifestOf } from '../manifests/print-manifest.ts';
import type { App } from '../ports.ts';
import type { PrintedDocument } from './print-document.ts';
import { invoiceOf } from './print-invoice.ts';
import { type LabelWish, labelOf } from './print-label.ts';
import { withdrawLinksTo } from './share-label.ts';

export async function printAnyLabel(
  app: App,
  id: BookingId,
  wish: LabelWish,
): Promise<PrintedDocument> {
  return await labelOf(app, await getMembersBooking(app, id), wish);
}

/** One for each carrier, pickup address and day. */
export async function printAnyManifest(
  app: App,
  id: BookingId,
  ...others: readonly BookingId[]
): Promise<PrintedDocument> {
  const [first, ...more] = await Promise.all([
    getMembersBooking(app, id),
    ...others.map((other) => getMembersBooking(app, other)),
  ]);
  return await manifestOf(app, first, ...more);
}

export async function printAnyInvoice(app: App, id: BookingId): Promise<PrintedDocument> {
  return await invoiceOf(app, await getMembersBooking(app, id));
}

/** Every link to its label that was given out before leads nowhere. */
export async function withdrawAnyLinks(app: App, id: BookingId): Promise<void> {
  await withdrawLinksTo(app, await getMembersBooking(app, id));
}

async function getMembersBooking({ store }: App, id: BookingId): Promise<Booking> {
  const booking = await getAnyBooking(store, id);
  if (booking.memberId === undefined)
    throw new Refusal({ code: 'booking_not_found', id, isOfAnyMember: true });
  return booking;
}
