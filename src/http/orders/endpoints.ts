// /orders…: orders that shops send to be booked later.
// Tests: contract/orders.
import { type Static, Type } from 'typebox';
import {
  orderObstacles,
  receiverOf,
  stateOfOrder,
} from '../../application/orders/order-readiness.ts';
import { getOrder, listOrders } from '../../application/orders/read-orders.ts';
import {
  type NamedOrderInput,
  saveOrder,
  updateOrder,
} from '../../application/orders/save-order.ts';
import { reopenOrder, setOrderStatus } from '../../application/orders/set-order-status.ts';
import { previewOrders, syncOrders } from '../../application/orders/sync-orders.ts';
import type { App } from '../../application/ports.ts';
import { withoutSpelling } from '../../domain/bookings/item.ts';
import { listedStatuses, type Order } from '../../domain/orders/order.ts';
import { orderId } from '../../domain/orders/order-id.ts';
import { orderSorts } from '../../domain/sorting.ts';
import { issueSentence } from '../../wording/problems.ts';
import { type Call, endpoint, noBody, signedIn } from '../server/endpoint.ts';
import type { Generation } from '../server/generation.ts';
import { withIdempotencyKey } from '../server/idempotency.ts';
import {
  isAscending,
  PageParam,
  parseSearch,
  parseSince,
  SortParam,
  sinceParam,
  sortingParam,
} from '../server/list-query.ts';
import { IdParam } from '../server/whole-number.ts';
import { DetailedOrderReply, OrderReply, presentDetailedOrder, presentOrder } from './order.ts';
import {
  OrderBody,
  parseOrder,
  parseOrderChange,
  parseSimpleOrder,
  SimpleOrderBody,
} from './order-request.ts';
import { OrderUpdateBody, parseStatusChange } from './order-status.ts';
import {
  OrderPreviewBody,
  OrderPreviewReply,
  OrderSyncBody,
  OrderSyncReply,
  parseOrderPreview,
  parseOrderSync,
  presentPreview,
  presentSync,
} from './order-sync.ts';

const OrderSortParam = sortingParam(orderSorts);
const params = Type.Object({ id: IdParam.schema });
const reply = { v4: OrderReply, v5: DetailedOrderReply };
const noOrder = { when: 'No such order of yours', example: 'order_not_found' } as const;
const outOfRange = "A number of the items is out of a booking's range";
const handInRefusals = { 409: 'The Idempotency-Key was used before', 422: outOfRange };

function present(
  app: App,
  generation: Generation,
  order: Order,
): Static<typeof OrderReply> | Static<typeof DetailedOrderReply> {
  if (generation.isForPeople) return presentForPages(app, order);
  return generation.bodies === 'v4'
    ? presentOrder(order)
    : presentDetailedOrder(order, {
        receiver: receiverOf(order.details),
        obstacles: orderObstacles(app, order.details).map(issueSentence),
      });
}

/** People see the state beside the suburb, even if the shop did not send it. */
function presentForPages(app: App, order: Order): Static<typeof DetailedOrderReply> {
  const state = stateOfOrder(app, order.details);
  const items = order.details.items.map(withoutSpelling);
  const readable = { ...order, details: { ...order.details, items } };
  const shown = presentDetailedOrder(readable, {
    receiver: { ...receiverOf(order.details), state },
    obstacles: orderObstacles(app, order.details).map(issueSentence),
  });
  return { ...shown, shipping: { ...shown.shipping, state } };
}

/** Sending an order again updates the same order. With an Idempotency-Key the answer is the same too. */
function createOnce(
  app: App,
  call: Call,
  input: NamedOrderInput,
): Promise<ReturnType<typeof present>> {
  return withIdempotencyKey(app, call, call.body, async () => {
    const { order } = await saveOrder(app, signedIn(call.caller), input);
    return present(app, call.generation, order);
  });
}

// Tests: contract/orders, contract/orders-ready, contract/orders-booked.
export const create = endpoint(
  {
    summary: 'Send an order',
    description:
      'Sending the same order_id and imported_from again changes that order. transdirect_order_id attaches a booking, whose receiver and items fill absent fields.',
    body: OrderBody,
    readsBodyItself: true,
    stores: true,
    takesIdempotencyKey: true,
    refusals: handInRefusals,
    reply,
  },
  (app, call) => createOnce(app, call, parseOrder(call.body)),
);

export const createSimple = endpoint(
  {
    summary: 'Send an order in short form: number, receiver, items',
    description: 'The buyer is the receiver. Sizes that are left out are filled from the key.',
    body: SimpleOrderBody,
    readsBodyItself: true,
    stores: true,
    takesIdempotencyKey: true,
    refusals: handInRefusals,
    reply,
  },
  (app, call) => createOnce(app, call, parseSimpleOrder(call.body)),
);

// Tests: contract/orders-shops.
export const sync = endpoint(
  {
    summary: 'Send one order or up to a hundred',
    description:
      'For a single order, the answer is that order. The orders of a list are saved one by one, and the answer has the result of each.',
    body: OrderSyncBody,
    readsBodyItself: true,
    stores: true,
    successes: { 200: 'The result for each order of a list' },
    refusals: { 422: outOfRange },
    reply: { v4: OrderSyncReply(OrderReply), v5: OrderSyncReply(DetailedOrderReply) },
  },
  async (app, { caller, body, generation, reply: http }) => {
    const sent = parseOrderSync(body);
    if (Array.isArray(sent)) {
      http.code(200);
      return presentSync(await syncOrders(app, signedIn(caller), sent), generation);
    }
    const { order } = await saveOrder(app, signedIn(caller), sent);
    return present(app, generation, order);
  },
);

/** For the import page of the members area, which shows the result of each order before it is saved. */
// Tests: contract/members-records, browser/orders.
export const preview = endpoint(
  {
    summary: 'Try orders without saving them',
    description: 'The result for each order, as if it were sent in short form. Nothing is stored.',
    body: OrderPreviewBody,
    readsBodyItself: true,
    reply: OrderPreviewReply,
  },
  async (app, { caller, body }) =>
    presentPreview(
      await previewOrders(app, signedIn(caller), parseOrderPreview(body)),
      ({ details }) => orderObstacles(app, details).map(issueSentence),
    ),
);

export const read = endpoint(
  {
    summary: 'An order',
    description: "By our id, not by the shop's order number.",
    params,
    refusals: { 403: { ...noOrder, example: 'order_not_yours' } },
    reply,
  },
  async (app, { caller, params: { id }, generation }) =>
    present(app, generation, await getOrder(app, signedIn(caller), orderId(IdParam.read(id)))),
);

// Tests: contract/orders-listed.
export const list = endpoint(
  {
    summary: "The member's orders",
    description:
      'Newest first, 50 a page, without deleted and removed ones. q matches an id, or part of a number, name or e-mail.',
    query: Type.Object({
      since: sinceParam('Orders imported since then'),
      sort: SortParam,
      q: Type.Optional(Type.String({ maxLength: 255 })),
      page: Type.Optional(PageParam.blankOrSchema),
    }),
    reply: { v4: Type.Array(OrderReply), v5: Type.Array(DetailedOrderReply) },
  },
  async (app, { caller, query, generation }) => {
    const found = await listOrders(app, signedIn(caller), {
      sinceMs: parseSince(query.since),
      text: parseSearch(query.q),
      sorting: { by: 'imported', isDescending: !isAscending(query.sort) },
      page: PageParam.read(query.page || '1'),
    });
    return found.map((order) => present(app, generation, order));
  },
);

// Tests: contract/members-records, browser/orders.
/** For the members area, which can show a single status. */
export const listForPages = endpoint(
  {
    summary: "The member's orders",
    description:
      'Newest first or by sort, 50 a page, without deleted and removed ones. q matches an id, or part of a number, name or e-mail.',
    query: Type.Object({
      sort: OrderSortParam.schema,
      q: Type.Optional(Type.String({ maxLength: 255 })),
      page: Type.Optional(PageParam.blankOrSchema),
      status: Type.Optional(Type.Enum([...listedStatuses, ''])),
    }),
    reply: Type.Array(DetailedOrderReply),
  },
  async (app, { caller, query }) => {
    const found = await listOrders(app, signedIn(caller), {
      sinceMs: undefined,
      sorting: OrderSortParam.read(query.sort),
      text: parseSearch(query.q),
      status: query.status || undefined,
      page: PageParam.read(query.page || '1'),
    });
    return found.map((order) => presentForPages(app, order));
  },
);

// Tests: contract/orders-changed.
export const update = endpoint(
  {
    summary: 'Change an order, or only its status',
    description:
      'With transdirect_order_status alone it sets the status. Otherwise it changes the fields that are sent, and the status follows.',
    params,
    body: OrderUpdateBody,
    readsBodyItself: true,
    refusals: { 404: noOrder, 422: outOfRange },
    reply,
  },
  async (app, { caller, params: { id: text }, body, generation }) => {
    const id = orderId(IdParam.read(text));
    const status = parseStatusChange(body);
    const order =
      status === undefined
        ? await updateOrder(app, signedIn(caller), id, parseOrderChange(body))
        : await setOrderStatus(app, signedIn(caller), id, status);
    return present(app, generation, order);
  },
);

/** For the members area: undoes a status set by mistake. */
// Tests: contract/orders-reopened.
export const reopen = endpoint(
  {
    summary: 'Reopen an order that was cancelled or sent another way',
    description:
      'It becomes ready_to_book or pending, depending on its fields, or booked if it has a booking.',
    params,
    refusals: { 404: noOrder },
    reply: DetailedOrderReply,
  },
  async (app, { caller, params: { id } }) =>
    presentForPages(app, await reopenOrder(app, signedIn(caller), orderId(IdParam.read(id)))),
);

// Tests: contract/orders-changed.
export const remove = endpoint(
  {
    summary: 'Mark an order as deleted',
    description: 'It disappears from all lists and can still be read by its id.',
    params,
    refusals: { 404: noOrder },
    reply: noBody,
  },
  async (app, { caller, params: { id } }) => {
    await setOrderStatus(app, signedIn(caller), orderId(IdParam.read(id)), 'deleted');
  },
);
