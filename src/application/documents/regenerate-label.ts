// Regenerates a label, for the carriers with an endpoint for it: stored copies and public links are discarded. The numbers on
// the label stay, because they identify the same pieces.
import type { BookingId } from '../../domain/bookings/booking.ts';
import { Refusal } from '../../domain/refusal.ts';
import { getBooking } from '../bookings/read-bookings.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { refuseUnlessReady } from './consignment-of.ts';
import type { PrintedDocument } from './print-document.ts';
import { labelOf } from './print-label.ts';

export type CarrierFamily = 'tnt' | 'tge' | 'northline';

export async function regenerateLabel(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
  family: CarrierFamily,
): Promise<PrintedDocument> {
  const booking = await getBooking(app, caller, id);
  refuseUnlessReady(booking, 'label');
  const carrier = booking.confirmation?.carrier ?? '';
  const found = app.carriers.snapshot().find(carrier);
  if (found?.carrier.terms.family !== family)
    throw new Refusal({ code: 'other_carrier', id, family });
  await app.store.documents.raiseRevision(id);
  return await labelOf(app, booking, { size: 'standard', format: 'pdf', piece: undefined });
}
