// Lists of bookings for people, each with its tracking stage: by number or name, by carrier, status and time, or all of
// one kind. A member sees its own bookings; the operator sees those of every member, without quotes.
import { type BookingId, bookingId, type PlainBooking } from '../../domain/bookings/booking.ts';
import type { BookingOrder } from '../../domain/bookings/booking-order.ts';
import { type SearchedPart, typedReadings } from '../../domain/bookings/booking-words.ts';
import type { Member, MemberId } from '../../domain/members/member.ts';
import { findRecordNumber } from '../../domain/record-number.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { dayMs } from '../../domain/time/durations.ts';
import type { EventStage } from '../../domain/tracking/stage.ts';
import type { App, BookingFilter, BookingsShown, Owner } from '../ports.ts';
import { stagesOf } from '../tracking/stages-of.ts';
import { inOrder, isWithin, unfiltered } from './filter-bookings.ts';
import { loadNotifications, type Notification } from './notify-carriers.ts';
import { bookingsPerPage } from './read-bookings.ts';

export type BookingsRequest = {
  /**
   * A booking's number, a connote, an order's number, or the beginnings of words of the reference, or of the sender or
   * receiver: name, company, suburb, postcode, phone, e-mail.
   */
  text: string | undefined;
  page: number;
  filter?: BookingFilter | undefined;
  order?: BookingOrder | undefined;
  shows: BookingsShown | undefined;
  /** For the operator: only this member's bookings. */
  memberId?: MemberId | undefined;
};

/** `stage`: undefined until a carrier has the booking. */
export type FoundBooking = { booking: PlainBooking; stage: EventStage | undefined };

export async function findBookings(
  app: App,
  reader: Owner,
  request: BookingsRequest,
): Promise<FoundBooking[]> {
  const found = await find(app, reader, request);
  const carried = found.filter(({ status }) => status !== 'new');
  const stages = await stagesOf(
    app,
    carried.map(({ id }) => id),
  );
  return found.map((booking) => ({ booking, stage: stages.get(booking.id) }));
}

/** Only the operator sees these members. */
export type MembersBehind = { member: Member | undefined; notifiedBy: Member | undefined };

export type OperatorBooking = FoundBooking & { notification: Notification } & MembersBehind;

export async function findOperatorBookings(
  app: App,
  request: BookingsRequest,
): Promise<OperatorBooking[]> {
  const found = await findBookings(app, 'operator', request);
  const notificationOf = await loadNotifications(
    app,
    found.map(({ booking }) => booking),
  );
  const listed = found.map((one) => ({ ...one, notification: notificationOf(one.booking) }));
  const membersBehind = await loadMembers(app, listed);
  return listed.map((one) => ({ ...one, ...membersBehind(one) }));
}

type Notified = { booking: PlainBooking; notification: Notification };

/** Loads the members of these bookings, and those who notified carriers, together. */
export async function loadMembers(
  app: App,
  listed: readonly Notified[],
): Promise<(one: Notified) => MembersBehind> {
  const ids = listed
    .flatMap(({ booking, notification }) => [booking.memberId, notification.marked?.by])
    .filter((id) => id !== undefined);
  const members = await app.store.members.findMany([...new Set(ids)]);
  const find = (id: MemberId | undefined) => (id === undefined ? undefined : members.get(id));
  return ({ booking, notification }) => ({
    member: find(booking.memberId),
    notifiedBy: find(notification.marked?.by),
  });
}

/** Older bookings have been delivered, or the problem was solved without us. */
const followedForMs = 60 * dayMs;
/** The page that shows the filtered list mentions this number. */
const newestFiltered = 10_000;

async function find(
  app: App,
  reader: Owner,
  { text, page, filter, order, shows, memberId }: BookingsRequest,
): Promise<readonly PlainBooking[]> {
  const { bookings } = app.store;
  const owner = reader === 'operator' ? (memberId ?? reader) : reader;
  const skip = (page - 1) * bookingsPerPage;
  const span = { limit: bookingsPerPage, skip };
  if (text !== undefined)
    return inOrder(await search(app, { reader, owner, text, filter }), order).slice(
      skip,
      skip + bookingsPerPage,
    );
  if (filter === undefined && order === undefined) {
    const nowMs = app.clock.nowMs();
    const followedSinceMs = nowMs - followedForMs;
    const demosUntilMs = nowMs - app.tracking.demoJourneyMs;
    return await bookings.listShown({ ...span, owner, shows, followedSinceMs, demosUntilMs });
  }
  if (shows !== undefined && shows !== 'booked')
    refuseInvalid([{ path: ['show'], problem: 'show_with_filter', value: shows }]);
  const wanted = { owner, filter: filter ?? unfiltered, order, among: newestFiltered, page: span };
  return (await bookings.listFiltered(wanted)).found;
}

/** The most bookings that words, or an order's number, find; newest first. */
const mostFound = 1_000;
/** The bookings of at most this many members with a matching name are included, one page of each. */
const mostMembers = 5;

type Search = { reader: Owner; owner: Owner; text: string; filter?: BookingFilter | undefined };

/** Bookings with exactly this number or reference, or else those with matching words. */
async function search(
  app: App,
  { reader, owner, text, filter }: Search,
): Promise<readonly PlainBooking[]> {
  const { bookings } = app.store;
  const fitting = (found: readonly PlainBooking[]): PlainBooking[] =>
    [...new Map(found.map((booking) => [booking.id, booking])).values()].filter((booking) =>
      filter === undefined
        ? reader !== 'operator' || booking.status !== 'new'
        : isWithin(booking, filter),
    );
  const listByWords = async (parts: readonly SearchedPart[]): Promise<PlainBooking[]> => {
    const found = typedReadings(text).map((words) =>
      bookings.listByWords({ owner, words, parts, limit: mostFound }),
    );
    return (await Promise.all(found)).flat();
  };
  const ids = await numberedBy(app, owner, text);
  const [numbered, byWords] = await Promise.all([
    bookings.listPlain(owner, ids, text),
    listByWords(['receiver', 'reference', ...(reader === 'operator' ? (['sender'] as const) : [])]),
  ]);
  const isNamed = ({ customerReference }: PlainBooking) =>
    customerReference.toLowerCase() === text.toLowerCase();
  const exact = fitting([...numbered, ...byWords.filter(isNamed)]);
  if (exact.length > 0) return exact;
  // A member is the sender of most of its own bookings, so senders come after all else.
  if (reader !== 'operator' && fitting(byWords).length === 0)
    return fitting(await listByWords(['sender']));
  return fitting([...byWords, ...(owner === 'operator' ? await listByMember(app, text) : [])]);
}

/** Bookings with this number, connote or order number; a number may be of another member's booking. */
async function numberedBy({ store }: App, owner: Owner, text: string): Promise<BookingId[]> {
  const spellings = orderSpellings(text);
  const [shipments, ordered] = await Promise.all([
    store.shipments.listByConnote(text, owner === 'operator' ? undefined : owner),
    owner === 'operator'
      ? store.orders.listNewestBookings(spellings, mostFound)
      : store.orders.listBookings(owner, spellings),
  ]);
  const number = findRecordNumber(text);
  const ids = [...shipments.map(({ bookingId: id }) => id), ...ordered];
  return number === undefined ? ids : [...ids, bookingId(number)];
}

/** Some shops write #1001 where people type 1001, and vice versa. */
function orderSpellings(text: string): string[] {
  const bare = text.replace(/^#/, '');
  const all = [bare, bare.toUpperCase(), bare.toLowerCase()];
  return [...new Set([...all, ...all.map((one) => `#${one}`)])];
}

async function listByMember({ store }: App, text: string): Promise<PlainBooking[]> {
  const members = await store.members.search({ text, limit: mostMembers, skip: 0 });
  const span = {
    shows: 'booked',
    followedSinceMs: 0,
    demosUntilMs: 0,
    limit: bookingsPerPage,
    skip: 0,
  } as const;
  const found = await Promise.all(
    members.map(({ id: owner }) => store.bookings.listShown({ ...span, owner })),
  );
  return found.flat();
}
