// A member's webhook endpoints and deliveries on the wire. Only the answers that make a secret contain it.
import { type Static, Type } from 'typebox';
import type { WithSecret } from '../../application/webhooks/manage-webhooks.ts';
import { deliveryStatuses, type WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import {
  longestWebhookDescription,
  longestWebhookUrl,
  type WebhookDetails,
  type WebhookEndpoint,
} from '../../domain/webhooks/webhook-endpoint.ts';
import { webhookEventTypes } from '../../domain/webhooks/webhook-event.ts';
import { deliverySentence } from '../../wording/webhooks.ts';
import { instant, orNull, sentText, wordOf } from '../server/values.ts';

const deliveredTypes = [...webhookEventTypes, 'webhook.test'] as const;

const events = Type.Array(wordOf(webhookEventTypes), {
  maxItems: webhookEventTypes.length,
  description: 'The types to receive; empty: all, also those of later versions',
});

export const WebhookBody = Type.Object(
  {
    url: Type.String({
      maxLength: longestWebhookUrl,
      description: 'Begins with https:// and leads to an address on the internet',
    }),
    description: Type.Optional(sentText(longestWebhookDescription)),
    events: Type.Optional(events),
    enabled: Type.Optional(Type.Boolean({ default: true })),
  },
  { $id: 'WebhookInput' },
);

export const WebhookReply = Type.Object(
  {
    id: Type.Integer(),
    url: Type.String(),
    description: Type.String(),
    events,
    enabled: Type.Boolean(),
    switched_off: orNull(
      instant('When it was switched off because nothing had arrived for three days'),
    ),
    failing_since: orNull(instant('null: the last delivery arrived, or there was none')),
    previous_secret_until: orNull(instant('Until when the previous secret signs too')),
    waiting: Type.Integer({ description: 'Deliveries that have not arrived yet' }),
    created: instant(),
  },
  { $id: 'Webhook' },
);

export const WebhookWithSecretReply = Type.Object(
  {
    ...WebhookReply.properties,
    secret: Type.String({ description: 'Signs what is sent. Shown this once.' }),
  },
  { $id: 'WebhookWithSecret' },
);

export const DeliveryReply = Type.Object(
  {
    id: Type.Integer(),
    message_id: Type.String({ description: 'webhook-id: the same for every attempt and replay' }),
    type: wordOf(deliveredTypes),
    status: wordOf(deliveryStatuses),
    problem: orNull(Type.String({ description: 'Why the last attempt failed' })),
    attempts: Type.Integer(),
    created: instant(),
    attempted: orNull(instant('The last attempt')),
    next_attempt: orNull(instant('null: it has arrived, or was given up')),
    answer_status: orNull(Type.Integer({ description: 'The HTTP status of your answer' })),
    answer_body: Type.String({ description: 'The first 4 KB of your answer' }),
    took_ms: orNull(Type.Integer()),
    body: Type.String({ description: 'The JSON text that was signed and sent' }),
  },
  { $id: 'WebhookDelivery' },
);

export function parseWebhook(body: Static<typeof WebhookBody>): WebhookDetails {
  const { url, description = '', events: chosen = [], enabled = true } = body;
  return {
    url: url.trim(),
    description: description.trim(),
    events: [...new Set(chosen)],
    isEnabled: enabled,
  };
}

const instantText = (ms: number): string => new Date(ms).toISOString();
const orBlank = (ms: number | undefined): string | null =>
  ms === undefined ? null : instantText(ms);

export function presentWebhook(
  endpoint: WebhookEndpoint,
  nowMs: number,
): Static<typeof WebhookReply> {
  const { previousUntilMs = 0 } = endpoint;
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    events: [...endpoint.events],
    enabled: endpoint.isEnabled,
    switched_off: orBlank(endpoint.switchedOffAtMs),
    failing_since: orBlank(endpoint.failingSinceMs),
    previous_secret_until: previousUntilMs > nowMs ? instantText(previousUntilMs) : null,
    waiting: endpoint.waiting,
    created: instantText(endpoint.createdAtMs),
  };
}

export function presentWithSecret(
  { endpoint, secret }: WithSecret,
  nowMs: number,
): Static<typeof WebhookWithSecretReply> {
  return { ...presentWebhook(endpoint, nowMs), secret };
}

export function presentDelivery(delivery: WebhookDelivery): Static<typeof DeliveryReply> {
  const { status, last, createdAtMs, dueAtMs } = delivery;
  return {
    id: delivery.id,
    message_id: delivery.messageId,
    type: delivery.type,
    status,
    problem: deliverySentence(last) ?? null,
    attempts: delivery.attempts,
    created: instantText(createdAtMs),
    attempted: orBlank(delivery.attemptedAtMs),
    // A test comes before everything else.
    next_attempt: status === 'waiting' ? instantText(Math.max(dueAtMs, createdAtMs)) : null,
    answer_status: last?.answerStatus ?? null,
    answer_body: last?.answerBody ?? '',
    took_ms: last?.tookMs ?? null,
    body: delivery.body,
  };
}
