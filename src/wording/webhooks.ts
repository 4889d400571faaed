// Webhooks: the body of an event as the interface spells it, why a delivery failed, and what is wrong with an endpoint.
import { statusTitle } from '../domain/bookings/booking-status.ts';
import { dollars } from '../domain/money.ts';
import { isException, stageCode } from '../domain/tracking/stage.ts';
import type { AddressFault } from '../domain/webhooks/address-fault.ts';
import type { DeliveryAttempt, DeliveryFault } from '../domain/webhooks/webhook-delivery.ts';
import type { WebhookEvent } from '../domain/webhooks/webhook-event.ts';
import type { ProblemSentences } from './problem-sentences.ts';

/** The same bytes are signed and sent with every attempt. */
export function writeWebhookBody(event: WebhookEvent, nowMs: number): string {
  return JSON.stringify({ type: event.type, timestamp: instantText(nowMs), data: dataOf(event) });
}

const instantText = (ms: number): string => new Date(ms).toISOString();

function dataOf(event: WebhookEvent): object {
  if ('booking' in event) {
    const { booking } = event;
    return {
      booking_id: booking.bookingId,
      status: statusTitle(booking.status),
      connote: booking.connote ?? null,
      courier: booking.carrier ?? null,
      cost: booking.costCents === undefined ? null : dollars(booking.costCents),
      additional_charges: dollars(booking.additionalCents),
      pickup_date: booking.pickupDate ?? null,
      customer_reference: booking.customerReference,
      order:
        booking.order === undefined
          ? null
          : { order_id: booking.order.id, order_number: booking.order.number },
      demo: booking.isDemo,
    };
  }
  if ('shipment' in event) {
    const { shipment } = event;
    return {
      booking_id: shipment.bookingId,
      connote: shipment.connote,
      courier: shipment.carrier,
      stage: isException(shipment.stage) ? 'exception' : shipment.stage,
      delivery_status: stageCode(shipment.stage) ?? null,
      occurred_at: shipment.occurredAtMs === undefined ? null : instantText(shipment.occurredAtMs),
    };
  }
  if ('order' in event) {
    const { order } = event;
    return {
      id: order.orderId,
      order_id: order.number,
      imported_from: order.importedFrom,
      status: order.status,
      booking_id: order.bookingId ?? null,
    };
  }
  if ('payment' in event) {
    const { payment } = event;
    return {
      payment_id: payment.paymentId,
      booking_id: payment.bookingId ?? null,
      kind: payment.kind,
      method: payment.method,
      amount: dollars(payment.amountCents),
      status: payment.status,
    };
  }
  return { endpoint_id: event.endpointId, message: 'This is a test. Nothing has happened.' };
}

const faultSentences: Readonly<Record<AddressFault, string>> = {
  not_an_address:
    'This is not an address. Write it in full, such as https://shop.example/linehaul.',
  not_https: 'The address must begin with https://.',
  with_credentials:
    'The address must not contain a user name or password. Verify the signature instead.',
  not_public: 'The address is not on the internet, so we cannot send webhooks there.',
};

export const webhooksProblems = {
  webhook_address: ({ fault }) => faultSentences[fault],
  too_many_webhooks: ({ most }) =>
    `You already have ${most} webhook endpoints, which is the limit. Delete one that is not in use.`,
} satisfies Partial<ProblemSentences>;

const sentences: Readonly<Record<DeliveryFault, (attempt: DeliveryAttempt) => string>> = {
  rejected: ({ answerStatus }) => `The endpoint answered ${answerStatus}.`,
  redirected: ({ answerStatus }) =>
    `The endpoint answered ${answerStatus}, a redirect. Webhooks follow none: enter the final address.`,
  timeout: () => 'The endpoint did not answer within 15 seconds.',
  unreachable: ({ detail }) => `The endpoint cannot be reached (${detail}).`,
  not_allowed: () => 'The host name leads to an address that is not on the internet.',
  secret_lost: () =>
    'The signing secret cannot be read because this server has another SECRET_KEY. Rotate the secret.',
};

/** Why the last attempt failed; undefined if it did not. */
export function deliverySentence(attempt: DeliveryAttempt | undefined): string | undefined {
  return attempt?.fault === undefined ? undefined : sentences[attempt.fault](attempt);
}
