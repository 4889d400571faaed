// Orders and products in the store.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Order, OrderName, OrderStatus } from '../../domain/orders/order.ts';
import type { OrderId } from '../../domain/orders/order-id.ts';
import type { Product } from '../../domain/orders/product.ts';
import type { OrderSorting } from '../../domain/sorting.ts';

export type NewOrder = Omit<Order, 'id'>;

type OrderPage = {
  memberId: MemberId;
  /** When it was first imported. */
  sinceMs: number | undefined;
  /** The order's or booking's id, or part of the order's number, a name or an e-mail address. */
  text: string | undefined;
  status?: OrderStatus | undefined;
  /** Newest first without it. */
  sorting?: OrderSorting | undefined;
  limit: number;
  skip: number;
};

/**
 * A transaction that locks a booking and its order locks the booking first (`bookings.lock`, or a change of it),
 * because the opposite order could deadlock.
 */
export type Orders = {
  add(order: NewOrder): Promise<OrderId | 'number_taken'>;
  find(id: OrderId, memberId: MemberId): Promise<Order | undefined>;
  findNamed(name: OrderName): Promise<Order | undefined>;
  /** Locks the order until the transaction ends. */
  lock(which: OrderName | { id: OrderId; memberId: MemberId }): Promise<Order | undefined>;
  /** Stores everything except its name and import time. */
  save(order: Order): Promise<void>;
  list(page: OrderPage): Promise<Order[]>;
  /** Bookings of the member's orders with one of these numbers, on any platform. */
  listBookings(memberId: MemberId, numbers: readonly string[]): Promise<BookingId[]>;
  /** Like `listBookings` for all members; this many of the newest. */
  listNewestBookings(numbers: readonly string[], limit: number): Promise<BookingId[]>;
  /** The order that a booking is attached to. */
  findByBooking(bookingId: BookingId): Promise<{ id: OrderId; status: OrderStatus } | undefined>;
  /**
   * Marks the order of a booking that settles in the same transaction, if it has one. Call it after the booking was
   * changed, so that it waits for an order that is being attached at the same time. Deleted and removed orders stay
   * as they are.
   */
  markBooked(bookingId: BookingId, nowMs: number): Promise<void>;
};

export type Products = {
  /** Adds new SKUs and replaces known ones, all or none. */
  save(memberId: MemberId, products: readonly Product[], nowMs: number): Promise<void>;
  count(memberId: MemberId): Promise<number>;
  list(page: { memberId: MemberId; limit: number; skip: number }): Promise<Product[]>;
};
