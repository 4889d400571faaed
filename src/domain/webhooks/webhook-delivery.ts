// One event on its way to one endpoint. It is marked as delivered after the endpoint has accepted it: if the process dies
// in between, the event is sent again with the same message id.
import { dayMs, hourMs, minuteMs, secondMs } from '../time/durations.ts';
import type { WebhookEndpointId } from './webhook-endpoint.ts';
import type { WebhookEvent } from './webhook-event.ts';

export type WebhookDeliveryId = number & { readonly brand: 'WebhookDeliveryId' };

export const webhookDeliveryId = (id: number): WebhookDeliveryId => id as WebhookDeliveryId;

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** `not_allowed`: the address is not on the internet. `rejected`: any answer except 2xx. */
export const deliveryFaults = [
  'rejected',
  'redirected',
  'timeout',
  'unreachable',
  'not_allowed',
  'secret_lost',
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

/** What became of one attempt. `fault`: undefined if the endpoint accepted the event. */
export type DeliveryAttempt = {
  fault: DeliveryFault | undefined;
  /** The words of the network. */
  detail: string;
  answerStatus: number | undefined;
  /** The beginning of the answer. */
  answerBody: string;
  tookMs: number;
};

export type WebhookDelivery = {
  id: WebhookDeliveryId;
  endpointId: WebhookEndpointId;
  /** The same for every attempt and replay of an event. */
  messageId: string;
  type: WebhookEvent['type'];
  status: DeliveryStatus;
  attempts: number;
  createdAtMs: number;
  /** When it is tried next, while it waits. */
  dueAtMs: number;
  attemptedAtMs: number | undefined;
  last: DeliveryAttempt | undefined;
  body: string;
};

/** An event is retried for three days. */
const pausesMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** The pause after so many failed attempts; undefined to give up. */
export const retryPauseMs = (attempts: number): number | undefined => pausesMs[attempts - 1];

/** The longest pause that is ever written. */
export const longestDeliveryPauseMs = 24 * hourMs;

/** An endpoint that fails as a whole is asked less often, so that it takes no connections from others. */
export const endpointPauseMs = (failures: number): number =>
  Math.min(5 * minuteMs, 5 * secondMs * 2 ** Math.min(failures - 1, 10));

/** An endpoint where every delivery has failed for so long is switched off. */
export const failingPatienceMs = 3 * dayMs;
/** Fewer tries in that time say little: the server may have been off. */
export const leastFailuresToSwitchOff = 8;

/** A process has an endpoint to itself for this long: longer than one attempt may take. */
export const endpointHeldMs = minuteMs;

/** A receiver that takes longer should store the event and work later. */
export const attemptPatienceMs = 15 * secondMs;

export const mostAnswerBytes = 4 * 1024;
