// A member's orders, as shops handed them in or a file brought them.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, ask } from './client.ts';
import type { Order } from './wire.ts';

export type OrderSearch = {
  q?: string | undefined;
  page?: number | undefined;
  status?: string | undefined;
};

export function ordersQuery({ q = '', page = 1, status = '' }: OrderSearch) {
  const query = `page=${page}&status=${status}&q=${encodeURIComponent(q)}`;
  return queryOptions({
    queryKey: ['orders', 'list', query],
    queryFn: ({ signal }) => ask<Order[]>('GET', `/orders?${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const findOrder = (id: number, signal?: AbortSignal) =>
  ask<Order>('GET', `/orders/${id}`, { signal });

export function orderQuery(id: number) {
  return queryOptions({
    queryKey: ['orders', id],
    queryFn: ({ signal }) => findOrder(id, signal),
  });
}

export const addOrder = (order: {
  order_id: string;
  sale_price?: string;
  goods_summary?: string;
  receiver: object;
  items: object[];
}) =>
  ask<Order>('POST', '/orders/create-simple', {
    body: { imported_from: 'Members area', ...order },
  });

/** Whether anybody still waits for it to be sent. */
export function isToBeBooked({ transdirect_order_status: status }: Order): boolean {
  return status === 'pending' || status === 'ready_to_book';
}

/**
 * From then on the booking belongs to the order, which is booked when the booking is. The service refuses it while nobody knows
 * what became of the booking that the order has, because it could be charged twice: that one's number is returned then.
 */
export async function linkOrder(
  { id, transdirect_order_id: attached }: Order,
  bookingId: number,
): Promise<{ underWay?: number }> {
  try {
    await ask<Order>('PUT', `/orders/${id}`, { body: { transdirect_order_id: bookingId } });
    return {};
  } catch (error) {
    // What was quoted just now is neither cancelled nor another order's, which are the other reasons.
    const isRefused =
      error instanceof ApiError && error.field('transdirect_order_id') !== undefined;
    if (attached === null || !isRefused) throw error;
    return { underWay: attached };
  }
}

/** Where an order stands now; `reopen` leaves it to the service which of those it is that are still to be sent. */
export function useOrderChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: { id: number; status: string | 'delete' | 'reopen' }) => {
      if (status === 'delete') return ask('DELETE', `/orders/${id}`);
      if (status === 'reopen') return ask('POST', `/orders/${id}/reopen`);
      return ask('PUT', `/orders/${id}`, { body: { transdirect_order_status: status } });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  });
}

/** What a person corrects of what the shop said; the service works out its status anew. */
export function useCorrectOrder(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: object) => ask<Order>('PUT', `/orders/${id}`, { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  });
}

/** One after the other; the first that is refused ends it. */
export function useDeleteOrders() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly number[]) => {
      for (const id of ids) await ask('DELETE', `/orders/${id}`);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  });
}
