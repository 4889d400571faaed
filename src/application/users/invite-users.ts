// Admins invite colleagues, who choose a password with the link and become users. With a mail server the link is mailed;
// without one the admin passes it on. As at sign-up, only the mailbox learns that an address has an account already,
// and the e-mail contains nothing that anyone typed.
import { chosenPasswordIssues, emailIssues, emailKey } from '../../domain/members/member.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { longestSkewMs } from '../../domain/time/clock-skew.ts';
import { hourMs } from '../../domain/time/durations.ts';
import {
  type Invitation,
  type InvitationId,
  invitationLastsMs,
} from '../../domain/users/invitation.ts';
import { allowAtMost } from '../allow-at-most.ts';
import type { SignedInCaller } from '../caller.ts';
import { mailLink, secretLink } from '../mail/mail-link.ts';
import { openSession, type SignedIn, type Visitor } from '../members/sign-in.ts';
import type { App, ResetTimes } from '../ports.ts';
import { mostUsers, type UserInput } from './manage-users.ts';

/** 256 bits. */
const tokenBytes = 32;
/** Keeps a member from mailing to strangers through this service. */
const invitationsAnHour = 30;

export async function listInvitations(
  { store, clock }: App,
  { member }: SignedInCaller,
): Promise<Invitation[]> {
  return await store.invitations.list(member.id, clock.nowMs());
}

/** `token`: for the link; undefined if it was mailed. */
export type Invited = { invitation: Invitation; token: string | undefined };

export async function inviteUser(
  app: App,
  { member }: SignedInCaller,
  { email: typed, role }: UserInput,
): Promise<Invited> {
  const email = typed.trim();
  refuseInvalid(emailIssues(email));
  const { mailing, clock } = app;
  const nowMs = clock.nowMs();
  const what = 'invitation';
  await allowAtMost(app, { what, who: member.id, times: invitationsAnHour, windowMs: hourMs });
  const [user, owner] = await Promise.all([
    app.store.users.findByEmail(email),
    app.store.members.findByEmail(email),
  ]);
  const isTaken = user !== undefined || (owner !== undefined && owner.id !== member.id);
  if (isTaken && (mailing === undefined || user?.member.id === member.id))
    throw new Refusal({ code: 'email_taken', email });
  const token = app.secrets.randomText(tokenBytes);
  const wanted = { memberId: member.id, email, role, expiresAtMs: nowMs + invitationLastsMs };
  const id = await app.store.transaction(async (store) => {
    // Locks the member, so that simultaneous requests cannot pass the limit together.
    await store.members.lock(member.id);
    const invited = await store.invitations.list(member.id, nowMs);
    const isNew = invited.every((other) => emailKey(other.email) !== emailKey(email));
    const users = await store.users.list(member.id);
    if (isNew && users.length + invited.length >= mostUsers)
      refuseInvalid([{ path: ['email'], problem: 'too_many_users', most: mostUsers }]);
    return await store.invitations.put(wanted, app.secrets.digest(token), nowMs);
  });
  const invitation = { id, ...wanted };
  if (mailing === undefined) return { invitation, token };
  mailLink(app, mailing, {
    what,
    email,
    link: async () => {
      const { publicUrl } = mailing;
      return isTaken
        ? { mail: 'address_taken', url: `${publicUrl}/sign-in` }
        : { mail: 'invitation', url: secretLink(publicUrl, 'accept-invitation', token) };
    },
  });
  return { invitation, token: undefined };
}

/** Idempotent. */
export async function withdrawInvitation(
  { store }: App,
  { member }: SignedInCaller,
  id: InvitationId,
): Promise<void> {
  await store.invitations.remove(member.id, id);
}

/** Creates the user and signs in. */
export async function acceptInvitation(
  app: App,
  token: string,
  password: string,
  visitor: Visitor,
): Promise<SignedIn> {
  const digest = app.secrets.digest(token);
  // Checked before hashing, so that invented tokens cannot make this process compute slow hashes.
  const invitation = await app.store.invitations.find(digest, timesOf(app));
  const member = invitation && (await app.store.members.find(invitation.memberId));
  if (invitation === undefined || member?.isOpen !== true) throw invalidLink();
  const { email } = invitation;
  refuseInvalid(chosenPasswordIssues(password, email));
  const passwordHash = await app.passwords.hash(password);
  const createdAtMs = app.clock.nowMs();
  const user = await app.store.transaction(async (store) => {
    const taken = await store.invitations.take(digest, timesOf(app));
    if (taken === undefined) throw invalidLink();
    const added = { memberId: taken.memberId, email: taken.email, role: taken.role };
    const id = await store.users.add({ ...added, passwordHash, createdAtMs });
    if (id === 'email_taken') throw new Refusal({ code: 'email_taken', email: taken.email });
    return { id, ...added, hasTwoFactor: false };
  });
  return { token: await openSession(app, user, visitor), member, user };
}

const invalidLink = (): Refusal => new Refusal({ code: 'invitation_link_invalid' });

function timesOf({ clock }: App): ResetTimes {
  const nowMs = clock.nowMs();
  return { nowMs, farthestMs: nowMs + invitationLastsMs + longestSkewMs };
}
