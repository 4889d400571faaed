// A member's webhook endpoints, and what was sent to them.
import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { queryString, read, useChange } from './queries.ts';
import type { Webhook, WebhookDelivery, WebhookInput, WebhookWithSecret } from './wire.ts';

/** A delivery takes seconds, so people watch it. */
const watchMs = 3_000;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: read<Webhook[]>('/webhooks'),
  refetchInterval: watchMs,
});

export type DeliveriesShown = { status?: WebhookDelivery['status'] | undefined; page: number };

export function webhookDeliveriesQuery(id: number, shown: DeliveriesShown) {
  return queryOptions({
    queryKey: ['webhook-deliveries', id, shown],
    queryFn: read<WebhookDelivery[]>(`/webhooks/${id}/deliveries?${queryString(shown)}`),
    refetchInterval: watchMs,
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
  });
}

const names = ['webhooks', 'webhook-deliveries'];

export const useAddWebhook = () =>
  useChange(names, (body: WebhookInput) => ask<WebhookWithSecret>('POST', '/webhooks', { body }));

export const useChangeWebhook = (id: number) =>
  useChange(names, (body: WebhookInput) => ask<Webhook>('PUT', `/webhooks/${id}`, { body }));

/** Its deliveries cannot be read again. */
export const useDeleteWebhook = (id: number) =>
  useChange(['webhooks'], () => ask<undefined>('DELETE', `/webhooks/${id}`));

export const useRotateSecret = (id: number) =>
  useChange(names, () => ask<WebhookWithSecret>('POST', `/webhooks/${id}/rotate`));

export const useTestWebhook = (id: number) =>
  useChange(names, () => ask<WebhookDelivery>('POST', `/webhooks/${id}/test`));

export const useReplay = (id: number) =>
  useChange(names, (delivery: number) =>
    ask<WebhookDelivery>('POST', `/webhooks/${id}/deliveries/${delivery}/replay`),
  );
