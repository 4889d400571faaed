// What orders and products need from the store.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Order, OrderName, OrderStatus } from '../../domain/orders/order.ts';
import type { OrderId } from '../../domain/orders/order-id.ts';
import type { Product } from '../../domain/orders/product.ts';

export type NewOrder = Omit<Order, 'id'>;

type OrderPage = {
  memberId: MemberId;
  /** When it was first imported. */
  sinceMs: number | undefined;
  /** The id, the booking's id, or part of the number or of a name or e-mail. */
  text: string | undefined;
  /** Only those with this status. */
  status?: OrderStatus | undefined;
  isAscending: boolean;
  limit: number;
  skip: number;
};

/**
 * Whoever takes a booking and its order takes the booking first (`bookings.lock`, or a change of it): two that wait for
 * each other would otherwise be possible.
 */
export type Orders = {
  add(order: NewOrder): Promise<OrderId | 'number_taken'>;
  find(id: OrderId, memberId: MemberId): Promise<Order | undefined>;
  findNamed(name: OrderName): Promise<Order | undefined>;
  /** Inside a transaction nobody else changes it until the end. */
  lock(which: OrderName | { id: OrderId; memberId: MemberId }): Promise<Order | undefined>;
  /** Everything but its name and its import. */
  save(order: Order): Promise<void>;
  list(page: OrderPage): Promise<Order[]>;
  /** Bookings that the member's orders with one of these numbers are attached to, whichever platform they came from. */
  listBookings(memberId: MemberId, numbers: readonly string[]): Promise<BookingId[]>;
  /** The same for orders of everybody: among so many bookings, the newest. */
  listNewestBookings(numbers: readonly string[], among: number): Promise<BookingId[]>;
  /** Which order a booking is attached to. */
  findByBooking(bookingId: BookingId): Promise<{ id: OrderId; status: OrderStatus } | undefined>;
  /**
   * The order, if any, of a booking that is settled in the same transaction; called after the booking was changed, so
   * that an order which is being attached right now is waited for. Deleted and removed orders stay so.
   */
  markBooked(bookingId: BookingId, nowMs: number): Promise<void>;
};

export type Products = {
  /** New ones added, known skus replaced; all of them or none. */
  save(memberId: MemberId, products: readonly Product[], nowMs: number): Promise<void>;
  count(memberId: MemberId): Promise<number>;
  list(page: { memberId: MemberId; limit: number; skip: number }): Promise<Product[]>;
};
