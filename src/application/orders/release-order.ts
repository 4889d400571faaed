// A booking is cancelled: its order is let go and can be booked again. Called in the very transaction that cancels, after the
// booking was changed, so that an order which is being attached right now is waited for. An order is never left with a
// booking that nobody will carry.
import type { Booking } from '../../domain/bookings/booking.ts';
import { statusAfterCancelling } from '../../domain/orders/order.ts';
import type { App, Store } from '../ports.ts';
import { orderObstacles } from './order-readiness.ts';

export async function releaseOrder(
  app: App,
  store: Store,
  { id, memberId }: Pick<Booking, 'id' | 'memberId'>,
): Promise<void> {
  const attached = await store.orders.findByBooking(id);
  if (attached === undefined || memberId === undefined) return;
  const order = await store.orders.lock({ id: attached.id, memberId });
  // Somebody gave it another booking meanwhile.
  if (order?.bookingId !== id) return;
  const isReady = orderObstacles(app, order.details).length === 0;
  await store.orders.save({
    ...order,
    bookingId: undefined,
    status: statusAfterCancelling(order.status, isReady),
    updatedAtMs: app.clock.nowMs(),
  });
}
