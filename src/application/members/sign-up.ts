// A person makes their own account: no approval step (interface, "Access model" 1), and they are signed in at once.
// How many accounts one address makes is limited, because each costs a slow hash and a row for ever.
import { chosenPasswordIssues, type MemberDetails } from '../../domain/members/member.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { hourMs } from '../../domain/time/durations.ts';
import { allowAtMost } from '../allow-at-most.ts';
import type { AccountsApp } from '../ports.ts';
import { registerMember } from './register-member.ts';
import { openSession, type SignedIn, type Visitor } from './sign-in.ts';

const signUpsAllowed = 20;
const signUpWindowMs = hourMs;

export async function signUp(
  app: AccountsApp,
  details: MemberDetails,
  password: string,
  visitor: Visitor,
): Promise<SignedIn> {
  refuseInvalid(chosenPasswordIssues(password, details.email));
  await allowAtMost(app, {
    what: 'sign_up',
    who: visitor.address,
    times: signUpsAllowed,
    windowMs: signUpWindowMs,
  });
  const { id } = await registerMember(app, details, password);
  const token = await openSession(app, id, visitor);
  const member = await app.store.members.find(id);
  if (member === undefined) throw new Error(`member ${id} was registered but is not there`);
  return { token, member };
}
