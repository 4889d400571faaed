// The body of an order sync: a single order, which plug-ins send and expect back with its `id`, or a list of orders,
// bare or as `orders`. Every order in a list gets its own result, in the same order. A preview stores nothing.
import { type Static, type TSchema, Type } from 'typebox';
import type { NamedOrderInput } from '../../application/orders/save-order.ts';
import {
  mostOrdersAtOnce,
  type SentOrder,
  type SyncedOrder,
} from '../../application/orders/sync-orders.ts';
import { asList, longestText } from '../../domain/document-reader.ts';
import { type Order, orderStatuses } from '../../domain/orders/order.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { shownValue } from '../../domain/shown-value.ts';
import { refusalSentence } from '../../wording/refusals.ts';
import type { Generation } from '../server/generation.ts';
import { render } from '../server/refusals.ts';
import { orNull, wordOf } from '../server/values.ts';
import { OrderBody, parseSimpleOrder, parseSyncedOrder, SimpleOrderBody } from './order-request.ts';

export const OrderSyncBody = Type.Union([
  OrderBody,
  Type.Object(
    { orders: Type.Array(OrderBody, { maxItems: mostOrdersAtOnce }) },
    { $id: 'OrderList' },
  ),
]);

const ResultsReply = Type.Object(
  {
    created: Type.Integer(),
    updated: Type.Integer(),
    failed: Type.Integer(),
    results: Type.Array(
      Type.Object(
        {
          order_id: Type.String(),
          result: wordOf(['created', 'updated', 'failed']),
          id: Type.Optional(Type.Integer()),
          transdirect_order_status: Type.Optional(wordOf(orderStatuses)),
          error: Type.Optional(Type.String()),
          message: Type.Optional(Type.String()),
          errors: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        },
        { $id: 'SyncedOrder' },
      ),
    ),
  },
  { $id: 'OrderSyncResults' },
);

export const OrderSyncReply = <Shape extends TSchema>(order: Shape) =>
  Type.Union([order, ResultsReply]);

export const OrderPreviewBody = Type.Object({
  orders: Type.Array(SimpleOrderBody, { maxItems: mostOrdersAtOnce }),
});

export const OrderPreviewReply = Type.Array(
  Type.Object({
    is_new: Type.Boolean({ description: 'False if an order of this number would be changed' }),
    not_ready: Type.Array(Type.String(), {
      description: 'What a booking of this order would still need',
    }),
    refusal: orNull(Type.String(), { description: 'Why the order would not be saved' }),
  }),
);

export function parseOrderSync(body: unknown): SentOrder[] | NamedOrderInput {
  const orders = listOf(body);
  return orders === undefined ? parseSyncedOrder(body) : sentOrders(orders, parseSyncedOrder);
}

/** Orders in the short form. */
export function parseOrderPreview(body: unknown): SentOrder[] {
  return sentOrders(listOf(body) ?? [], parseSimpleOrder);
}

function sentOrders(
  orders: readonly unknown[],
  parse: (order: unknown) => NamedOrderInput,
): SentOrder[] {
  if (orders.length > mostOrdersAtOnce)
    refuseInvalid([
      {
        path: ['orders'],
        sentence: `orders has ${orders.length} entries; send at most ${mostOrdersAtOnce} at a time.`,
      },
    ]);
  return orders.map((order) => ({
    number: numberOf(order),
    read: () => parse(order),
  }));
}

function listOf(body: unknown): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'orders')) return undefined;
  const { orders } = body as { orders: unknown };
  const list = asList(orders);
  if (list === undefined)
    refuseInvalid([
      { path: ['orders'], sentence: `orders must be a list; it is ${shownValue(orders)}.` },
    ]);
  return list;
}

/** Identifies the result, even if the order could not be read. */
function numberOf(order: unknown): string {
  if (typeof order !== 'object' || order === null || !Object.hasOwn(order, 'order_id')) return '';
  const { order_id: number } = order as { order_id: unknown };
  return typeof number === 'string' || typeof number === 'number'
    ? String(number).slice(0, longestText)
    : '';
}

export function presentSync(
  synced: readonly SyncedOrder[],
  generation: Generation,
): Static<typeof ResultsReply> {
  const results = synced.map((one) =>
    'refusal' in one
      ? {
          order_id: one.number,
          result: 'failed' as const,
          ...render(generation.refusals, one.refusal).body,
        }
      : {
          order_id: one.order.number,
          result: one.isNew ? ('created' as const) : ('updated' as const),
          id: one.order.id,
          transdirect_order_status: one.order.status,
        },
  );
  const count = (result: string): number => results.filter((one) => one.result === result).length;
  return {
    created: count('created'),
    updated: count('updated'),
    failed: count('failed'),
    results,
  };
}

/** `obstaclesOf` names what a booking of the order still needs. */
export function presentPreview(
  previewed: readonly SyncedOrder[],
  obstaclesOf: (order: Order) => string[],
): Static<typeof OrderPreviewReply> {
  return previewed.map((one) =>
    'refusal' in one
      ? { is_new: true, not_ready: [], refusal: refusalSentence(one.refusal) }
      : { is_new: one.isNew, not_ready: obstaclesOf(one.order), refusal: null },
  );
}
