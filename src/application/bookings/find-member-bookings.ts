// A member's bookings for the pages of the members area: by number or name, by carrier, status and time, or all of
// one kind; each with its tracking stage.
import type { PlainBooking } from '../../domain/bookings/booking.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import type { EventStage } from '../../domain/tracking/stage.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, BookingFilter, BookingsShown } from '../ports.ts';
import { stagesOf } from '../tracking/stages-of.ts';
import { filterBookings } from './filter-bookings.ts';
import { listBookings } from './read-bookings.ts';
import { searchBookings } from './search-bookings.ts';

export type MemberBookingsRequest = {
  text: string | undefined;
  filter: BookingFilter | undefined;
  page: number;
  shows: BookingsShown | undefined;
};

/** `stage`: undefined until a carrier has the booking. */
export type FoundBooking = { booking: PlainBooking; stage: EventStage | undefined };

export async function findMemberBookings(
  app: App,
  caller: SignedInCaller,
  input: MemberBookingsRequest,
): Promise<FoundBooking[]> {
  const found = await find(app, caller, input);
  const carried = found.filter(({ status }) => status !== 'new');
  const stages = await stagesOf(
    app,
    carried.map(({ id }) => id),
  );
  return found.map((booking) => ({ booking, stage: stages.get(booking.id) }));
}

async function find(
  app: App,
  caller: SignedInCaller,
  { text, filter, page, shows }: MemberBookingsRequest,
): Promise<readonly PlainBooking[]> {
  // A search has only one page.
  if (text !== undefined)
    return page === 1 ? await searchBookings(app, caller, { text, filter }) : [];
  if (filter === undefined) {
    const everything = { sinceMs: undefined, text, isAscending: false };
    return await listBookings(app, caller, { ...everything, page, shows });
  }
  if (shows !== undefined && shows !== 'booked') refuseNarrowed(shows);
  return await filterBookings(app, caller, { filter, page });
}

function refuseNarrowed(shows: BookingsShown): void {
  refuseInvalid([{ path: ['show'], problem: 'show_with_filter', value: shows }]);
}
