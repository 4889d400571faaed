// A person decides where an order stands. Deleting is one of those decisions: the order is kept and no longer listed.
import type { Order, OrderId, OrderStatus } from '../../domain/orders/order.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';

export async function setOrderStatus(
  app: App,
  caller: SignedInCaller,
  id: OrderId,
  status: OrderStatus,
): Promise<Order> {
  return await app.store.transaction(async (store) => {
    const known = await store.orders.hold({ id, memberId: caller.member.id });
    if (known === undefined) throw new Refusal({ code: 'order_not_found', id });
    const order = { ...known, status, updatedAtMs: app.clock.nowMs() };
    await store.orders.save(order);
    return order;
  });
}
