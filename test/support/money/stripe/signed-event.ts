// A webhook as Stripe sends it: an event, signed over its exact bytes and timestamp.
import { createHmac } from 'node:crypto';

export const webhookSecret = 'whsec_FakeFakeFakeFakeFake';

export type SignedEvent = { body: string; signature: string };

export function signedEvent(
  type: string,
  object: object,
  { nowMs, secret = webhookSecret }: { nowMs: number; secret?: string },
): SignedEvent {
  const body = JSON.stringify(
    {
      id: 'evt_1Fake',
      object: 'event',
      api_version: '2026-10-28.endive',
      created: Math.floor(nowMs / 1000),
      type,
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      data: { object },
    },
    undefined,
    2,
  );
  return { body, signature: signatureOf(body, nowMs, secret) };
}

export function signatureOf(body: string, nowMs: number, secret = webhookSecret): string {
  const seconds = Math.floor(nowMs / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest},v0=0000`;
}
