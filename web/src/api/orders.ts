// A member's orders, sent by shops or imported from a file.
import { queryOptions } from '@tanstack/react-query';
import { waitingStatuses } from '../../../src/domain/orders/order.ts';
import type { OrdersSearch } from '../search.ts';
import { ApiError, ask } from './client.ts';
import { searchQuery, useChange } from './queries.ts';
import type { Order, OrderPreview } from './wire.ts';

export const ordersQuery = (search: OrdersSearch) =>
  searchQuery<Order[]>(['orders', 'list'], '/orders', search);

export const findOrder = (id: number, signal?: AbortSignal) =>
  ask<Order>('GET', `/orders/${id}`, { signal });

export function orderQuery(id: number) {
  return queryOptions({
    queryKey: ['orders', id],
    queryFn: ({ signal }) => findOrder(id, signal),
  });
}

export type SimpleOrder = {
  order_id: string;
  sale_price?: string;
  goods_summary?: string;
  receiver: object;
  items: object[];
};

const asImported = (order: SimpleOrder) => ({ imported_from: 'Members area', ...order });

export const addOrder = (order: SimpleOrder) =>
  ask<Order>('POST', '/orders/create-simple', { body: asImported(order) });

/** The service takes this many orders at once. */
const mostPreviewed = 100;

/** What saving each order would do. Nothing is saved. */
export async function previewOrders(
  orders: readonly SimpleOrder[],
  signal: AbortSignal,
): Promise<OrderPreview> {
  const previews: OrderPreview = [];
  for (let at = 0; at < orders.length; at += mostPreviewed) {
    const body = { orders: orders.slice(at, at + mostPreviewed).map(asImported) };
    previews.push(...(await ask<OrderPreview>('POST', '/orders/preview', { body, signal })));
  }
  return previews;
}

/** Whether the order still waits to be sent. */
export function isToBeBooked({ transdirect_order_status: status }: Order): boolean {
  return waitingStatuses.some((waiting) => waiting === status);
}

export function canBook({ transdirect_order_status: status, not_ready }: Order): boolean {
  return status === 'ready_to_book' && not_ready.length === 0;
}

/**
 * Links the booking to the order, so that the order is booked with it. The service refuses the link while the result
 * of the order's current booking is unknown, because the order could be charged twice; then this returns that
 * booking's id.
 */
export async function linkOrder(
  { id, transdirect_order_id: attached }: Order,
  bookingId: number,
): Promise<{ underWay?: number }> {
  try {
    await ask<Order>('PUT', `/orders/${id}`, { body: { transdirect_order_id: bookingId } });
    return {};
  } catch (error) {
    // A booking that was quoted just now is neither cancelled nor another order's, the other two reasons.
    const isRefused =
      error instanceof ApiError && error.field('transdirect_order_id') !== undefined;
    if (attached === null || !isRefused) throw error;
    return { underWay: attached };
  }
}

const names = ['orders'];

export const useSetOrderStatus = () =>
  useChange(names, ({ id, status }: { id: number; status: string }) =>
    ask<Order>('PUT', `/orders/${id}`, { body: { transdirect_order_status: status } }),
  );

/** Marks the order as still to be sent; the service decides whether it is ready. */
export const useReopenOrder = () =>
  useChange(names, (id: number) => ask<Order>('POST', `/orders/${id}/reopen`));

export const useDeleteOrder = () =>
  useChange(names, (id: number) => ask('DELETE', `/orders/${id}`));

/** One after another; the first refusal stops. */
export const useDeleteOrders = () =>
  useChange(names, async (ids: readonly number[]) => {
    for (const id of ids) await ask('DELETE', `/orders/${id}`);
  });

/** A person's corrections to the shop's data; the service updates the status. */
export const useCorrectOrder = (id: number) =>
  useChange(names, (body: object) => ask<Order>('PUT', `/orders/${id}`, { body }));
