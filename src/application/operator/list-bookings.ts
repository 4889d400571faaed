// Every booking, whoever's it is and whatever its status, newest first: found by its number, by its connote or by its
// member. Quotes that nobody took are in none of it. One of them by itself also says what cancelling it would do.
import type { Member, MemberId } from '../../domain/accounts/member.ts';
import { type BookingId, bookingId, type PlainBooking } from '../../domain/bookings/booking.ts';
import type { Cents } from '../../domain/money.ts';
import { findRecordNumber } from '../../domain/record-number.ts';
import type { TrackingStage } from '../../domain/tracking/stage.ts';
import { bookingsPerPage } from '../bookings/read-bookings.ts';
import type { App, CancelWay } from '../ports.ts';
import { stageUnderWay } from '../tracking/track-shipment.ts';
import { cancelWayOf, takenFor } from './cancel-booking.ts';
import { getAnyBooking } from './find-any-booking.ts';
import { hearingFromPerson, listToTell } from './tell-carriers.ts';

export type BookingsWish = {
  /** A booking's number, or a connote. */
  text: string | undefined;
  memberId: MemberId | undefined;
  /** Only those whose carrier a person still has to tell, the next pickup first. */
  isToTell: boolean;
  page: number;
};

export type ListedBooking = {
  booking: PlainBooking;
  member: Member | undefined;
  /** Its carrier is not connected, and nobody has told it yet. */
  isToTell: boolean;
  /** When somebody has, and who. */
  told: { atMs: number; by: Member | undefined } | undefined;
};

export async function listAllBookings(app: App, wish: BookingsWish): Promise<ListedBooking[]> {
  const bookings = await findBookings(app, wish);
  return bookings.map(await knowAbout(app, bookings));
}

/** Reads what is to be said of these bookings, once for all of them. */
async function knowAbout(
  app: App,
  bookings: readonly PlainBooking[],
): Promise<(booking: PlainBooking) => ListedBooking> {
  const [byHand, allTold] = await Promise.all([
    hearingFromPerson(app, bookings),
    app.store.toldCarriers.list(bookings.map(({ id }) => id)),
  ]);
  const toldOf = new Map(allTold.map((one) => [one.bookingId, one]));
  const memberOf = await findMembers(app, [
    ...bookings.map(({ memberId }) => memberId),
    ...allTold.map(({ toldBy }) => toldBy),
  ]);
  return (booking) => {
    const told = toldOf.get(booking.id);
    return {
      booking,
      member: booking.memberId === undefined ? undefined : memberOf.get(booking.memberId),
      isToTell: byHand.has(booking.id) && told === undefined,
      told: told && { atMs: told.toldAtMs, by: memberOf.get(told.toldBy) },
    };
  };
}

async function findBookings(app: App, wish: BookingsWish): Promise<readonly PlainBooking[]> {
  const { text, memberId, page } = wish;
  const skip = (page - 1) * bookingsPerPage;
  if (wish.isToTell) {
    const named = text === undefined ? undefined : await namedBy(app, text);
    const wanted = (await listToTell(app))
      .filter(
        (one) =>
          (memberId === undefined || one.memberId === memberId) &&
          (named === undefined || named.includes(one.bookingId)),
      )
      .slice(skip, skip + bookingsPerPage)
      .map(({ bookingId: id }) => id);
    const found = await app.store.bookings.listAnyones(wanted);
    return found.sort((one, other) => wanted.indexOf(one.id) - wanted.indexOf(other.id));
  }
  if (text !== undefined) {
    const found = page === 1 ? await listAnyones(app, await namedBy(app, text)) : [];
    return found.filter((one) => memberId === undefined || one.memberId === memberId);
  }
  return await app.store.bookings.listBooked({ memberId, limit: bookingsPerPage, skip });
}

async function namedBy({ store }: App, text: string): Promise<BookingId[]> {
  const shipments = await store.shipments.listByConnote(text);
  const ids = shipments.map(({ bookingId: id }) => id);
  const number = findRecordNumber(text);
  return number === undefined ? ids : [...new Set([bookingId(number), ...ids])];
}

async function listAnyones({ store }: App, ids: readonly BookingId[]): Promise<PlainBooking[]> {
  const bookings = await store.bookings.listAnyones(ids);
  return bookings.filter(({ status }) => status !== 'new').sort((one, other) => other.id - one.id);
}

async function findMembers(
  { store }: App,
  wanted: readonly (MemberId | undefined)[],
): Promise<Map<MemberId, Member>> {
  const ids = new Set(wanted.filter((id) => id !== undefined));
  const found = await Promise.all([...ids].map((id) => store.members.find(id)));
  return new Map(
    found.flatMap((member) => (member === undefined ? [] : [[member.id, member] as const])),
  );
}

export type BookingToCancel = ListedBooking & {
  /** What goes back to the card or wallet. */
  gatewayRefundCents: Cents;
  /** What comes off the credit account, or is held on it no longer: adjustments are there whatever paid for the booking. */
  creditRefundCents: Cents;
  cancelWay: CancelWay;
  /** Undefined until its carrier has it. */
  stage: TrackingStage | undefined;
};

/** What whoever is about to cancel a booking has to know. */
export async function readBooking(app: App, id: BookingId): Promise<BookingToCancel> {
  const booking = await getAnyBooking(app.store, id);
  const { memberId } = booking;
  const listed = (await knowAbout(app, [booking]))(booking);
  const cancelWay = await cancelWayOf(app, booking);
  const nothing = { gatewayRefundCents: 0, creditRefundCents: 0, stage: undefined };
  if (memberId === undefined) return { ...listed, cancelWay, ...nothing };
  const [{ keptCents, owedCents, heldCents }, stage] = await Promise.all([
    takenFor(app.store, { bookingId: id, memberId }),
    stageUnderWay(app, id),
  ]);
  return {
    ...listed,
    cancelWay,
    gatewayRefundCents: keptCents,
    creditRefundCents: owedCents + heldCents,
    stage,
  };
}
