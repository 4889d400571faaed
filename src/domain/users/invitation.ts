// An invitation: the person with its link may become a user of the member, with this e-mail and role.
import type { MemberId } from '../members/member.ts';
import { dayMs } from '../time/durations.ts';
import type { Role } from './role.ts';

export type InvitationId = number & { readonly brand: 'InvitationId' };

export const invitationId = (id: number): InvitationId => id as InvitationId;

export type Invitation = {
  id: InvitationId;
  memberId: MemberId;
  email: string;
  role: Role;
  expiresAtMs: number;
};

/** Colleagues may be on leave for a few days. */
export const invitationLastsMs = 7 * dayMs;
