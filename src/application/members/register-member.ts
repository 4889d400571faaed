// Registers a member. There is no approval step: access is open by default (interface, "Access model" 1).
import {
  type MemberDetails,
  type MemberId,
  memberDetailIssues,
  passwordIssues,
} from '../../domain/members/member.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { AccountsApp } from '../ports.ts';

/** 96 bits, in few enough characters to read out. */
const madeUpPasswordBytes = 12;

/** For a member registered by an operator, who passes the password on or sends a reset link. */
export async function registerWithMadeUpPassword(
  app: AccountsApp,
  details: MemberDetails,
): Promise<{ id: MemberId; email: string; password: string }> {
  const password = app.secrets.randomText(madeUpPasswordBytes);
  return { ...(await registerMember(app, details, password)), password };
}

export async function registerMember(
  app: AccountsApp,
  details: MemberDetails,
  password: string,
): Promise<{ id: MemberId; email: string }> {
  refuseInvalid([...memberDetailIssues(details), ...passwordIssues(password)]);
  const passwordHash = await app.passwords.hash(password);
  const email = details.email.trim();
  const id = await app.store.members.add({
    ...details,
    email,
    passwordHash,
    createdAtMs: app.clock.nowMs(),
  });
  if (id === 'email_taken') throw new Refusal({ code: 'email_taken', email });
  return { id, email };
}
