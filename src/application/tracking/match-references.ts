// The shipments that the lines of a file name by connote or by booking, found with a few queries for the whole file.
import type { BookingId } from '../../domain/bookings/booking.ts';
import { connoteKey } from '../../domain/tracking/connote-key.ts';
import type { App, KnownShipment } from '../ports.ts';

const referencesAtOnce = 500;

export type MatchedShipments = {
  /** More than one if several bookings share the connote. */
  ofConnote(connote: string): readonly KnownShipment[];
  ofBooking(id: BookingId): KnownShipment | undefined;
};

export async function matchReferences(
  { store }: Pick<App, 'store'>,
  { bookingIds, connotes }: { bookingIds: readonly BookingId[]; connotes: readonly string[] },
): Promise<MatchedShipments> {
  const byBooking = new Map<BookingId, KnownShipment>();
  for (
    let from = 0;
    from < Math.max(bookingIds.length, connotes.length);
    from += referencesAtOnce
  ) {
    const some = {
      bookingIds: bookingIds.slice(from, from + referencesAtOnce),
      connotes: connotes.slice(from, from + referencesAtOnce).filter(connoteKey),
    };
    for (const shipment of await store.shipments.listByReferences(some))
      byBooking.set(shipment.bookingId, shipment);
  }
  const byConnote = Map.groupBy(byBooking.values(), ({ connote }) => connoteKey(connote));
  byConnote.delete('');
  return {
    ofConnote: (connote) => byConnote.get(connoteKey(connote)) ?? [],
    ofBooking: (id) => byBooking.get(id),
  };
}
