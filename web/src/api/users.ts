// A member's users, and the invitations that are not accepted yet.
import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { read, useChange } from './queries.ts';
import type { Invited, Role, User, Users } from './wire.ts';

const names = ['users'];

export const usersQuery = queryOptions({ queryKey: names, queryFn: read<Users>('/users') });

export const useInvite = () =>
  useChange(names, (body: { email: string; role: Role }) =>
    ask<Invited>('POST', '/invitations', { body }),
  );

export const useWithdraw = () =>
  useChange(names, (id: number) => ask<undefined>('DELETE', `/invitations/${id}`));

export const useChangeRole = (id: number) =>
  useChange(names, (role: Role) => ask<User>('PUT', `/users/${id}`, { body: { role } }));

export const useRemoveUser = (id: number) =>
  useChange(names, () => ask<undefined>('DELETE', `/users/${id}`));
