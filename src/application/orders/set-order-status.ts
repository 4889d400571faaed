// A member sets an order's status by hand. A deleted order is kept but not listed. Each of these changes can be
// undone.
import { isSettled } from '../../domain/bookings/booking-status.ts';
import { type Order, type OrderStatus, statusAfterReopening } from '../../domain/orders/order.ts';
import type { OrderId } from '../../domain/orders/order-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, Store } from '../ports.ts';
import { noteOrder } from '../webhooks/note-events.ts';
import { orderObstacles } from './order-readiness.ts';

export async function setOrderStatus(
  app: App,
  caller: SignedInCaller,
  id: OrderId,
  status: OrderStatus,
): Promise<Order> {
  return await decide(app, caller, id, async () => status);
}

/**
 * Undoes such a change. If the order's booking is confirmed, the order becomes booked, so that it is not sent twice.
 */
export async function reopenOrder(app: App, caller: SignedInCaller, id: OrderId): Promise<Order> {
  return await decide(app, caller, id, async (store, { bookingId, memberId, details }) => {
    const booking =
      bookingId === undefined ? undefined : await store.bookings.find(bookingId, memberId);
    return statusAfterReopening({
      isReady: orderObstacles(app, details).length === 0,
      isBookingSettled: isSettled(booking?.status),
    });
  });
}

async function decide(
  app: App,
  caller: SignedInCaller,
  id: OrderId,
  statusOf: (store: Store, known: Order) => Promise<OrderStatus>,
): Promise<Order> {
  return await app.store.transaction(async (store) => {
    const known = await store.orders.lock({ id, memberId: caller.member.id });
    if (known === undefined) throw new Refusal({ code: 'order_not_found', id });
    const status = await statusOf(store, known);
    const order = { ...known, status, updatedAtMs: app.clock.nowMs() };
    await store.orders.save(order);
    await noteOrder(app, store, known, order);
    return order;
  });
}
