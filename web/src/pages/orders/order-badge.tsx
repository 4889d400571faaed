// The status of an order as a badge.
import { Badge } from '@mantine/core';
import { listedStatuses, type OrderStatus } from '../../../../src/domain/orders/order.ts';
import type { Order } from '../../api/wire.ts';

const statuses: Readonly<Record<OrderStatus, { name: string; colour: string }>> = {
  pending: { name: 'Not ready', colour: 'ochre' },
  ready_to_book: { name: 'Ready to book', colour: 'blue' },
  booked: { name: 'Booked', colour: 'eucalypt' },
  manually_dispatched: { name: 'Sent another way', colour: 'eucalypt' },
  cancelled: { name: 'Cancelled', colour: 'gray' },
  removed: { name: 'Removed', colour: 'gray' },
  deleted: { name: 'Deleted', colour: 'gray' },
};

/** In the sequence in which an order passes through them. */
export const shownStatuses = listedStatuses.map((value) => ({
  value,
  label: statuses[value].name,
}));

export function OrderBadge({ order }: { order: Order }) {
  const status = statuses[order.transdirect_order_status];
  return (
    <Badge variant="light" color={status?.colour ?? 'gray'} autoContrast>
      {status?.name ?? order.transdirect_order_status}
    </Badge>
  );
}
