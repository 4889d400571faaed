// Admins change their member's details. A new e-mail address is a new sign-in name, so it requires the password and, if a
// mail server is configured, a confirmation link sent to that address.
import {
  emailKey,
  type Member,
  type MemberDetails,
  memberDetailIssues,
} from '../../domain/members/member.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { type SignedInCaller, userOf } from '../caller.ts';
import type { App } from '../ports.ts';
import { checkPassword, isStillPassword, notCurrent } from './change-password.ts';
import { mailConfirmation } from './confirm-email.ts';
import { getMember } from './find-member.ts';

/** Returns the stored member, which has the old e-mail address until the new one is confirmed. */
export async function changeProfile(
  app: App,
  caller: SignedInCaller,
  input: { details: MemberDetails; currentPassword: string },
  address: string,
): Promise<Member> {
  const details = { ...input.details, email: input.details.email.trim() };
  refuseInvalid(memberDetailIssues(details));
  const { id, email } = caller.member;
  const userId = userOf(caller).id;
  const checked =
    emailKey(details.email) === emailKey(email)
      ? undefined
      : await checkPassword(app, caller, input.currentPassword, address);
  const { mailing } = app;
  const mustConfirm = checked !== undefined && mailing !== undefined;
  const stored = mustConfirm ? { ...details, email } : details;
  await app.store.transaction(async (store) => {
    if (checked !== undefined && !(await isStillPassword(app, store, userId, checked)))
      throw notCurrent();
    const outcome = await store.members.changeDetails(id, stored, userId);
    if (outcome === 'email_taken') throw new Refusal({ code: 'email_taken', email: details.email });
    // The reset links went to a mailbox that may not be this user's now.
    if (checked !== undefined && !mustConfirm) await store.passwordResets.remove(userId);
  });
  if (mustConfirm) mailConfirmation(app, mailing, { kind: 'change', userId, email: details.email });
  return await getMember(app, String(id));
}
