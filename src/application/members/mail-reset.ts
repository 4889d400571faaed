// Sends a reset link by e-mail for a forgotten password, if a mail server is configured. The response and its timing
// do not reveal whether the member exists, because the mail is sent afterwards. A member who does not receive it asks
// again.
import { hourMs } from '../../domain/time/durations.ts';
import { allowAtMost } from '../allow-at-most.ts';
import type { App } from '../ports.ts';
import { makeReset, resetLastsMs, resetLink } from './change-password.ts';

const windowMs = hourMs;
const asksOfAddress = 10;
/** Keeps strangers from flooding a user's mailbox. */
const mailsToUser = 3;

/** Returns whether a mail server is configured; without one no link is sent. */
export async function mailReset(app: App, email: string, address: string): Promise<boolean> {
  const { mailing } = app;
  if (mailing === undefined) return false;
  const what = 'password_reset';
  await allowAtMost(app, { what, who: address, times: asksOfAddress, windowMs });
  sendReset(app, mailing, email).catch((error: unknown) => {
    app.log.error({ err: error }, 'a reset link could not be sent');
  });
  return true;
}

async function sendReset(
  app: App,
  mailing: NonNullable<App['mailing']>,
  email: string,
): Promise<void> {
  const found = await app.store.users.findByEmail(email);
  if (found?.member.isOpen !== true) return;
  const { id, email: known } = found.user;
  const nowMs = app.clock.nowMs();
  const { count } = await app.counters.count(`password_reset_mail:${id}`, windowMs, nowMs);
  if (count > mailsToUser) return;
  const { token } = await makeReset(app, known, resetLastsMs.mailed, 'mailed');
  const { name } = app.operator.seller;
  const outcome = await mailing.mailer.send({
    // Without the person's name: a stranger may have signed up with this address and chosen the name.
    ...mailing.write({
      mail: 'set_password',
      operator: name,
      url: resetLink(mailing.publicUrl, token),
    }),
    to: { name: '', address: known },
    replyTo: undefined,
    messageId: `<reset-${id}-${nowMs}@${new URL(mailing.publicUrl).hostname}>`,
  });
  if (outcome.kind !== 'accepted') {
    app.log.warn({ user: id, detail: outcome.detail }, 'a reset link was not taken');
  }
}
