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

/** Returns the password if it was made up, for an operator who passes it on or sends a reset link. */
export async function registerMember(
  app: AccountsApp,
  details: MemberDetails,
  password?: string,
): Promise<{ id: MemberId; email: string; password?: string }> {
  const madeUp = password === undefined ? app.secrets.randomText(madeUpPasswordBytes) : undefined;
  const chosen = password ?? madeUp ?? '';
  refuseInvalid([...memberDetailIssues(details), ...passwordIssues(chosen)]);
  const passwordHash = await app.passwords.hash(chosen);
  const email = details.email.trim();
  const createdAtMs = app.clock.nowMs();
  const id = await app.store.members.add({ ...details, email, passwordHash, createdAtMs });
  if (id === 'email_taken') throw new Refusal({ code: 'email_taken', email });
  return { id, email, ...(madeUp === undefined ? {} : { password: madeUp }) };
}
