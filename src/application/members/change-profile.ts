// A person changes what we know about them. A new e-mail is a new name to sign in with, so it takes the password too.
import {
  emailKey,
  type Member,
  type MemberDetails,
  memberDetailIssues,
} from '../../domain/accounts/member.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { AccountsApp } from '../ports.ts';
import { checkPassword } from './change-password.ts';
import { getMember } from './find-member.ts';

export async function changeProfile(
  app: AccountsApp,
  caller: SignedInCaller,
  wish: { details: MemberDetails; currentPassword: string },
  address: string,
): Promise<Member> {
  const details = { ...wish.details, email: wish.details.email.trim() };
  refuseInvalid(memberDetailIssues(details));
  if (emailKey(details.email) !== emailKey(caller.member.email)) {
    await checkPassword(app, caller, wish.currentPassword, address);
    // It went to a mailbox that is no longer this member's.
    await app.store.passwordResets.remove(caller.member.id);
  }
  const outcome = await app.store.members.changeDetails(caller.member.id, details);
  if (outcome === 'email_taken') throw new Refusal({ code: 'email_taken', email: details.email });
  return await getMember(app, String(caller.member.id));
}
