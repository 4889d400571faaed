// Detaches an order from its cancelled booking, so that it can be booked again. Called in the transaction that
// cancels, after the booking was changed, so that it waits for an order that is being attached at the same time.
import type { Booking } from '../../domain/bookings/booking.ts';
import { statusAfterCancelling } from '../../domain/orders/order.ts';
import type { App, Store } from '../ports.ts';
import { noteOrder } from '../webhooks/note-events.ts';
import { orderObstacles } from './order-readiness.ts';

export async function releaseOrder(
  app: App,
  store: Store,
  { id, memberId }: Pick<Booking, 'id' | 'memberId'>,
): Promise<void> {
  const attached = await store.orders.findByBooking(id);
  if (attached === undefined || memberId === undefined) return;
  const order = await store.orders.lock({ id: attached.id, memberId });
  // The order was attached to another booking in the meantime.
  if (order?.bookingId !== id) return;
  const isReady = orderObstacles(app, order.details).length === 0;
  const released = {
    ...order,
    bookingId: undefined,
    status: statusAfterCancelling(order.status, isReady),
    updatedAtMs: app.clock.nowMs(),
  };
  await store.orders.save(released);
  await noteOrder(app, store, order, released);
}
