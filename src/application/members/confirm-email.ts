// If a mail server is configured, an e-mail address is only accepted once its owner has opened a link sent to it.
// Until then a new sign-up has no account, and a member who changes address keeps the old one. Whether an address
// already has an account is revealed only by e-mail to that address: the response and its timing are the same.
import { Refusal } from '../../domain/refusal.ts';
import { hourMs } from '../../domain/time/durations.ts';
import type { UserId } from '../../domain/users/user.ts';
import { mailLink, secretLink } from '../mail/mail-link.ts';
import type { App, Mailing, PendingEmail } from '../ports.ts';
import { resetTimes } from './change-password.ts';
import { getMember } from './find-member.ts';

/** 256 bits. */
const tokenBytes = 32;
/** As long as for a reset link that an operator passes on. */
const lastsMs = 24 * hourMs;

/** Returns at once. */
export function mailConfirmation(app: App, mailing: Mailing, pending: PendingEmail): void {
  const { publicUrl } = mailing;
  const email = pending.kind === 'sign_up' ? pending.details.email : pending.email;
  mailLink(app, mailing, {
    what: 'confirmation',
    email,
    link: async () => {
      if ((await app.store.members.findByEmail(email)) !== undefined)
        return { mail: 'address_taken', url: `${publicUrl}/sign-in` };
      const nowMs = app.clock.nowMs();
      const token = app.secrets.randomText(tokenBytes);
      const digest = app.secrets.digest(token);
      const expiresAtMs = nowMs + lastsMs;
      await app.store.emailConfirmations.add({ digest, expiresAtMs, nowMs, pending });
      return { mail: 'confirm_address', url: secretLink(publicUrl, 'confirm-email', token) };
    },
  });
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
