// Reads a member's own orders: one, or a page of them. Other members' orders are not found.
import type { Order, OrderStatus } from '../../domain/orders/order.ts';
import type { OrderId } from '../../domain/orders/order-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { OrderSorting } from '../../domain/sorting.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';

const ordersPerPage = 50;

export async function getOrder(app: App, caller: SignedInCaller, id: OrderId): Promise<Order> {
  const order = await app.store.orders.find(id, caller.member.id);
  if (order === undefined) throw new Refusal({ code: 'order_not_yours', id });
  return order;
}

export type OrderListInput = {
  sinceMs: number | undefined;
  text: string | undefined;
  status?: OrderStatus | undefined;
  sorting: OrderSorting | undefined;
  page: number;
};

export async function listOrders(
  app: App,
  caller: SignedInCaller,
  { page, ...input }: OrderListInput,
): Promise<Order[]> {
  return await app.store.orders.list({
    ...input,
    memberId: caller.member.id,
    limit: ordersPerPage,
    skip: (page - 1) * ordersPerPage,
  });
}
