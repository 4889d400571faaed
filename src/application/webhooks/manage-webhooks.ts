// Members set up where their webhooks go, try them, and look at what was sent. A secret is shown once, when it is made.
import type { MemberId } from '../../domain/members/member.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { dayMs } from '../../domain/time/durations.ts';
import type {
  DeliveryStatus,
  WebhookDelivery,
  WebhookDeliveryId,
} from '../../domain/webhooks/webhook-delivery.ts';
import {
  mostEndpoints,
  secretBytes,
  secretOverlapMs,
  type WebhookDetails,
  type WebhookEndpoint,
  type WebhookEndpointId,
  webhookIssues,
  writtenSecret,
} from '../../domain/webhooks/webhook-endpoint.ts';
import type { App, Store } from '../ports.ts';
import { notedEvent } from './note-events.ts';

const deliveriesPerPage = 50;
const keptMs = 30 * dayMs;
const purgeBatch = 500;

export type WithSecret = { endpoint: WebhookEndpoint; secret: string };

export async function listWebhooks(
  { store }: Pick<App, 'store'>,
  memberId: MemberId,
): Promise<WebhookEndpoint[]> {
  return await store.webhookEndpoints.list(memberId);
}

export async function addWebhook(
  app: App,
  memberId: MemberId,
  details: WebhookDetails,
): Promise<WithSecret> {
  refuseWrong(app, details);
  const secret = makeSecret(app);
  const id = await app.store.transaction(async (store) => {
    // Locks the member, so that simultaneous requests cannot pass the limit together.
    await store.members.lock(memberId);
    if ((await store.webhookEndpoints.list(memberId)).length >= mostEndpoints)
      refuseInvalid([{ path: ['url'], problem: 'too_many_webhooks', most: mostEndpoints }]);
    return await store.webhookEndpoints.add({
      ...details,
      memberId,
      sealed: app.webhooks.sealer.seal(secret),
      createdAtMs: app.clock.nowMs(),
    });
  });
  return { endpoint: await getWebhook(app, memberId, id), secret };
}

export async function changeWebhook(
  app: App,
  memberId: MemberId,
  id: WebhookEndpointId,
  details: WebhookDetails,
): Promise<WebhookEndpoint> {
  await getWebhook(app, memberId, id);
  refuseWrong(app, details);
  await app.store.webhookEndpoints.change(id, details);
  return await getWebhook(app, memberId, id);
}

/** For a day, webhooks are signed with both secrets. */
export async function rotateWebhookSecret(
  app: App,
  memberId: MemberId,
  id: WebhookEndpointId,
): Promise<WithSecret> {
  await getWebhook(app, memberId, id);
  const secret = makeSecret(app);
  const previousUntilMs = app.clock.nowMs() + secretOverlapMs;
  const sealed = app.webhooks.sealer.seal(secret);
  await app.store.webhookEndpoints.rotateSecret(id, { sealed, previousUntilMs });
  return { endpoint: await getWebhook(app, memberId, id), secret };
}

export async function removeWebhook(
  app: App,
  memberId: MemberId,
  id: WebhookEndpointId,
): Promise<void> {
  await getWebhook(app, memberId, id);
  await app.store.webhookEndpoints.remove(id);
}

export async function testWebhook(
  app: App,
  memberId: MemberId,
  id: WebhookEndpointId,
): Promise<WebhookDelivery> {
  await getEnabled(app, memberId, id);
  const event = notedEvent(app, { type: 'webhook.test', endpointId: id });
  return await getDelivery(app, id, await app.store.webhookDeliveries.addTest(id, event));
}

export async function listDeliveries(
  app: App,
  memberId: MemberId,
  id: WebhookEndpointId,
  { status, page }: { status: DeliveryStatus | undefined; page: number },
): Promise<WebhookDelivery[]> {
  await getWebhook(app, memberId, id);
  const limit = deliveriesPerPage;
  const skip = (page - 1) * limit;
  return await app.store.webhookDeliveries.list({ endpointId: id, status, limit, skip });
}

/** Sends the same message again, after everything that waits about the same thing. */
export async function replayDelivery(
  app: App,
  memberId: MemberId,
  id: WebhookEndpointId,
  delivery: WebhookDeliveryId,
): Promise<WebhookDelivery> {
  await getEnabled(app, memberId, id);
  const again = await app.store.webhookDeliveries.replay(delivery, id, app.clock.nowMs());
  if (again === undefined) throw new Refusal({ code: 'webhook_delivery_not_found', id: delivery });
  return await getDelivery(app, id, again);
}

/** Deletes one batch of old deliveries; true if there may be more. */
export async function purgeDeliveries({ store, clock }: App): Promise<boolean> {
  return await store.webhookDeliveries.purge(clock.nowMs() - keptMs, purgeBatch);
}

/** After a change of the secret key. */
export async function resealWebhooks(
  { webhookEndpoints }: Pick<Store, 'webhookEndpoints'>,
  { sealer }: Pick<App['webhooks'], 'sealer'>,
): Promise<void> {
  const anew = (sealed: string): string => {
    const opened = sealer.open(sealed);
    return opened?.isOutdated === true ? sealer.seal(opened.text) : sealed;
  };
  for (const { id, ...before } of await webhookEndpoints.listSecrets()) {
    const after = {
      sealed: anew(before.sealed),
      previousSealed: before.previousSealed && anew(before.previousSealed),
    };
    if (after.sealed !== before.sealed || after.previousSealed !== before.previousSealed)
      await webhookEndpoints.reseal(id, before, after);
  }
}

export async function getWebhook(
  { store }: Pick<App, 'store'>,
  memberId: MemberId,
  id: WebhookEndpointId,
): Promise<WebhookEndpoint> {
  const endpoint = await store.webhookEndpoints.find(id, memberId);
  if (endpoint === undefined) throw new Refusal({ code: 'webhook_not_found', id });
  return endpoint;
}

async function getEnabled(app: App, memberId: MemberId, id: WebhookEndpointId): Promise<void> {
  const { isEnabled } = await getWebhook(app, memberId, id);
  if (!isEnabled) throw new Refusal({ code: 'webhook_off', id });
}

async function getDelivery(
  app: App,
  endpoint: WebhookEndpointId,
  id: WebhookDeliveryId,
): Promise<WebhookDelivery> {
  const delivery = await app.store.webhookDeliveries.find(id, endpoint);
  if (delivery === undefined) throw new Refusal({ code: 'webhook_delivery_not_found', id });
  return delivery;
}

function refuseWrong({ webhooks }: App, details: WebhookDetails): void {
  refuseInvalid(webhookIssues(details, webhooks.addressFault(details.url)));
}

function makeSecret({ secrets }: App): string {
  const bytes = Buffer.from(secrets.randomText(secretBytes), 'base64url');
  return writtenSecret(bytes.toString('base64'));
}
