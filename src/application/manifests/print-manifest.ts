// The manifest that the driver signs, for carriers that take manifests.
import type { BookingId, PlainBooking } from '../../domain/bookings/booking.ts';
import type { Consignment } from '../../domain/documents/consignment.ts';
import { Refusal } from '../../domain/refusal.ts';
import { getBooking, type Reader } from '../bookings/read-bookings.ts';
import { consignmentOf, refuseUnlessReady } from '../documents/consignment-of.ts';
import { fileNamePart, type PrintedDocument, printDocument } from '../documents/print-document.ts';
import type { App } from '../ports.ts';

/** One manifest for each carrier, pickup address and day, in one file. */
export async function printManifest(
  app: App,
  reader: Reader,
  ...[id, ...others]: readonly [BookingId, ...BookingId[]]
): Promise<PrintedDocument> {
  const [booking, ...more] = await Promise.all([
    getBooking(app, reader, id),
    ...others.map((other) => getBooking(app, reader, other)),
  ]);
  return await manifestOf(app, booking, ...more);
}

/** Refuses unless all bookings are ready. The manifest of several bookings is not stored. */
export async function manifestOf(
  app: App,
  booking: PlainBooking,
  ...others: readonly PlainBooking[]
): Promise<PrintedDocument> {
  const bookings = [booking, ...others];
  for (const one of bookings) refuseUnlessReady(one, 'manifest');
  const consignments = bookings.map((one) => consignmentOf(app, one));
  refuseWithoutManifest(consignments);
  const issuer = app.operator.seller.name;
  const job = {
    kind: 'manifest' as const,
    format: 'pdf' as const,
    title: 'Manifest',
    issuer,
    consignments,
  };
  const { memberId } = booking;
  const [first, ...more] = consignments;
  return first === undefined || more.length > 0
    ? await printDocument(app, job, { memberId, name: 'manifests', kept: undefined })
    : await printDocument(app, job, {
        memberId,
        name: `manifest-${fileNamePart(first.connote)}`,
        kept: { bookingId: booking.id, name: 'manifest' },
      });
}

function refuseWithoutManifest(consignments: readonly Consignment[]): void {
  const without = consignments.filter(({ carrier }) => !carrier.documents.manifest);
  const [first] = without;
  if (first === undefined) return;
  const ids = without.map(({ bookingId }) => bookingId);
  throw new Refusal({ code: 'manifest_not_supported', ids, carrier: first.carrier.name });
}
