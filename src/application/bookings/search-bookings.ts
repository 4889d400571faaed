// Finds a member's bookings by number, connote, the shop's order number, or the receiver's name. Names are searched
// among the newest bookings only, so that no search reads a member's whole history.
import type { PlainBooking } from '../../domain/bookings/booking.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, BookingFilter } from '../ports.ts';
import { isWithin } from './filter-bookings.ts';

const mostFound = 50;
/** The page that shows an empty result mentions this number. */
const newestByName = 500;

export async function searchBookings(
  { store }: App,
  { member: { id: memberId } }: SignedInCaller,
  { text, filter }: { text: string; filter: BookingFilter | undefined },
): Promise<PlainBooking[]> {
  const isWanted = (booking: PlainBooking): boolean =>
    filter === undefined || isWithin(booking, filter);
  const everywhere = { memberId, sinceMs: undefined, text, isAscending: false };
  const [named, ordered] = await Promise.all([
    store.bookings.list({ ...everywhere, limit: mostFound, skip: 0 }),
    store.orders
      .listBookings(memberId, orderSpellings(text))
      .then((ids) => store.bookings.listPlain(ids, memberId)),
  ]);
  const wanted = [...named, ...ordered].filter(isWanted);
  const found = new Map(wanted.map((booking) => [booking.id, booking] as const));
  if (found.size > 0) return [...found.values()].sort((one, other) => other.id - one.id);
  const byName = await store.bookings.listByParty({
    memberId,
    text,
    parties: ['receiver'],
    among: newestByName,
    limit: filter === undefined ? mostFound : newestByName,
  });
  return byName.filter(isWanted).slice(0, mostFound);
}

/** Some shops write #1001 where people type 1001, and vice versa. */
export function orderSpellings(text: string): string[] {
  const bare = text.replace(/^#/, '');
  const all = [bare, bare.toUpperCase(), bare.toLowerCase()];
  return [...new Set([...all, ...all.map((one) => `#${one}`)])];
}
