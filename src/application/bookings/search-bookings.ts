// What a member types to find a booking again: its number, its consignment note, the shop's number of its order, or else
// the receiver's name. Names are looked for among the newest only, so that no search walks through a member's history.
import type { PlainBooking } from '../../domain/bookings/booking.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, BookingFilter } from '../ports.ts';
import { isWithin } from './filter-bookings.ts';

const mostFound = 50;
/** Also said by the page that shows that nothing was found. */
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

/** Shops write #1001 where people type 1001, and the other way round. */
export function orderSpellings(text: string): string[] {
  const bare = text.replace(/^#/, '');
  const all = [bare, bare.toUpperCase(), bare.toLowerCase()];
  return [...new Set([...all, ...all.map((one) => `#${one}`)])];
}
