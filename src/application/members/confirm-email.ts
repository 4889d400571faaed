// If a mail server is configured, an e-mail address is only accepted once its owner has opened a link sent to it.
// Until then a new sign-up has no account, and a member who changes address keeps the old one. Whether an address
// already has an account is revealed only by e-mail to that address: the response and its timing are the same. The
// e-mails contain nothing that the sender typed.
import { emailKey } from '../../domain/members/member.ts';
import { Refusal } from '../../domain/refusal.ts';
import { hourMs } from '../../domain/time/durations.ts';
import type { UserId } from '../../domain/users/user.ts';
import type { App, Mailing, PendingEmail } from '../ports.ts';
import { resetTimes } from './change-password.ts';
import { getMember } from './find-member.ts';

/** 256 bits. */
const tokenBytes = 32;
/** As long as for a reset link that an operator passes on. */
const lastsMs = 24 * hourMs;
/** Keeps a stranger from filling a mailbox. */
const mailsToAddress = 3;

/** Returns at once. If the mail is lost, the person signs up or saves the address again. */
export function mailConfirmation(app: App, mailing: Mailing, pending: PendingEmail): void {
  sendConfirmation(app, mailing, pending).catch((error: unknown) => {
    app.log.error({ err: error }, 'an e-mail address could not be sent its confirmation link');
  });
}

async function sendConfirmation(app: App, mailing: Mailing, pending: PendingEmail): Promise<void> {
  const nowMs = app.clock.nowMs();
  const email = pending.kind === 'sign_up' ? pending.details.email : pending.email;
  const mailbox = app.secrets.digest(emailKey(email));
  const { count } = await app.counters.count(`confirmation_mail:${mailbox}`, hourMs, nowMs);
  if (count > mailsToAddress) return;
  const { name } = app.operator.seller;
  const { publicUrl } = mailing;
  const token = app.secrets.randomText(tokenBytes);
  const isTaken = (await app.store.members.findByEmail(email)) !== undefined;
  if (!isTaken)
    await app.store.emailConfirmations.add({
      digest: app.secrets.digest(token),
      expiresAtMs: nowMs + lastsMs,
      nowMs,
      pending,
    });
  const outcome = await mailing.mailer.send({
    ...mailing.write({
      mail: isTaken ? 'address_taken' : 'confirm_address',
      operator: name,
      // The part after the # is not sent to servers or other sites.
      url: isTaken ? `${publicUrl}/sign-in` : `${publicUrl}/confirm-email#${token}`,
    }),
    to: { name: '', address: email },
    replyTo: undefined,
    messageId: `<confirm-${app.secrets.randomText(12)}@${new URL(publicUrl).hostname}>`,
  });
  if (outcome.kind !== 'accepted')
    app.log.warn({ detail: outcome.detail }, 'a confirmation link was not taken');
}

/** Creates the member who signed up, or changes the member's address; returns the confirmed address. */
export async function confirmEmail(app: App, token: string): Promise<{ email: string }> {
  const digest = app.secrets.digest(token);
  return await app.store.transaction(async (store) => {
    const pending = await store.emailConfirmations.take(digest, resetTimes(app));
    if (pending === undefined) throw new Refusal({ code: 'confirmation_link_invalid' });
    if (pending.kind === 'change') {
      await moveTo(app, store, pending.userId, pending.email);
      return { email: pending.email };
    }
    const { details, passwordHash } = pending;
    const { email } = details;
    const added = { ...details, passwordHash, createdAtMs: app.clock.nowMs() };
    if ((await store.members.add(added)) === 'email_taken')
      throw new Refusal({ code: 'email_taken', email });
    return { email };
  });
}

async function moveTo(app: App, store: App['store'], id: UserId, email: string): Promise<void> {
  const user = await store.users.find(id);
  if (user?.role !== 'admin') throw new Refusal({ code: 'confirmation_link_invalid' });
  const member = await getMember({ ...app, store }, String(user.memberId));
  const outcome = await store.members.changeDetails(member.id, { ...member, email }, id);
  if (outcome === 'email_taken') throw new Refusal({ code: 'email_taken', email });
  // Earlier reset links went to a mailbox that may not be this user's now.
  await store.passwordResets.remove(id);
}
