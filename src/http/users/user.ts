// Users and invitations on the wire: who signs in for a member, and with which role.
import { type Static, Type } from 'typebox';
import { longestPassword } from '../../domain/members/member.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import type { Invitation } from '../../domain/users/invitation.ts';
import { roles } from '../../domain/users/role.ts';
import type { ListedUser, User } from '../../domain/users/user.ts';
import { instant, orNull } from '../server/values.ts';

const RoleShape = Type.Enum(roles);

export const UserReply = Type.Object(
  {
    id: Type.Integer(),
    email: Type.String(),
    role: RoleShape,
    two_factor: Type.Boolean({ description: 'Signs in with two factors' }),
  },
  { $id: 'User' },
);

export function presentUser({ id, email, role, hasTwoFactor }: User): Static<typeof UserReply> {
  return { id, email, role, two_factor: hasTwoFactor };
}

export const ListedUserReply = Type.Object(
  {
    ...UserReply.properties,
    last_sign_in_at: orNull(instant('Null: never, or before the service noted it')),
  },
  { $id: 'ListedUser' },
);

export function presentListedUser(user: ListedUser): Static<typeof ListedUserReply> {
  const { lastSignInAtMs: atMs } = user;
  return {
    ...presentUser(user),
    last_sign_in_at: atMs === undefined ? null : timestampWithColon(atMs, homeZone),
  };
}

const invitationFields = {
  id: Type.Integer(),
  email: Type.String(),
  role: RoleShape,
  expires_at: Type.String(),
};

export const UsersReply = Type.Object(
  {
    users: Type.Array(ListedUserReply, { description: 'Oldest first' }),
    invitations: Type.Array(Type.Object(invitationFields), {
      description: 'Those that are not accepted yet',
    }),
  },
  { $id: 'Users' },
);

export const InvitedReply = Type.Object(
  {
    ...invitationFields,
    url: Type.Union([Type.String(), Type.Null()], {
      description: 'The link to pass on; null if it was sent by e-mail',
    }),
  },
  { $id: 'Invited' },
);

export function presentInvitation({ id, email, role, expiresAtMs }: Invitation) {
  return { id, email, role, expires_at: new Date(expiresAtMs).toISOString() };
}

export const TwoFactorReply = Type.Object(
  {
    is_on: Type.Boolean(),
    is_required: Type.Boolean({ description: 'The operator requires it of this user.' }),
    recovery_codes: Type.Integer({ description: 'How many recovery codes are left' }),
  },
  { $id: 'TwoFactor' },
);

export const TwoFactorSetupReply = Type.Object(
  {
    secret: Type.String({ description: 'For apps that do not read the picture' }),
    url: Type.String({ description: 'What the picture says' }),
    qr_code: Type.String({ description: 'An SVG picture for the app to read' }),
  },
  { $id: 'TwoFactorSetup' },
);

const CurrentPassword = Type.String({ maxLength: longestPassword });
export const TwoFactorOnBody = Type.Object({
  secret: Type.String({ maxLength: 64 }),
  code: Type.String({ maxLength: 64 }),
  current_password: CurrentPassword,
});
export const TwoFactorOffBody = Type.Object({ current_password: CurrentPassword });
export const RecoveryCodesReply = Type.Object({
  recovery_codes: Type.Array(Type.String(), { description: 'Shown this once' }),
});

export const InvitationBody = Type.Object({ email: Type.String(), role: RoleShape });
export const UserChangeBody = Type.Object({ role: RoleShape });
export const AcceptBody = Type.Object({
  token: Type.String({ maxLength: 128 }),
  password: Type.String({ maxLength: longestPassword }),
});
