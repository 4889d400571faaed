// /webhooks…: a member's webhook endpoints and their deliveries.
// Tests: contract/member-webhooks.
import { Type } from 'typebox';
import {
  addWebhook,
  changeWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '../../application/webhooks/manage-webhooks.ts';
import {
  deliveryStatuses,
  type WebhookDeliveryId,
  webhookDeliveryId,
} from '../../domain/webhooks/webhook-delivery.ts';
import {
  type WebhookEndpointId,
  webhookEndpointId,
} from '../../domain/webhooks/webhook-endpoint.ts';
import { endpoint, noBody, signedIn } from '../server/endpoint.ts';
import { PageParam } from '../server/list-query.ts';
import { IdParam } from '../server/whole-number.ts';
import {
  DeliveryReply,
  parseWebhook,
  presentDelivery,
  presentWebhook,
  presentWithSecret,
  WebhookBody,
  WebhookReply,
  WebhookWithSecretReply,
} from './webhook.ts';

const params = Type.Object({ id: IdParam.schema });
const webhookOf = ({ id }: { id: string }): WebhookEndpointId =>
  webhookEndpointId(IdParam.read(id));

const deliveryParams = Type.Object({ id: IdParam.schema, delivery: IdParam.schema });
const deliveryOf = ({ delivery }: { delivery: string }): WebhookDeliveryId =>
  webhookDeliveryId(IdParam.read(delivery));

const refusals = { 404: 'No such webhook endpoint of yours' };
const offRefusals = {
  404: 'No such webhook endpoint or delivery of yours',
  409: { when: 'The endpoint is switched off', example: 'webhook_off' },
} as const;

export const list = endpoint(
  {
    summary: 'Your webhook endpoints',
    description: 'Oldest first, without their secrets.',
    reply: Type.Array(WebhookReply),
  },
  async (app, { caller }) => {
    const nowMs = app.clock.nowMs();
    const found = await listWebhooks(app, signedIn(caller).member.id);
    return found.map((one) => presentWebhook(one, nowMs));
  },
);

export const add = endpoint(
  {
    summary: 'Add a webhook endpoint',
    description:
      'Events are sent to it as POST requests, signed after the Standard Webhooks specification. The secret is shown in this answer only.',
    body: WebhookBody,
    stores: true,
    reply: WebhookWithSecretReply,
  },
  async (app, { caller, body }) =>
    presentWithSecret(
      await addWebhook(app, signedIn(caller).member.id, parseWebhook(body)),
      app.clock.nowMs(),
    ),
);

export const read = endpoint(
  {
    summary: 'A webhook endpoint',
    description: 'With its state: whether deliveries arrive, and how many wait.',
    params,
    refusals,
    reply: WebhookReply,
  },
  async (app, { caller, params: path }) =>
    presentWebhook(
      await getWebhook(app, signedIn(caller).member.id, webhookOf(path)),
      app.clock.nowMs(),
    ),
);

export const change = endpoint(
  {
    summary: 'Change a webhook endpoint',
    description:
      'Replaces every field. Switching an endpoint on again sends the deliveries that wait.',
    params,
    body: WebhookBody,
    refusals,
    reply: WebhookReply,
  },
  async (app, { caller, params: path, body }) => {
    const { id } = signedIn(caller).member;
    const changed = await changeWebhook(app, id, webhookOf(path), parseWebhook(body));
    return presentWebhook(changed, app.clock.nowMs());
  },
);

export const remove = endpoint(
  {
    summary: 'Delete a webhook endpoint',
    description: 'Deletes its deliveries too.',
    params,
    refusals,
    reply: noBody,
  },
  (app, { caller, params: path }) =>
    removeWebhook(app, signedIn(caller).member.id, webhookOf(path)),
);

export const rotate = endpoint(
  {
    summary: 'Rotate the secret of a webhook endpoint',
    description: 'For 24 hours, webhooks are signed with both secrets.',
    params,
    needsNoBody: true,
    refusals,
    reply: WebhookWithSecretReply,
  },
  async (app, { caller, params: path }) =>
    presentWithSecret(
      await rotateWebhookSecret(app, signedIn(caller).member.id, webhookOf(path)),
      app.clock.nowMs(),
    ),
);

export const test = endpoint(
  {
    summary: 'Send a test event',
    description:
      'Of the type webhook.test. Every endpoint receives it, within seconds. It is sent once.',
    params,
    needsNoBody: true,
    stores: true,
    refusals: offRefusals,
    reply: DeliveryReply,
  },
  async (app, { caller, params: path }) =>
    presentDelivery(await testWebhook(app, signedIn(caller).member.id, webhookOf(path))),
);

export const deliveries = endpoint(
  {
    summary: 'Deliveries to a webhook endpoint',
    description: 'Newest first, 50 a page, for 30 days.',
    params,
    query: Type.Object({
      status: Type.Optional(Type.Enum([...deliveryStatuses, ''])),
      page: Type.Optional(PageParam.blankOrSchema),
    }),
    refusals,
    reply: Type.Array(DeliveryReply),
  },
  async (app, { caller, params: path, query }) => {
    const status = query.status || undefined;
    const page = PageParam.read(query.page || '1');
    const { id } = signedIn(caller).member;
    const found = await listDeliveries(app, id, webhookOf(path), { status, page });
    return found.map((one) => presentDelivery(one));
  },
);

export const replay = endpoint(
  {
    summary: 'Send a delivery again',
    description: 'As a new delivery with the same message id and body.',
    params: deliveryParams,
    needsNoBody: true,
    stores: true,
    refusals: offRefusals,
    reply: DeliveryReply,
  },
  async (app, { caller, params: path }) => {
    const { id } = signedIn(caller).member;
    return presentDelivery(await replayDelivery(app, id, webhookOf(path), deliveryOf(path)));
  },
);
