// Notes what webhooks report, in the transaction of the change. Members without an endpoint cost nothing.
import { isDeepStrictEqual } from 'node:util';
import type { Booking, BookingId } from '../../domain/bookings/booking.ts';
import { isDemoConfirmation } from '../../domain/bookings/confirmation.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import {
  bookingEventType,
  paymentEventType,
  type WebhookEvent,
} from '../../domain/webhooks/webhook-event.ts';
import type { App, NotedEvent, Store } from '../ports.ts';

type Noting = Pick<App, 'clock' | 'secrets'>;
type Outbox = Pick<Store, 'webhookDeliveries'>;

const messageBytes = 18;

export function notedEvent({ clock, secrets }: Noting, event: WebhookEvent): NotedEvent {
  return { messageId: `msg_${secrets.randomText(messageBytes)}`, event, nowMs: clock.nowMs() };
}

export async function noteEvents(
  app: Noting,
  { webhookDeliveries }: Outbox,
  memberId: MemberId,
  events: readonly WebhookEvent[],
): Promise<void> {
  if (events.length === 0 || !(await webhookDeliveries.hasListener(memberId))) return;
  await webhookDeliveries.note(
    memberId,
    events.map((event) => notedEvent(app, event)),
  );
}

/** A booking that is being paid or was, not a quote. Reads it, because what the caller knows may be older. */
export async function noteBooking(
  app: Noting,
  store: Outbox & Pick<Store, 'bookings'>,
  from: Booking['status'],
  { id, memberId }: Pick<Booking, 'id' | 'memberId'>,
): Promise<void> {
  if (memberId === undefined || !(await store.webhookDeliveries.hasListener(memberId))) return;
  const after = await store.bookings.findForAnyMember(id);
  if (after === undefined) return;
  const { confirmation } = after;
  const booking = {
    bookingId: after.id,
    status: after.status,
    connote: after.connote,
    carrier: confirmation?.carrier,
    costCents: confirmation?.costCents,
    additionalCents: after.additionalCents ?? 0,
    pickupDate: confirmation?.pickupDate || undefined,
    customerReference: after.customerReference,
    order:
      after.order === undefined ? undefined : { id: after.order.id, number: after.order.number },
    isDemo: confirmation !== undefined && isDemoConfirmation(confirmation),
  };
  const type = bookingEventType(from, after.status);
  await noteEvents(app, store, memberId, [{ type, booking }]);
}

/** Notes nothing while the outcome is open, or if no money was to move. */
export async function notePayment(
  app: Noting,
  store: Outbox,
  payment: Pick<
    Payment,
    'id' | 'memberId' | 'bookingId' | 'kind' | 'method' | 'amountCents' | 'status'
  >,
): Promise<void> {
  const { id: paymentId, memberId, bookingId, kind, method, amountCents, status } = payment;
  const type = paymentEventType(status);
  if (type === undefined || amountCents === 0) return;
  const news = { paymentId, bookingId, kind, method, amountCents, status };
  await noteEvents(app, store, memberId, [{ type, payment: news }]);
}

/** Notes nothing if only the times of an order have changed: shops send their orders again and again. */
export async function noteOrder(
  app: Noting,
  store: Outbox,
  before: Order | undefined,
  after: Order,
): Promise<void> {
  if (!(await store.webhookDeliveries.hasListener(after.memberId))) return;
  if (before !== undefined && isDeepStrictEqual(contentOf(before), contentOf(after))) return;
  const type = before === undefined ? 'order.created' : 'order.updated';
  const { id: orderId, memberId, number, importedFrom, status, bookingId } = after;
  const order = { orderId, number, importedFrom, status, bookingId };
  await noteEvents(app, store, memberId, [{ type, order }]);
}

/** As it is stored: without fields that are undefined. */
const contentOf = ({ updatedAtMs: _time, ...order }: Order): unknown =>
  JSON.parse(JSON.stringify(order));

/** Marks the order of a booking that settles, if it has one. */
export async function markOrderBooked(
  app: Noting,
  store: Outbox & Pick<Store, 'orders'>,
  { id, memberId }: { id: BookingId; memberId: MemberId | undefined },
): Promise<void> {
  const { orders, webhookDeliveries } = store;
  const isHeard = memberId !== undefined && (await webhookDeliveries.hasListener(memberId));
  const read = async (): Promise<Order | undefined> => {
    const attached = memberId && (await orders.findByBooking(id));
    return attached && (await orders.find(attached.id, memberId));
  };
  const before = isHeard ? await read() : undefined;
  await orders.markBooked(id, app.clock.nowMs());
  const after = before && (await read());
  if (after !== undefined) await noteOrder(app, store, before, after);
}
