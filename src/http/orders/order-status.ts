// A request that changes only an order's status. Interface, "Order": the body contains just
// `transdirect_order_status` and must not name a booking. Any other order field makes it a full change, in which the
// status is ignored: otherwise a client that sends back an order it read earlier would undo a booking made since.
import { Type } from 'typebox';
import { DocumentReader } from '../../domain/document-reader.ts';
import { type OrderStatus, orderStatuses } from '../../domain/orders/order.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { wordOf } from '../server/values.ts';
import { OrderBody } from './order-request.ts';

export const OrderUpdateBody = Type.Object(
  {
    transdirect_order_status: Type.Optional(wordOf(orderStatuses)),
    ...Object.fromEntries(
      Object.entries(OrderBody.properties).map(([name, shape]) => [name, Type.Optional(shape)]),
    ),
  },
  { $id: 'OrderUpdateRequest', examples: [{ transdirect_order_status: 'manually_dispatched' }] },
);

const changeable = Object.keys(OrderBody.properties).filter(
  (name) => name !== 'transdirect_order_id',
);

/** Undefined for a full change. */
export function parseStatusChange(body: unknown): OrderStatus | undefined {
  const reader = new DocumentReader(body);
  refuseInvalid(reader.issues);
  const isFull = changeable.some((name) => reader.has(name));
  const hasStatus = reader.has('transdirect_order_status');
  const hasBooking = reader.has('transdirect_order_id');
  if (isFull || (!hasStatus && hasBooking)) return undefined;
  if (!hasStatus)
    refuseInvalid([
      {
        path: [],
        sentence:
          'There is nothing to change. Send transdirect_order_status, or fields of the order.',
      },
    ]);
  if (hasBooking)
    refuseInvalid([
      {
        path: ['transdirect_order_id'],
        sentence:
          'transdirect_order_id must not be sent with a status alone. Set the status, then attach the booking.',
      },
    ]);
  const status = reader.choice('transdirect_order_status', orderStatuses);
  refuseInvalid(reader.issues);
  return status;
}
