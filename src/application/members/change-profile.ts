// A person changes what we know about them. A new e-mail is a new name to sign in with, so it takes the password too.
import {
  emailKey,
  type Member,
  type MemberDetails,
  memberDetailIssues,
} from '../../domain/members/member.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { AccountsApp } from '../ports.ts';
import { checkPassword, isStillPassword, notCurrent } from './change-password.ts';
import { getMember } from './find-member.ts';

export async function changeProfile(
  app: AccountsApp,
  caller: SignedInCaller,
  wish: { details: MemberDetails; currentPassword: string },
  address: string,
): Promise<Member> {
  const details = { ...wish.details, email: wish.details.email.trim() };
  refuseInvalid(memberDetailIssues(details));
  const { id, email } = caller.member;
  const checked =
    emailKey(details.email) === emailKey(email)
      ? undefined
      : await checkPassword(app, caller, wish.currentPassword, address);
  await app.store.transaction(async (store) => {
    if (checked !== undefined && !(await isStillPassword(app, store, id, checked)))
      throw notCurrent();
    const outcome = await store.members.changeDetails(id, details);
    if (outcome === 'email_taken') throw new Refusal({ code: 'email_taken', email: details.email });
    // It went to a mailbox that is no longer this member's.
    if (checked !== undefined) await store.passwordResets.remove(id);
  });
  return await getMember(app, String(id));
}
