// The documents that a booking has, so that a page offers only these.
import type { PlainBooking } from '../../domain/bookings/booking.ts';
import type { App, LabelFormat } from '../ports.ts';
import { consignmentOf, isReady } from './consignment-of.ts';

export type BookingDocuments = {
  /** Formats of the carrier's own label, possibly none; undefined where the label is drawn here. */
  carrierLabelFormats: readonly LabelFormat[] | undefined;
  hasManifest: boolean;
};

export async function documentsOf(app: App, booking: PlainBooking): Promise<BookingDocuments> {
  const reference = booking.confirmation?.reference ?? '';
  return {
    carrierLabelFormats:
      reference === '' ? undefined : await app.connections.labelFormats(reference),
    hasManifest: isReady(booking) && consignmentOf(app, booking).carrier.documents.manifest,
  };
}
