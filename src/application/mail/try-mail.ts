// One attempt to send a stored e-mail, and what is written down about it.
import { nextAttemptAtMs } from '../../domain/tracking/notification.ts';
import type { App, MailEnd, Mailing, Message } from '../ports.ts';

export type StoredMail = {
  readonly attempts: number;
  readonly wantedAtMs: number;
  end(how: MailEnd, detail: string): Promise<void>;
  retry(dueAtMs: number, detail: string): Promise<void>;
};

/** Returns the problem when the mail server is unreachable. */
export async function tryMail(
  app: App,
  { mailer }: Mailing,
  mail: StoredMail,
  message: Message,
): Promise<string | undefined> {
  const outcome = await mailer.send(message);
  if (outcome.kind === 'accepted') {
    await endMail(app, mail, 'sent', '');
    return undefined;
  }
  const { kind, detail } = outcome;
  const { messageId } = message;
  if (kind === 'refused') app.log.warn({ messageId, detail }, 'the mail server rejected an e-mail');
  const dueAtMs =
    kind === 'refused'
      ? undefined
      : nextAttemptAtMs(mail.attempts, mail.wantedAtMs, app.clock.nowMs());
  if (dueAtMs === undefined) await endMail(app, mail, 'failed', detail);
  else {
    await mail.retry(dueAtMs, detail);
    app.meter.mailTried('deferred');
  }
  return kind === 'unreachable' ? detail : undefined;
}

export async function endMail(
  app: App,
  mail: StoredMail,
  how: MailEnd,
  detail: string,
): Promise<void> {
  await mail.end(how, detail);
  app.meter.mailTried(how);
}

/** Mail systems recognise a copy by it. */
export function messageIdOf({ publicUrl }: Mailing, name: string): string {
  return `<${name}@${new URL(publicUrl).hostname}>`;
}
