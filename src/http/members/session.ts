// The members area's session, and the requests for signing in, signing up and signing out.
import { type Static, Type } from 'typebox';
import type { Caller } from '../../application/caller.ts';
import type { PasswordChanged } from '../../application/members/change-password.ts';
import type { App } from '../../application/ports.ts';
import { isTwoFactorRequired } from '../../application/users/two-factor.ts';
import { longestPassword, type Member } from '../../domain/members/member.ts';
import type { Session, SessionId } from '../../domain/members/session.ts';
import type { User } from '../../domain/users/user.ts';
import { presentUser, UserReply } from '../users/user.ts';
import {
  DetailsBody,
  MemberReply,
  permissionFields,
  presentMember,
  presentPermissions,
} from './member.ts';

export const SessionReply = Type.Object(
  {
    member: Type.Union([MemberReply, Type.Null()]),
    user: Type.Union([UserReply, Type.Null()]),
    needs_two_factor: Type.Boolean({
      description: 'The operator area is closed until the user switches two-factor sign-in on.',
    }),
    csrf_token: Type.String({ description: 'Send it as X-CSRF-Token with every change.' }),
    ...permissionFields,
    sends_mails: Type.Boolean({
      description: 'The service can send e-mails to receivers and for forgotten passwords.',
    }),
    is_gst_registered: Type.Boolean({
      description: 'The operator issues tax invoices.',
    }),
    is_simulated: Type.Boolean({ description: 'Nothing is really sent.' }),
    operator_name: Type.String({ description: 'Who runs the service' }),
    operator_email: Type.Union([Type.String(), Type.Null()], {
      description: 'Where members can write to them',
    }),
    public_url: Type.String({ description: 'Links for others begin with it.' }),
    can_publish_cards: Type.Boolean({ description: 'New rate cards can be published.' }),
  },
  { $id: 'Session' },
);

const Password = Type.String({ maxLength: longestPassword });

export const SignInBody = Type.Object({
  email: Type.String(),
  password: Password,
  code: Type.Optional(
    Type.String({ maxLength: 64, description: 'Of an authenticator app, or a recovery code' }),
  ),
});

export const SignUpBody = Type.Object({ ...DetailsBody.properties, password: Password });
export const ProfileBody = Type.Object({
  ...DetailsBody.properties,
  current_password: Type.Optional(Password),
});
export const PasswordBody = Type.Object({
  current_password: Password,
  password: Password,
});
export const ResetBody = Type.Object({ email: Type.String({ maxLength: 255 }) });
export const RedeemBody = Type.Object({
  token: Type.String({ maxLength: 128 }),
  password: Password,
});

export const ConfirmEmailBody = Type.Object({ token: Type.String({ maxLength: 128 }) });

export const PasswordChangedReply = Type.Object({
  active_keys: Type.Integer({ description: 'API keys that go on working.' }),
});

export const OpenSessionReply = Type.Object(
  {
    id: Type.Integer(),
    user_agent: Type.String(),
    created_at: Type.String(),
    last_used_at: Type.String(),
    is_current: Type.Boolean(),
  },
  { $id: 'OpenSession' },
);

export function presentSession(
  app: Pick<App, 'mailing' | 'operator' | 'isSimulated' | 'carrierDrafts'>,
  publicUrl: string,
  signedIn: { member: Member; user: User } | undefined,
  csrfToken: string,
): Static<typeof SessionReply> {
  const { mailing, operator, isSimulated } = app;
  const member = signedIn?.member;
  return {
    member: member === undefined ? null : presentMember(member),
    user: signedIn === undefined ? null : presentUser(signedIn.user),
    needs_two_factor:
      signedIn !== undefined && !signedIn.user.hasTwoFactor && isTwoFactorRequired(app, signedIn),
    csrf_token: csrfToken,
    ...presentPermissions(member),
    sends_mails: mailing !== undefined,
    is_gst_registered: operator.seller.isGstRegistered,
    is_simulated: isSimulated,
    operator_name: operator.seller.name,
    operator_email: operator.contactEmail ?? null,
    public_url: publicUrl,
    can_publish_cards: (member?.isOperator ?? false) && app.carrierDrafts.canPublish,
  };
}

export function presentPasswordChanged({
  activeKeys,
}: PasswordChanged): Static<typeof PasswordChangedReply> {
  return { active_keys: activeKeys };
}

export function presentOpenSession(
  session: Session,
  current: SessionId | undefined,
): Static<typeof OpenSessionReply> {
  return {
    id: session.id,
    user_agent: session.userAgent,
    created_at: new Date(session.createdAtMs).toISOString(),
    last_used_at: new Date(session.lastUsedAtMs).toISOString(),
    is_current: session.id === current,
  };
}

export function currentSession(caller: Caller): SessionId | undefined {
  return caller.kind === 'member' ? caller.session?.id : undefined;
}
