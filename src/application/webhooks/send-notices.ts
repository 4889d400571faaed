// E-mails members whose endpoint was switched off, at the operator's rate. Like any e-mail, one is claimed, sent and marked as
// sent; after a crash in between it is sent again with the same Message-ID.
import { minuteMs } from '../../domain/time/durations.ts';
import { endMail, messageIdOf, type StoredMail, tryMail } from '../mail/try-mail.ts';
import type { App, Mailing, Message, OffNotice } from '../ports.ts';

const holdMs = 10 * minuteMs;

/** Sends one due notice, if the rate allows; true if there may be more. */
export async function sendWebhookNotices(app: App, mailing: Mailing): Promise<boolean> {
  const nowMs = app.clock.nowMs();
  if (mailing.pace.placesAt(nowMs) < 1) return false;
  const { webhookEndpoints } = app.store;
  const request = { nowMs, untilMs: nowMs + holdMs, limit: 1 };
  const [notice] = await webhookEndpoints.takeUpNotices(request);
  if (notice === undefined) return false;
  const { id } = notice.endpoint;
  const stored: StoredMail = {
    ...notice,
    end: () => webhookEndpoints.scheduleNotice(id, undefined),
    retry: (dueAtMs) => webhookEndpoints.scheduleNotice(id, dueAtMs),
  };
  const message = await messageOf(app, mailing, notice);
  if (message === undefined) {
    await endMail(app, stored, 'withheld', 'no_address');
    return true;
  }
  mailing.pace.usePlace();
  return (await tryMail(app, mailing, stored, message)) === undefined;
}

/** Undefined if the member is gone. */
async function messageOf(
  app: App,
  mailing: Mailing,
  { endpoint, wantedAtMs }: OffNotice,
): Promise<Message | undefined> {
  const member = await app.store.members.find(endpoint.memberId);
  if (member === undefined || member.email === '') return undefined;
  return {
    messageId: messageIdOf(mailing, `webhook-${endpoint.id}-${wantedAtMs}`),
    to: { name: member.companyName, address: member.email },
    replyTo: undefined,
    ...mailing.write({
      mail: 'webhook_off',
      operator: app.operator.seller.name,
      endpoint: endpoint.url,
      url: `${mailing.publicUrl}/webhooks`,
    }),
  };
}
