// /member, and the members area's /members and /password-resets: members and their own accounts.
// Tests: contract/members-accounts.
import { Type } from 'typebox';
import { getBranding, saveBranding } from '../../application/members/branding.ts';
import {
  changePassword as storeNewPassword,
  redeemReset as useReset,
} from '../../application/members/change-password.ts';
import { changeProfile as storeProfile } from '../../application/members/change-profile.ts';
import { confirmEmail as useConfirmation } from '../../application/members/confirm-email.ts';
import { mailReset } from '../../application/members/mail-reset.ts';
import { signUp as openAccount } from '../../application/members/sign-up.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import { csrfTokenOf, sessionCookie } from '../server/session-cookie.ts';
import {
  BrandingBody,
  BrandingReply,
  brandingBodyBytes,
  parseBranding,
  presentBranding,
} from './branding.ts';
import { MemberReply, parseDetails, presentMember } from './member.ts';
import {
  ConfirmEmailBody,
  PasswordBody,
  PasswordChangedReply,
  ProfileBody,
  presentPasswordChanged,
  presentSession,
  RedeemBody,
  ResetBody,
  SessionReply,
  SignUpBody,
} from './session.ts';

// Tests: contract/members-accounts, contract/authentication.
export const read = endpoint(
  {
    summary: 'Member details',
    description: 'The member that the credentials belong to. Also the way to check credentials.',
    reply: MemberReply,
  },
  async (_app, { caller }) => presentMember(signedIn(caller).member),
);

export const signUp = endpoint(
  {
    summary: 'Sign up',
    description:
      'There is no approval step. Without a mail server: 201, and the new member is signed in. With one: 202 with member null, and a link is sent to the e-mail; the answer is the same when an account has it already.',
    body: SignUpBody,
    stores: true,
    reply: SessionReply,
  },
  async (app, { body, reply, address, publicUrl }) => {
    const visitor = { address, userAgent: reply.request.headers['user-agent'] ?? '' };
    const opened = await openAccount(app, parseDetails(body), body.password, visitor);
    if (opened === undefined) {
      reply.code(202);
      return presentSession(app, publicUrl, undefined, '');
    }
    const { token, ...known } = opened;
    reply.header('set-cookie', sessionCookie(publicUrl, token));
    return presentSession(app, publicUrl, known, csrfTokenOf(app.secrets, token));
  },
);

export const changeProfile = endpoint(
  {
    summary: 'Change your details',
    description:
      'A new e-mail needs current_password too. With a mail server, a link is sent to it, and the answer has the last e-mail until that is opened.',
    body: ProfileBody,
    reply: MemberReply,
  },
  async (app, { caller, body, address }) => {
    const known = signedIn(caller);
    const input = {
      details: parseDetails(body, known.member),
      currentPassword: body.current_password ?? '',
    };
    return presentMember(await storeProfile(app, known, input, address));
  },
);

// Tests: contract/email-confirmation.
export const confirmEmail = endpoint(
  {
    summary: 'Confirm an e-mail address with a link',
    description: 'The link works once. After a sign-up, sign in with the password chosen there.',
    body: ConfirmEmailBody,
    reply: Type.Object({ email: Type.String() }),
  },
  async (app, { body }) => await useConfirmation(app, body.token),
);

export const changePassword = endpoint(
  {
    summary: 'Change your password',
    description: 'Every other device is signed out. API keys keep working.',
    body: PasswordBody,
    reply: PasswordChangedReply,
  },
  async (app, { caller, body, address }) => {
    const change = { currentPassword: body.current_password, password: body.password };
    return presentPasswordChanged(await storeNewPassword(app, signedIn(caller), change, address));
  },
);

export const askForReset = endpoint(
  {
    summary: 'Request a link for a new password',
    description: 'The answer does not reveal whether the member exists.',
    body: ResetBody,
    reply: Type.Object({ by_mail: Type.Boolean({ description: 'There is a mail server.' }) }),
  },
  async (app, { body, address, reply }) => {
    const isMailed = await mailReset(app, body.email, address);
    reply.code(202);
    return { by_mail: isMailed };
  },
);

export const redeemReset = endpoint(
  {
    summary: 'Set a new password with a link',
    description: 'The link works once. Every device is signed out. API keys keep working.',
    body: RedeemBody,
    reply: PasswordChangedReply,
  },
  async (app, { body }) => presentPasswordChanged(await useReset(app, body.token, body.password)),
);

// Tests: contract/branding.
export const readBranding = endpoint(
  { summary: 'Your branding of the tracking page and of e-mails', reply: BrandingReply },
  async (app, { caller }) => presentBranding(await getBranding(app, signedIn(caller).member.id)),
);

// Tests: contract/branding.
export const changeBranding = endpoint(
  {
    summary: 'Change your branding of the tracking page and of e-mails',
    description:
      'Receivers see it once they have given the delivery postcode, and in e-mails. Demo bookings are not branded.',
    body: BrandingBody,
    bodyLimitBytes: brandingBodyBytes,
    reply: BrandingReply,
  },
  async (app, { caller, body }) =>
    presentBranding(await saveBranding(app, signedIn(caller).member.id, parseBranding(body))),
);
