// Creates and changes orders, and attaches them to bookings, each in one transaction: an order is stored completely
// or not at all. The booking is locked before the order (see `Orders` in ports.ts), so that an order which is
// attached while its booking settles becomes booked, in either order of the two commits.

import type { Booking, BookingId } from '../../domain/bookings/booking.ts';
import { isSettled, isUnderWay } from '../../domain/bookings/booking-status.ts';
import type { KeySettings } from '../../domain/keys/key-settings.ts';
import { fillFromBooking } from '../../domain/orders/fill-from-booking.ts';
import {
  blankDetails,
  changeDetails,
  type Order,
  type OrderChange,
  type OrderDetails,
  type OrderItem,
  type OrderName,
  statusAfterSaving,
} from '../../domain/orders/order.ts';
import type { OrderId } from '../../domain/orders/order-id.ts';
import { type Issue, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { clockText } from '../../domain/time/timestamp.ts';
import { keyIdOf, type SignedInCaller, settingsOf } from '../caller.ts';
import type { App, NewOrder, Store } from '../ports.ts';
import { noteOrder } from '../webhooks/note-events.ts';
import { completeOrderItems, defaultOrderItems, type SentItems } from './order-items.ts';
import { orderObstacles } from './order-readiness.ts';

/** What a shop sent about an order; missing fields are undefined. */
export type OrderInput = {
  number: string | undefined;
  importedFrom: string | undefined;
  bookingId: BookingId | undefined;
  selectedCarrier: string | undefined;
  /** The time of the change according to the shop. */
  updatedAtMs: number | undefined;
  change: Omit<OrderChange, 'items'>;
  items: SentItems | undefined;
};

export type NamedOrderInput = OrderInput & {
  number: string;
  importedFrom: string;
  /**
   * Required fields of a new order that are missing. A known order keeps its own, and a booking fills them.
   */
  neededWhenNew?: readonly Issue[];
};

/** The inputs of saving one order. */
type Saving = {
  app: App;
  store: Store;
  caller: SignedInCaller;
  input: OrderInput;
  items: OrderItem[] | undefined;
  /** The booking to attach. */
  booking: Booking | undefined;
};

/** Idempotent: the same order sent twice, even at the same time, is stored once. */
export async function saveOrder(
  app: App,
  caller: SignedInCaller,
  input: NamedOrderInput,
): Promise<{ order: Order; isNew: boolean }> {
  const { number, importedFrom } = input;
  const name: OrderName = { memberId: caller.member.id, number, importedFrom };
  return await app.store.transaction(async (store) => {
    const before = await store.orders.findNamed(name);
    const sent = await lockBookings(store, caller, input, before);
    const known = await store.orders.lock(name);
    if (sent === undefined) refuseWithoutBooking(input, known);
    const items = itemsOf(caller, input);
    const booking = (await keepsItsBooking(store, known, sent)) ? undefined : attach(sent);
    const saving: Saving = { app, store, caller, input, items, booking };
    if (known !== undefined) return { order: await change(saving, known), isNew: false };
    await refuseOtherOrder(app, store, booking, undefined);
    const made = await merge(saving, name, undefined);
    const id = await store.orders.add(made);
    if (id !== 'number_taken') {
      const order = { ...made, id };
      await noteOrder(app, store, undefined, order);
      return { order, isNew: true };
    }
    // Another request has added it in the meantime.
    const added = await store.orders.lock(name);
    if (added === undefined) throw new Error(`order ${number} is taken and cannot be found`);
    return { order: await change(saving, added), isNew: false };
  });
}

export async function updateOrder(
  app: App,
  caller: SignedInCaller,
  id: OrderId,
  input: OrderInput,
): Promise<Order> {
  const owned = { id, memberId: caller.member.id };
  // An unknown order is reported before any problem with its values. The locks below come in the other order.
  const before = await app.store.orders.find(id, caller.member.id);
  if (before === undefined) throw new Refusal({ code: 'order_not_found', id });
  return await app.store.transaction(async (store) => {
    const booking = attach(await lockBookings(store, caller, input, before));
    if (booking === undefined) refuseInvalid(missingBooking(input));
    const items = itemsOf(caller, input);
    const known = await store.orders.lock(owned);
    if (known === undefined) throw new Refusal({ code: 'order_not_found', id });
    refuseOtherName(known, input);
    await refuseToLeaveUnderWay(store, known, booking);
    return await change({ app, store, caller, input, items, booking }, known);
  });
}

async function change(saving: Saving, known: Order): Promise<Order> {
  const { app, store, booking } = saving;
  await refuseOtherOrder(app, store, booking, known.id);
  const order = { ...(await merge(saving, known, known)), id: known.id };
  await store.orders.save(order);
  await noteOrder(app, store, known, order);
  return order;
}

async function merge(
  { app, store, caller, input, items, booking: attached }: Saving,
  { memberId, number, importedFrom }: OrderName,
  before: Order | undefined,
): Promise<NewOrder> {
  const nowMs = app.clock.nowMs();
  const sent = { ...input.change, ...(items === undefined ? {} : { items }) };
  const details = complete(
    changeDetails(before?.details ?? newDetails(nowMs), sent),
    attached,
    settingsOf(caller),
  );
  const bookingId = attached?.id ?? before?.bookingId;
  const booking = attached ?? (before === undefined ? undefined : await bookingOf(store, before));
  return {
    memberId,
    number,
    importedFrom: input.importedFrom ?? importedFrom,
    keyId: before === undefined ? keyIdOf(caller) : before.keyId,
    status: statusAfterSaving(before?.status, {
      isReady: orderObstacles(app, details).length === 0,
      isBookingSettled: isSettled(booking?.status),
      isOtherBooking: bookingId !== before?.bookingId,
    }),
    bookingId,
    selectedCarrier: input.selectedCarrier ?? before?.selectedCarrier,
    importedAtMs: before?.importedAtMs ?? nowMs,
    updatedAtMs: input.updatedAtMs ?? nowMs,
    details,
  };
}

/** The time of purchase is now, unless the shop sends another. */
function newDetails(nowMs: number): OrderDetails {
  return { ...blankDetails, purchasedTime: clockText(nowMs, homeZone) };
}

/** Fills blanks from the booking, then from the key's settings. */
function complete(
  details: OrderDetails,
  booking: Booking | undefined,
  settings: KeySettings,
): OrderDetails {
  const filled = booking === undefined ? details : fillFromBooking(details, booking);
  const { shipping, items } = filled;
  return {
    ...filled,
    shipping: { ...shipping, type: shipping.type ?? settings.shop.streetType },
    items: items.length > 0 ? items : defaultOrderItems(settings),
  };
}

function itemsOf(caller: SignedInCaller, { items }: OrderInput): OrderItem[] | undefined {
  return items === undefined ? undefined : completeOrderItems(items, settingsOf(caller));
}

const bookingField = ['transdirect_order_id'];

/**
 * Locks the named booking, and also the order's current one, because its status decides whether the order may leave
 * it. Locks in the order of their ids, as everywhere, and waits for a confirmation in progress.
 */
async function lockBookings(
  store: Store,
  caller: SignedInCaller,
  { bookingId }: OrderInput,
  before: Order | undefined,
): Promise<Booking | undefined> {
  if (bookingId === undefined) return undefined;
  let named: Booking | undefined;
  for (const id of [...new Set([bookingId, before?.bookingId ?? bookingId])].sort(
    (a, b) => a - b,
  )) {
    const held = await store.bookings.lock(id, caller.member.id);
    if (id === bookingId) named = held;
  }
  return named;
}

/** Refuses a cancelled booking. */
function attach(booking: Booking | undefined): Booking | undefined {
  if (booking?.status === 'cancelled')
    refuseInvalid([{ path: bookingField, problem: 'booking_cancelled', booking: booking.id }]);
  return booking;
}

/** Without one of the member's own bookings, a new order must have all fields. */
function refuseWithoutBooking(input: NamedOrderInput, known: Order | undefined): void {
  const needed = known === undefined ? (input.neededWhenNew ?? []) : [];
  refuseInvalid([...missingBooking(input), ...needed]);
}

/** Another member's booking is refused in the same words as an unknown one, so that ids cannot be probed. */
function missingBooking({ bookingId }: OrderInput): Issue[] {
  if (bookingId === undefined) return [];
  return [{ path: bookingField, problem: 'no_such_booking', booking: bookingId }];
}

/**
 * A shop sends an order again with the booking that was quoted at the checkout, even if it was replaced since. This
 * must neither detach the order from a booking that is, or may be, confirmed, nor attach it to a cancelled one.
 */
async function keepsItsBooking(
  store: Store,
  known: Order | undefined,
  sent: Booking | undefined,
): Promise<boolean> {
  if (known === undefined || sent === undefined || isSettled(sent.status)) return false;
  if (sent.status === 'cancelled') return true;
  const attached = await bookingOf(store, known);
  return isUnderWay(attached?.status) || (known.status === 'booked' && isSettled(attached?.status));
}

/** The request names another booking, but the outcome of the current one is not known yet. */
async function refuseToLeaveUnderWay(
  store: Store,
  known: Order,
  booking: Booking | undefined,
): Promise<void> {
  if (booking === undefined || booking.id === known.bookingId || isSettled(booking.status)) return;
  const attached = await bookingOf(store, known);
  if (attached === undefined || !isUnderWay(attached.status)) return;
  refuseInvalid([{ path: bookingField, problem: 'other_booking_unsettled', booking: attached.id }]);
}

async function bookingOf(
  store: Store,
  { bookingId, memberId }: Order,
): Promise<Booking | undefined> {
  return bookingId === undefined ? undefined : await store.bookings.find(bookingId, memberId);
}

/** A booking has one order. A deleted order loses its booking to the new one. */
async function refuseOtherOrder(
  app: App,
  store: Store,
  booking: Booking | undefined,
  own: OrderId | undefined,
): Promise<void> {
  if (booking === undefined) return;
  const holder = await store.orders.findByBooking(booking.id);
  if (holder === undefined || holder.id === own) return;
  if (holder.status !== 'deleted' || booking.memberId === undefined) {
    const attached = { booking: booking.id, order: holder.id };
    refuseInvalid([{ path: bookingField, problem: 'booking_attached', ...attached }]);
    return;
  }
  const deleted = await store.orders.lock({ id: holder.id, memberId: booking.memberId });
  if (deleted === undefined) return;
  const detached = { ...deleted, bookingId: undefined };
  await store.orders.save(detached);
  await noteOrder(app, store, deleted, detached);
}

/** Number and platform identify an order, so they cannot change. */
function refuseOtherName({ number, importedFrom }: OrderName, input: OrderInput): void {
  const issues: Issue[] = [];
  const refuse = (field: string, value: string): void => {
    issues.push({ path: [field], problem: 'order_name_fixed', value });
  };
  if (input.number !== undefined && input.number !== number) refuse('order_id', number);
  if (
    input.importedFrom !== undefined &&
    input.importedFrom.toLowerCase() !== importedFrom.toLowerCase()
  )
    refuse('imported_from', importedFrom);
  refuseInvalid(issues);
}
