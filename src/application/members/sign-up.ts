// Creates an account without an approval step (interface, "Access model" 1). Without a mail server the person is
// signed in at once; with one, the account is created when they open the link sent to their address. Accounts per
// client address are limited, because each costs a slow hash and a permanent row.
import {
  chosenPasswordIssues,
  type MemberDetails,
  memberDetailIssues,
} from '../../domain/members/member.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { hourMs } from '../../domain/time/durations.ts';
import { allowAtMost } from '../allow-at-most.ts';
import type { App } from '../ports.ts';
import { mailConfirmation } from './confirm-email.ts';
import { registerMember } from './register-member.ts';
import { openSession, type SignedIn, type Visitor } from './sign-in.ts';

const signUpsAllowed = 20;
const signUpWindowMs = hourMs;

/** Undefined if a link was sent: the account is created when it is opened. */
export async function signUp(
  app: App,
  input: MemberDetails,
  password: string,
  visitor: Visitor,
): Promise<SignedIn | undefined> {
  const details = { ...input, email: input.email.trim() };
  refuseInvalid([...memberDetailIssues(details), ...chosenPasswordIssues(password, details.email)]);
  await allowAtMost(app, {
    what: 'sign_up',
    who: visitor.address,
    times: signUpsAllowed,
    windowMs: signUpWindowMs,
  });
  const { mailing } = app;
  if (mailing !== undefined) {
    const passwordHash = await app.passwords.hash(password);
    mailConfirmation(app, mailing, { kind: 'sign_up', details, passwordHash });
    return undefined;
  }
  const { id } = await registerMember(app, details, password);
  const member = await app.store.members.find(id);
  const [user] = await app.store.users.list(id);
  if (member === undefined || user === undefined)
    throw new Error(`member ${id} was registered but is not there`);
  return { token: await openSession(app, user, visitor), member, user };
}
