// Bookings of all members except unconfirmed quotes, newest first, searchable by the details that a caller on the
// telephone knows. The page of a single booking adds its tracking, its payments and the effect of cancelling it.

import { type BookingId, bookingId, type PlainBooking } from '../../domain/bookings/booking.ts';
import type { CustomsDeclaration } from '../../domain/bookings/customs-declaration.ts';
import { notifierOf } from '../../domain/bookings/manual-requests.ts';
import type { Member, MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { findRecordNumber } from '../../domain/record-number.ts';
import type { TrackingStage } from '../../domain/tracking/stage.ts';
import { type BookingDocuments, documentsOf } from '../documents/booking-documents.ts';
import type { App, CancelWay } from '../ports.ts';
import { type TrackedBooking, trackOperated, underWay } from '../tracking/track-shipment.ts';
import { cancelWayOf, takenFor } from './cancel-booking.ts';
import { declarationOf } from './declare-customs.ts';
import { findManuallyNotified, listPickupsToNotify } from './notify-carriers.ts';
import { bookingsPerPage, getBooking } from './read-bookings.ts';
import { orderSpellings } from './search-bookings.ts';

export type BookingsRequest = {
  /**
   * A booking's number, a connote, an order's number, or part of the name of the receiver, the sender or the member.
   */
  text: string | undefined;
  memberId: MemberId | undefined;
  /** Only bookings whose carrier the operator still has to notify, the next pickup first. */
  isToNotify: boolean;
  page: number;
};

export type ListedBooking = {
  booking: PlainBooking;
  member: Member | undefined;
  /** The operator still has to notify the carrier, because its interface does not cover the whole booking. */
  isToNotify: boolean;
  /** When the carrier was marked as notified, and by whom. */
  told: { atMs: number; by: Member | undefined } | undefined;
};

export async function listAllBookings(app: App, input: BookingsRequest): Promise<ListedBooking[]> {
  const bookings = await findBookings(app, input);
  return bookings.map(await knowAbout(app, bookings));
}

/** Loads members and notifications of these bookings together. */
async function knowAbout(
  app: App,
  bookings: readonly PlainBooking[],
): Promise<(booking: PlainBooking) => ListedBooking> {
  const [byHand, allTold] = await Promise.all([
    findManuallyNotified(
      app,
      bookings.filter((booking) => notifierOf(booking) === 'operator'),
    ),
    app.store.notifiedCarriers.list(bookings.map(({ id }) => id)),
  ]);
  const toldOf = new Map(allTold.map((one) => [one.bookingId, one]));
  const memberOf = await findMembers(app, [
    ...bookings.map(({ memberId }) => memberId),
    ...allTold.map(({ notifiedBy }) => notifiedBy),
  ]);
  return (booking) => {
    const told = toldOf.get(booking.id);
    return {
      booking,
      member: booking.memberId === undefined ? undefined : memberOf.get(booking.memberId),
      isToNotify: byHand.has(booking.id) && told === undefined,
      told: told && { atMs: told.notifiedAtMs, by: memberOf.get(told.notifiedBy) },
    };
  };
}

async function findBookings(app: App, input: BookingsRequest): Promise<readonly PlainBooking[]> {
  const { text, memberId, page } = input;
  const skip = (page - 1) * bookingsPerPage;
  if (input.isToNotify) {
    const waiting = (await listPickupsToNotify(app)).filter(
      (one) => memberId === undefined || one.memberId === memberId,
    );
    const wanted = (text === undefined ? waiting : await narrowedDown(app, waiting, input, text))
      .slice(skip, skip + bookingsPerPage)
      .map(({ bookingId: id }) => id);
    const found = await app.store.bookings.listForAnyMember(wanted);
    return found.sort((one, other) => wanted.indexOf(one.id) - wanted.indexOf(other.id));
  }
  if (text !== undefined)
    return (await searchForAnyMember(app, text, memberId)).slice(skip, skip + bookingsPerPage);
  return await app.store.bookings.listBooked({ memberId, limit: bookingsPerPage, skip });
}

/** By number, without loading bookings, or else by name. */
async function narrowedDown<Waiting extends { bookingId: BookingId }>(
  app: App,
  waiting: readonly Waiting[],
  { memberId }: BookingsRequest,
  text: string,
): Promise<Waiting[]> {
  const numbered = new Set(await namedBy(app, text));
  const found = waiting.filter(({ bookingId: id }) => numbered.has(id));
  if (found.length > 0) return found;
  const named = new Set((await searchForAnyMember(app, text, memberId)).map(({ id }) => id));
  return waiting.filter(({ bookingId: id }) => named.has(id));
}

/** Searches names among the newest bookings only, so that no search reads the whole history. */
const newestByName = 2_000;
/** The bookings of at most this many members with a matching name are included, one page of each. */
const mostMembers = 5;

/**
 * Bookings with exactly this number, or else those with a matching sender, receiver or member; newest first.
 */
async function searchForAnyMember(
  app: App,
  text: string,
  memberId: MemberId | undefined,
): Promise<PlainBooking[]> {
  const numbered = (await listForAnyMember(app, await namedBy(app, text))).filter(
    (one) => memberId === undefined || one.memberId === memberId,
  );
  if (numbered.length > 0) return numbered;
  const { bookings, members } = app.store;
  const [byParty, owners] = await Promise.all([
    bookings.listByParty({
      memberId,
      text,
      parties: ['receiver', 'sender'],
      among: newestByName,
      limit: newestByName,
    }),
    memberId === undefined ? members.search({ text, limit: mostMembers, skip: 0 }) : [],
  ]);
  const byOwner = await Promise.all(
    owners.map(({ id }) => bookings.listBooked({ memberId: id, limit: bookingsPerPage, skip: 0 })),
  );
  const found = new Map([...byParty, ...byOwner.flat()].map((one) => [one.id, one] as const));
  return [...found.values()].sort((one, other) => other.id - one.id);
}

async function namedBy({ store }: App, text: string): Promise<BookingId[]> {
  const [shipments, ordered] = await Promise.all([
    store.shipments.listByConnote(text),
    store.orders.listNewestBookings(orderSpellings(text), newestByName),
  ]);
  const ids = new Set([...shipments.map(({ bookingId: id }) => id), ...ordered]);
  const number = findRecordNumber(text);
  if (number !== undefined) ids.add(bookingId(number));
  return [...ids];
}

async function listForAnyMember(
  { store }: App,
  ids: readonly BookingId[],
): Promise<PlainBooking[]> {
  const bookings = await store.bookings.listForAnyMember(ids);
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

export type OperatedBookingPage = ListedBooking & {
  /** What will be refunded to the card or wallet. */
  gatewayRefundCents: Cents;
  /**
   * What will be credited to, or released on, the credit account; adjustments are charged there however the booking
   * was paid.
   */
  creditRefundCents: Cents;
  cancelWay: CancelWay;
  /** Undefined until the carrier has the shipment. */
  stage: TrackingStage | undefined;
  /** Undefined until the booking is confirmed. */
  tracked: TrackedBooking | undefined;
  /** Every attempt to charge or refund, oldest first. */
  payments: readonly Payment[];
  documents: BookingDocuments;
  declaration: CustomsDeclaration | undefined;
};

/** Everything that an operator needs to answer questions about a booking, or to cancel it. */
export async function readBooking(app: App, id: BookingId): Promise<OperatedBookingPage> {
  const booking = await getBooking(app, 'operator', id);
  const { memberId } = booking;
  const [about, cancelWay, tracked, payments, documents, declaration, taken] = await Promise.all([
    knowAbout(app, [booking]),
    cancelWayOf(app, booking),
    trackOperated(app, id),
    app.store.payments.listOfBooking(id),
    documentsOf(app, booking),
    declarationOf(app, booking),
    memberId === undefined ? undefined : takenFor(app.store, { bookingId: id, memberId }),
  ]);
  return {
    ...about(booking),
    cancelWay,
    gatewayRefundCents: taken?.keptCents ?? 0,
    creditRefundCents: (taken?.owedCents ?? 0) + (taken?.heldCents ?? 0),
    stage: tracked && underWay(tracked),
    tracked,
    payments,
    documents,
    declaration,
  };
}
