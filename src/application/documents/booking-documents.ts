// Which documents a booking has, so that a page offers only those that will be there.
import type { PlainBooking } from '../../domain/bookings/booking.ts';
import type { App, LabelFormat } from '../ports.ts';
import { carrierLabelled } from './carrier-label.ts';
import { consignmentOf, isReady } from './consignment-of.ts';

export type BookingDocuments = {
  /** Its labels are the carrier's own, in these formats, if any can be had; undefined where they are ours to draw. */
  carrierLabelFormats: readonly LabelFormat[] | undefined;
  hasManifest: boolean;
};

export async function documentsOf(app: App, booking: PlainBooking): Promise<BookingDocuments> {
  const theirs = await carrierLabelled(app, [booking]);
  return {
    carrierLabelFormats: theirs.get(booking.id),
    hasManifest: isReady(booking) && consignmentOf(app, booking).carrier.documents.manifest,
  };
}
