// A forgotten password: a link by e-mail, where a mail server is configured. Whether there is such a member is never said:
// the answer and its time are the same, and the mail goes out after it. One that gets lost is simply asked for again.
import { html } from '../../domain/markup.ts';
import { hourMs } from '../../domain/time/durations.ts';
import { allowAtMost } from '../allow-at-most.ts';
import type { App, Message } from '../ports.ts';
import { makeReset, resetLastsMs, resetLink } from './change-password.ts';

const windowMs = hourMs;
const asksOfAddress = 10;
/** Nobody's mailbox is filled by somebody who knows their address. */
const mailsToMember = 3;

export function canMailResets({ mailing }: App): boolean {
  return mailing !== undefined;
}

export async function mailReset(app: App, email: string, address: string): Promise<void> {
  const what = 'password_reset';
  await allowAtMost(app, { what, who: address, times: asksOfAddress, windowMs });
  sendReset(app, email).catch((error: unknown) => {
    app.log.error({ err: error }, 'a reset link could not be sent');
  });
}

async function sendReset(app: App, email: string): Promise<void> {
  const { mailing } = app;
  const found = await app.store.members.findByEmail(email);
  if (mailing === undefined || found === undefined || !found.member.isOpen) return;
  const { id, email: known, firstName } = found.member;
  const nowMs = app.clock.nowMs();
  const { count } = await app.counters.count(`password_reset_mail:${id}`, windowMs, nowMs);
  if (count > mailsToMember) return;
  const { token } = await makeReset(app, String(id), resetLastsMs.mailed);
  const message = resetMessage(resetLink(mailing.publicUrl, token), firstName, known);
  const messageId = `<reset-${id}-${nowMs}@${new URL(mailing.publicUrl).hostname}>`;
  const outcome = await mailing.mailer.send({ ...message, messageId });
  if (outcome.kind !== 'accepted') {
    app.log.warn({ member: id, detail: outcome.detail }, 'a reset link was not taken');
  }
}

function resetMessage(link: string, firstName: string, email: string): Omit<Message, 'messageId'> {
  const greeting = firstName === '' ? 'Hello,' : `Hello ${firstName},`;
  const sentence = 'With this link you set a new password. It works once, within an hour:';
  const otherwise = 'If you did not ask for it, leave it be: your password stays as it is.';
  return {
    to: { name: firstName, address: email },
    replyTo: undefined,
    subject: 'Set a new password for Linehaul',
    text: [greeting, '', sentence, '', link, '', otherwise, ''].join('\n'),
    html: html`<p>${greeting}</p><p>${sentence}</p><p><a href="${link}">${link}</a></p><p>${otherwise}</p>`
      .text,
  };
}
