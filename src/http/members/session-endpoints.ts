// /session, /sessions: signing in and out of the members area.
// Tests: contract/members-sessions.
import { Type } from 'typebox';
import { userOf } from '../../application/caller.ts';
import {
  endSessions,
  listSessions,
  signIn as openSignIn,
} from '../../application/members/sign-in.ts';
import { sessionId } from '../../domain/members/session.ts';
import { endpoint, noBody, signedIn } from '../server/endpoint.ts';
import { csrfTokenOf, readSessionToken, sessionCookie } from '../server/session-cookie.ts';
import { IdParam } from '../server/whole-number.ts';
import {
  currentSession,
  OpenSessionReply,
  presentOpenSession,
  presentSession,
  SessionReply,
  SignInBody,
} from './session.ts';

export const read = endpoint(
  {
    summary: 'The signed-in member',
    description: 'member is null if signed out.',
    reply: SessionReply,
  },
  async (app, { caller, reply, publicUrl }) => {
    if (caller.kind === 'anonymous') return presentSession(app, publicUrl, undefined, '');
    const token = readSessionToken(reply.request.headers, publicUrl) ?? '';
    const known = { member: caller.member, user: userOf(caller) };
    return presentSession(app, publicUrl, known, csrfTokenOf(app.secrets, token));
  },
);

export const signIn = endpoint(
  { summary: 'Sign in', body: SignInBody, reply: SessionReply },
  async (app, { body, reply, address, publicUrl }) => {
    const userAgent = reply.request.headers['user-agent'] ?? '';
    const { token, ...known } = await openSignIn(app, body, { address, userAgent });
    reply.header('set-cookie', sessionCookie(publicUrl, token));
    return presentSession(app, publicUrl, known, csrfTokenOf(app.secrets, token));
  },
);

export const signOut = endpoint(
  { summary: 'Sign out', reply: SessionReply },
  async (app, { caller, reply, publicUrl }) => {
    const current = currentSession(caller);
    if (current !== undefined) await endSessions(app, signedIn(caller), current);
    reply.header('set-cookie', sessionCookie(publicUrl, undefined));
    return presentSession(app, publicUrl, undefined, '');
  },
);

export const list = endpoint(
  { summary: 'Your sessions', reply: Type.Array(OpenSessionReply) },
  async (app, { caller }) =>
    (await listSessions(app, signedIn(caller))).map((session) =>
      presentOpenSession(session, currentSession(caller)),
    ),
);

export const end = endpoint(
  {
    summary: 'Sign out one device',
    params: Type.Object({ id: IdParam.schema }),
    reply: noBody,
  },
  (app, { caller, params }) =>
    endSessions(app, signedIn(caller), sessionId(IdParam.read(params.id))),
);

export const signOutEverywhere = endpoint(
  { summary: 'Sign out everywhere', reply: SessionReply },
  async (app, { caller, reply, publicUrl }) => {
    await endSessions(app, signedIn(caller), 'all');
    reply.header('set-cookie', sessionCookie(publicUrl, undefined));
    return presentSession(app, publicUrl, undefined, '');
  },
);
