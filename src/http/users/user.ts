// A user on the wire: who signs in for a member, and with which role.
import { type Static, Type } from 'typebox';
import { roles } from '../../domain/users/role.ts';
import type { User } from '../../domain/users/user.ts';

export const UserReply = Type.Object(
  { id: Type.Integer(), email: Type.String(), role: Type.Enum(roles) },
  { $id: 'User' },
);

export function presentUser({ id, email, role }: User): Static<typeof UserReply> {
  return { id, email, role };
}
