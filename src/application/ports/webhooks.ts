// Members' webhooks: endpoints, the outbox of events, and the sender.
import type { MemberId } from '../../domain/members/member.ts';
import type { AddressFault } from '../../domain/webhooks/address-fault.ts';
import type {
  DeliveryAttempt,
  DeliveryStatus,
  WebhookDelivery,
  WebhookDeliveryId,
} from '../../domain/webhooks/webhook-delivery.ts';
import type {
  WebhookDetails,
  WebhookEndpoint,
  WebhookEndpointId,
} from '../../domain/webhooks/webhook-endpoint.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import type { Sealer } from './connections.ts';

/** Secrets, sealed. `previous` is absent before the first rotation. */
type SealedSecrets = { sealed: string; previousSealed: string | undefined };

export type WebhookEndpoints = {
  add(
    endpoint: WebhookDetails & { memberId: MemberId; sealed: string; createdAtMs: number },
  ): Promise<WebhookEndpointId>;
  find(id: WebhookEndpointId, memberId: MemberId): Promise<WebhookEndpoint | undefined>;
  list(memberId: MemberId): Promise<WebhookEndpoint[]>;
  /**
   * An endpoint that is switched on, or has a new address, starts without failures, and its waiting deliveries are tried
   * at once.
   */
  change(id: WebhookEndpointId, details: WebhookDetails): Promise<void>;
  /** The current secret becomes the previous one. */
  rotateSecret(
    id: WebhookEndpointId,
    secret: { sealed: string; previousUntilMs: number },
  ): Promise<void>;
  /** Deletes its deliveries too. */
  remove(id: WebhookEndpointId): Promise<void>;
  /** The secrets of all members, for a change of the secret key. */
  listSecrets(): Promise<(SealedSecrets & { id: WebhookEndpointId })[]>;
  /** Does nothing if the secrets have changed since they were read. */
  reseal(id: WebhookEndpointId, before: SealedSecrets, after: SealedSecrets): Promise<void>;
  /** Claims notices about endpoints that were switched off, until `untilMs`. */
  takeUpNotices(request: { nowMs: number; untilMs: number; limit: number }): Promise<OffNotice[]>;
  /** Undefined: it was sent, or given up. */
  scheduleNotice(id: WebhookEndpointId, dueAtMs: number | undefined): Promise<void>;
};

/** An e-mail to the member whose endpoint was switched off. */
export type OffNotice = {
  endpoint: WebhookEndpoint;
  attempts: number;
  wantedAtMs: number;
};

/** A delivery that this process took, with what is needed to send it. */
type TakenDelivery = Pick<WebhookDelivery, 'id' | 'messageId' | 'attempts' | 'type' | 'body'>;

export type TakenEndpoint = SealedSecrets & {
  id: WebhookEndpointId;
  url: string;
  previousUntilMs: number | undefined;
  failures: number;
  /** Identifies who took it last. */
  heldUntilMs: number;
  deliveries: readonly TakenDelivery[];
};

/** `dueAtMs`: when it is tried again; undefined to give up. */
export type EndedAttempt = {
  delivery: Pick<WebhookDelivery, 'id' | 'attempts'>;
  attempt: DeliveryAttempt;
  dueAtMs: number | undefined;
};

export type WebhookDeliveries = {
  /** Whether the member has an endpoint that is switched on. Costs no query for a member without one. */
  hasListener(memberId: MemberId): Promise<boolean>;
  /**
   * Notes events for every endpoint that listens to them. Call it in the transaction of the change, after the change, so
   * that the events of one booking are noted in their order.
   */
  note(memberId: MemberId, events: readonly NotedEvent[]): Promise<void>;
  /** A test event for this endpoint, which is tried at once. Tests wait for no other event. */
  addTest(endpoint: WebhookEndpointId, event: NotedEvent): Promise<WebhookDeliveryId>;
  find(id: WebhookDeliveryId, endpoint: WebhookEndpointId): Promise<WebhookDelivery | undefined>;
  /** Newest first. */
  list(page: {
    endpointId: WebhookEndpointId;
    status: DeliveryStatus | undefined;
    limit: number;
    skip: number;
  }): Promise<WebhookDelivery[]>;
  /** Sends the same message again; undefined if there is no such delivery. */
  replay(
    id: WebhookDeliveryId,
    endpoint: WebhookEndpointId,
    nowMs: number,
  ): Promise<WebhookDeliveryId | undefined>;
  /** Endpoints with due deliveries: those that work first, then the longest waiting. */
  listDue(
    nowMs: number,
    limit: number,
  ): Promise<{ id: WebhookEndpointId; memberId: MemberId; isFailing: boolean }[]>;
  /**
   * Takes the endpoint and the first due delivery of each subject; undefined if there is none, or another process has the
   * endpoint. Of a failing endpoint, it takes one.
   */
  take(
    id: WebhookEndpointId,
    times: { nowMs: number; untilMs: number; limit: number },
  ): Promise<TakenEndpoint | undefined>;
  /**
   * Records the attempts and releases the endpoint. Without any success the endpoint pauses. True if it was switched off
   * now, because nothing has arrived since `failedBeforeMs` in at least `leastFailures` tries.
   */
  endAttempts(
    endpoint: Pick<TakenEndpoint, 'id' | 'heldUntilMs'>,
    ended: readonly EndedAttempt[],
    rules: {
      nowMs: number;
      failedBeforeMs: number;
      leastFailures: number;
      pauseAfterMs(failures: number): number;
    },
  ): Promise<boolean>;
  /** Releases an endpoint, and does not count the attempts that were not made. */
  release(
    endpoint: Pick<TakenEndpoint, 'id' | 'heldUntilMs'>,
    untried: readonly Pick<WebhookDelivery, 'id' | 'attempts'>[],
    nowMs: number,
  ): Promise<void>;
  /** Deletes one batch of deliveries that were noted before; true if there may be more. */
  purge(beforeMs: number, limit: number): Promise<boolean>;
};

export type NotedEvent = { messageId: string; event: WebhookEvent; nowMs: number };

export type WebhookRequest = {
  url: string;
  messageId: string;
  body: string;
  /** Signed with each of them. */
  secrets: readonly string[];
  nowMs: number;
};

/** How webhooks are sent, and how their secrets are kept. */
export type WebhookSending = {
  sealer: Sealer;
  /** What is wrong with an address, as far as it can be known without asking for its name. */
  addressFault(url: string): AddressFault | undefined;
  send(request: WebhookRequest, stop?: AbortSignal): Promise<DeliveryAttempt>;
  close(): Promise<void>;
};
