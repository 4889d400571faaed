// /users, /invitations: a member's users in the members area.
// Tests: contract/users.
import { Type } from 'typebox';
import { secretLink } from '../../application/mail/mail-link.ts';
import type { App } from '../../application/ports.ts';
import {
  acceptInvitation,
  inviteUser,
  listInvitations,
  withdrawInvitation,
} from '../../application/users/invite-users.ts';
import {
  changeUser,
  findUserOf,
  listUsers,
  removeUser,
} from '../../application/users/manage-users.ts';
import { invitationId } from '../../domain/users/invitation.ts';
import { type User, userId } from '../../domain/users/user.ts';
import { presentSession, SessionReply } from '../members/session.ts';
import { type Call, endpoint, noBody, signedIn } from '../server/endpoint.ts';
import { csrfTokenOf, sessionCookie } from '../server/session-cookie.ts';
import { IdParam } from '../server/whole-number.ts';
import {
  AcceptBody,
  InvitationBody,
  InvitedReply,
  presentInvitation,
  presentListedUser,
  presentUser,
  UserChangeBody,
  UserReply,
  UsersReply,
} from './user.ts';

const params = Type.Object({ id: IdParam.schema });

/** The user in the path, if it belongs to the caller's member. */
function userIn(app: App, call: Pick<Call, 'caller'> & { params: { id: string } }): Promise<User> {
  return findUserOf(app, signedIn(call.caller).member.id, userId(IdParam.read(call.params.id)));
}

export const list = endpoint(
  { summary: 'Your member’s users, and open invitations', reply: UsersReply },
  async (app, { caller }) => {
    const known = signedIn(caller);
    return {
      users: (await listUsers(app, known.member.id)).map(presentListedUser),
      invitations: (await listInvitations(app, known)).map(presentInvitation),
    };
  },
);

export const change = endpoint(
  {
    summary: 'Change a user’s role',
    description: 'A member always has an admin.',
    params,
    body: UserChangeBody,
    reply: UserReply,
  },
  async (app, call) => presentUser(await changeUser(app, await userIn(app, call), call.body)),
);

export const remove = endpoint(
  {
    summary: 'Remove a user',
    description: 'Every device of the user is signed out. What the user did stays.',
    params,
    reply: noBody,
  },
  async (app, call) => {
    await removeUser(app, await userIn(app, call));
  },
);

export const invite = endpoint(
  {
    summary: 'Invite a user',
    description:
      'The link works once, within seven days. Inviting the same e-mail again replaces the last link. With a mail server the link is sent to the e-mail; the answer is the same when another account has it already.',
    body: InvitationBody,
    stores: true,
    reply: InvitedReply,
  },
  async (app, { caller, body, publicUrl }) => {
    const { invitation, token } = await inviteUser(app, signedIn(caller), body);
    const url = token === undefined ? null : secretLink(publicUrl, 'accept-invitation', token);
    return { ...presentInvitation(invitation), url };
  },
);

export const withdraw = endpoint(
  { summary: 'Withdraw an invitation', params, reply: noBody },
  (app, { caller, params: { id } }) =>
    withdrawInvitation(app, signedIn(caller), invitationId(IdParam.read(id))),
);

export const accept = endpoint(
  {
    summary: 'Accept an invitation with its link',
    description: 'Creates the user and signs in.',
    body: AcceptBody,
    stores: true,
    reply: SessionReply,
  },
  async (app, { body, reply, address, publicUrl }) => {
    const visitor = { address, userAgent: reply.request.headers['user-agent'] ?? '' };
    const opened = await acceptInvitation(app, body.token, body.password, visitor);
    const { token, ...known } = opened;
    reply.header('set-cookie', sessionCookie(publicUrl, token));
    return presentSession(app, publicUrl, known, csrfTokenOf(app.secrets, token));
  },
);
