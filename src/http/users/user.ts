// Users and invitations on the wire: who signs in for a member, and with which role.
import { type Static, Type } from 'typebox';
import { longestPassword } from '../../domain/members/member.ts';
import type { Invitation } from '../../domain/users/invitation.ts';
import { roles } from '../../domain/users/role.ts';
import type { User } from '../../domain/users/user.ts';

const RoleShape = Type.Enum(roles);

export const UserReply = Type.Object(
  { id: Type.Integer(), email: Type.String(), role: RoleShape },
  { $id: 'User' },
);

export function presentUser({ id, email, role }: User): Static<typeof UserReply> {
  return { id, email, role };
}

const invitationFields = {
  id: Type.Integer(),
  email: Type.String(),
  role: RoleShape,
  expires_at: Type.String(),
};

export const UsersReply = Type.Object(
  {
    users: Type.Array(UserReply, { description: 'Oldest first' }),
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

export const InvitationBody = Type.Object({ email: Type.String(), role: RoleShape });
export const UserChangeBody = Type.Object({ role: RoleShape });
export const AcceptBody = Type.Object({
  token: Type.String({ maxLength: 128 }),
  password: Type.String({ maxLength: longestPassword }),
});
