// The person behind a request without credentials: known by the e-mail that signs in, or by a secret link. Anybody else
// is unknown, and nothing is recorded.
import type { AuditAction } from '../../domain/audit/audit-action.ts';
import type { AuditActor, AuditThing } from '../../domain/audit/audit-entry.ts';
import type { MemberId } from '../../domain/members/member.ts';
import { longestSkewMs } from '../../domain/time/clock-skew.ts';
import { invitationLastsMs } from '../../domain/users/invitation.ts';
import type { User } from '../../domain/users/user.ts';
import { resetTimes } from '../members/change-password.ts';
import type { App } from '../ports.ts';

export type AuditedVisitor = {
  by: AuditActor;
  memberId: MemberId | undefined;
  thing: AuditThing | undefined;
};

export async function findAuditedVisitor(
  app: App,
  action: AuditAction,
  { email = '', token = '' }: { email?: string; token?: string },
): Promise<AuditedVisitor | undefined> {
  const { store, clock, secrets } = app;
  const digest = secrets.digest(token);
  switch (action) {
    case 'sign_in':
    case 'ask_for_reset':
      return asUser((await store.users.findByEmail(email))?.user);
    case 'redeem_reset': {
      const id = await store.passwordResets.find(digest, resetTimes(app));
      return id && asUser(await store.users.find(id));
    }
    case 'accept_invitation': {
      const nowMs = clock.nowMs();
      const farthestMs = nowMs + invitationLastsMs + longestSkewMs;
      const invited = await store.invitations.find(digest, { nowMs, farthestMs });
      return (
        invited && {
          by: asPerson(invited.email, invited.memberId),
          memberId: invited.memberId,
          thing: { id: String(invited.id), name: invited.email },
        }
      );
    }
    case 'accept_quote': {
      const link = await store.quoteLinks.find(digest);
      return (
        link && {
          by: { kind: 'link', memberId: link.memberId, id: undefined, name: '' },
          memberId: link.memberId,
          thing: { id: String(link.bookingId), name: '' },
        }
      );
    }
    case 'confirm_email': {
      const pending = await store.emailConfirmations.find(digest, resetTimes(app));
      if (pending?.kind === 'change') return asUser(await store.users.find(pending.userId));
      return pending && asNewcomer(pending.details.email);
    }
    // With a mail server nothing is created before the link is opened.
    case 'sign_up':
      return app.mailing === undefined ? asNewcomer(email) : undefined;
    default:
      return undefined;
  }
}

function asUser(user: User | undefined): AuditedVisitor | undefined {
  return (
    user && {
      by: { ...asPerson(user.email, user.memberId), id: user.id },
      memberId: user.memberId,
      thing: undefined,
    }
  );
}

/** The member does not exist yet. */
const asNewcomer = (email: string): AuditedVisitor => ({
  by: asPerson(email.trim().slice(0, longestEmail), undefined),
  memberId: undefined,
  thing: undefined,
});

const longestEmail = 255;

const asPerson = (name: string, memberId: MemberId | undefined): AuditActor => ({
  kind: 'user',
  memberId,
  id: undefined,
  name,
});
