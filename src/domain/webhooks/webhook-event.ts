// What a member's webhooks report. An event is frozen when it is noted, in the transaction of the change that it reports.
import type { BookingId, BookingStatus } from '../bookings/booking.ts';
import { isWithCarrier } from '../bookings/booking-status.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { OrderId } from '../orders/order-id.ts';
import type { Payment, PaymentId, PaymentStatus } from '../payments/payment.ts';
import type { EventStage } from '../tracking/stage.ts';

export const webhookEventTypes = [
  'booking.confirmed',
  'booking.updated',
  'booking.cancelled',
  'booking.failed',
  'shipment.tracking_updated',
  'shipment.delivered',
  'shipment.exception',
  'order.created',
  'order.updated',
  'payment.succeeded',
  'payment.failed',
  'payment.refunded',
] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];

type BookingNews = {
  bookingId: BookingId;
  status: BookingStatus;
  connote: string | undefined;
  /** string_id of the service. */
  carrier: string | undefined;
  costCents: number | undefined;
  additionalCents: number;
  pickupDate: string | undefined;
  customerReference: string;
  order: { id: OrderId; number: string } | undefined;
  isDemo: boolean;
};

type ShipmentNews = {
  bookingId: BookingId;
  connote: string;
  carrier: string;
  stage: EventStage;
  /** When the carrier says that the stage was reached. */
  occurredAtMs: number | undefined;
};

type OrderNews = {
  orderId: OrderId;
  number: string;
  importedFrom: string;
  status: OrderStatus;
  bookingId: BookingId | undefined;
};

type PaymentNews = {
  paymentId: PaymentId;
  bookingId: BookingId | undefined;
  kind: Payment['kind'];
  method: string;
  amountCents: number;
  status: PaymentStatus;
};

export type WebhookEvent =
  | { type: Extract<WebhookEventType, `booking.${string}`>; booking: BookingNews }
  | { type: Extract<WebhookEventType, `shipment.${string}`>; shipment: ShipmentNews }
  | { type: Extract<WebhookEventType, `order.${string}`>; order: OrderNews }
  | { type: Extract<WebhookEventType, `payment.${string}`>; payment: PaymentNews }
  /** Sent on request, to try an endpoint. */
  | { type: 'webhook.test'; endpointId: number };

/** Events with the same subject arrive in order. */
export function subjectOf(event: WebhookEvent): string {
  switch (event.type) {
    case 'webhook.test':
      return 'test';
    case 'order.created':
    case 'order.updated':
      return `order:${event.order.orderId}`;
    case 'payment.succeeded':
    case 'payment.failed':
    case 'payment.refunded':
      return event.payment.bookingId === undefined
        ? `payment:${event.payment.paymentId}`
        : `booking:${event.payment.bookingId}`;
    case 'shipment.tracking_updated':
    case 'shipment.delivered':
    case 'shipment.exception':
      return `booking:${event.shipment.bookingId}`;
    default:
      return `booking:${event.booking.bookingId}`;
  }
}

/** The event of a booking that was confirmed, or whose confirmation was begun. */
export function bookingEventType(
  from: BookingStatus,
  to: BookingStatus,
): Extract<WebhookEventType, `booking.${string}`> {
  if (to === 'cancelled') return 'booking.cancelled';
  if (to === 'new' || (to === 'request_failed' && from !== to)) return 'booking.failed';
  return isWithCarrier(to) && !isWithCarrier(from) ? 'booking.confirmed' : 'booking.updated';
}

/** Undefined while the outcome of the payment is open. */
export function paymentEventType(
  status: PaymentStatus,
): Extract<WebhookEventType, `payment.${string}`> | undefined {
  switch (status) {
    case 'charged':
      return 'payment.succeeded';
    case 'declined':
    case 'void':
    case 'refused':
      return 'payment.failed';
    case 'refunded':
    case 'returned':
      return 'payment.refunded';
    default:
      return undefined;
  }
}
