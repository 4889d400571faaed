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

export function canBook({ transdirect_order_status: status, not_ready }: Order): boolean {
  return status === 'ready_to_book' && not_ready.length === 0;
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

/** What changes orders; they are read anew then, also where it failed on the way. */
function useOrdersMutation<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  });
}

/** Where an order stands now. */
export const useSetOrderStatus = () =>
  useOrdersMutation(({ id, status }: { id: number; status: string }) =>
    ask<Order>('PUT', `/orders/${id}`, { body: { transdirect_order_status: status } }),
  );

/** It is still to be sent; the service knows whether it is ready for that. */
export const useReopenOrder = () =>
  useOrdersMutation((id: number) => ask<Order>('POST', `/orders/${id}/reopen`));

export const useDeleteOrder = () =>
  useOrdersMutation((id: number) => ask('DELETE', `/orders/${id}`));

/** One after the other; the first that is refused ends it. */
export const useDeleteOrders = () =>
  useOrdersMutation(async (ids: readonly number[]) => {
    for (const id of ids) await ask('DELETE', `/orders/${id}`);
  });

/** What a person corrects of what the shop said; the service works out its status anew. */
export const useCorrectOrder = (id: number) =>
  useOrdersMutation((body: object) => ask<Order>('PUT', `/orders/${id}`, { body }));
