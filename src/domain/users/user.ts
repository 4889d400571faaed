// A user: a person who signs in for a member. The role says what this person may do.
import type { MemberId } from '../members/member.ts';
import type { Role } from './role.ts';

export type UserId = number & { readonly brand: 'UserId' };

export const userId = (id: number): UserId => id as UserId;

export type User = {
  id: UserId;
  memberId: MemberId;
  email: string;
  role: Role;
  hasTwoFactor: boolean;
};

/** For lists of users. */
export type ListedUser = User & { lastSignInAtMs: number | undefined };
