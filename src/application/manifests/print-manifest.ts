// The manifest that the driver signs, for carriers that take manifests.
import type { BookingId, PlainBooking } from '../../domain/bookings/booking.ts';
import type { Consignment } from '../../domain/documents/consignment.ts';
import { Refusal } from '../../domain/refusal.ts';
import { getBooking } from '../bookings/read-bookings.ts';
import type { SignedInCaller } from '../caller.ts';
import { consignmentOf, refuseUnlessReady } from '../documents/consignment-of.ts';
import { fileNamePart, type PrintedDocument, printDocument } from '../documents/print-document.ts';
import type { App } from '../ports.ts';

export async function printManifest(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
): Promise<PrintedDocument> {
  return await manifestOf(app, await getBooking(app, caller, id));
}

/** Whoever's bookings they are; all of them must be ready. Only a single one's manifest is kept. */
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
