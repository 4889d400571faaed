// The carrier's own label, where it prints one: its scanners read nothing else, so ours never takes its place. A carrier
// that cannot be reached delays the label.
import type { PlainBooking } from '../../domain/bookings/booking.ts';
import type { DocumentFormat } from '../../domain/documents/document-job.ts';
import type { App, LabelOutcome } from '../ports.ts';

export async function findCarrierLabel(
  app: App,
  { id, confirmation }: PlainBooking,
  format: DocumentFormat,
): Promise<LabelOutcome> {
  const reference = confirmation?.reference ?? '';
  if (reference === '') return { outcome: 'drawn_here' };
  const found = await app.connections.label(reference, format);
  if (found.outcome === 'unavailable')
    app.log.warn({ err: found.trouble, booking: id }, "a carrier's label could not be fetched");
  return found;
}
