// A forgotten password: a link by e-mail, where a mail server is configured. Whether there is such a member is never said:
// the answer and its time are the same, and the mail goes out after it. One that gets lost is simply asked for again.
import { hourMs } from '../../domain/time/durations.ts';
import { allowAtMost } from '../allow-at-most.ts';
import { type Letter, writeLetter } from '../mail/letter.ts';
import type { App } from '../ports.ts';
import { makeReset, resetLastsMs, resetLink } from './change-password.ts';

const windowMs = hourMs;
const asksOfAddress = 10;
/** Nobody's mailbox is filled by somebody who knows their address. */
const mailsToMember = 3;

/** Whether there is a mail server: without one nothing is sent to anybody. */
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
  const found = await app.store.members.findByEmail(email);
  if (found?.member.isOpen !== true) return;
  const { id, email: known } = found.member;
  const nowMs = app.clock.nowMs();
  const { count } = await app.counters.count(`password_reset_mail:${id}`, windowMs, nowMs);
  if (count > mailsToMember) return;
  const { token } = await makeReset(app, String(id), resetLastsMs.mailed, 'mailed');
  const { name } = app.operator.seller;
  const outcome = await mailing.mailer.send({
    ...resetLetter(name, resetLink(mailing.publicUrl, token)),
    to: { name: '', address: known },
    replyTo: undefined,
    messageId: `<reset-${id}-${nowMs}@${new URL(mailing.publicUrl).hostname}>`,
  });
  if (outcome.kind !== 'accepted') {
    app.log.warn({ member: id, detail: outcome.detail }, 'a reset link was not taken');
  }
}

/** Without the member's name: whoever signed up with somebody else's address has chosen it. */
function resetLetter(operator: string, link: string): Letter {
  return writeLetter({
    subject: `Set a new password for ${operator}`,
    operator,
    headline: 'Set a new password',
    toName: '',
    sentence: 'With this link you set a new password. It works once, within an hour.',
    facts: [],
    link: { name: 'Set a new password', lead: 'Set it here', url: link },
    closing: 'If you did not ask for it, leave it be: your password stays as it is.',
  });
}
