// Admits a request before its body is read: checks credentials, then counts limits. The results are kept in the
// request's `progress`. A caller's slot among simultaneous requests is released exactly once, also when the client
// disconnects first.
import type { FastifyRequest } from 'fastify';
import { authenticate, type Credentials } from '../../application/authenticate.ts';
import type { Caller } from '../../application/caller.ts';
import type { App, Slot, TracedRequest } from '../../application/ports.ts';
import { getAgentsPrinter } from '../../application/printers/serve-agent.ts';
import { isTwoFactorRequired } from '../../application/users/two-factor.ts';
import type { PrinterId } from '../../domain/printers/label-printer.ts';
import { Refusal } from '../../domain/refusal.ts';
import { allows } from '../../domain/users/role.ts';
import { readAgentToken } from './agent-token.ts';
import type { RouteName } from './allowed-methods.ts';
import { addressBucket } from './client-address.ts';
import type { Generation, Usage } from './generation.ts';
import { countRequest, enterAtOnce } from './limits.ts';
import type { Access, Row } from './row.ts';

/** What the server keeps about a request between its hooks. */
export type Progress = {
  caller: Caller;
  /** The client address for the log; undefined if the client disconnected too early. */
  cameFrom: string | undefined;
  /** The client address as limits count it. */
  address: string;
  usage: Usage | undefined;
  slot: Slot | undefined;
  refusalCode: string | undefined;
  /** For the key's owner, in the call log: why the request was refused, or what was changed about it. */
  why: string | undefined;
  /** The route that a request with the wrong method was meant for. */
  meant: RouteName | undefined;
  beganMs: number;
  trace: TracedRequest | undefined;
  /** The request is logged: the answer was sent, or the client is gone. */
  isOver: boolean;
};

declare module 'fastify' {
  // Not a `type`, because it merges with the library's own declaration.
  interface FastifyRequest {
    progress: Progress;
  }
}

const nothingSent: Credentials = { kind: 'none' };

/**
 * Credentials, then limits. A caller without accepted credentials is limited by address, which slows down guessing.
 */
export async function admit(
  app: App,
  generation: Generation,
  row: Row,
  request: FastifyRequest,
): Promise<void> {
  const { progress } = request;
  const address = addressBucket(progress.cameFrom ?? '', request.socket.remoteAddress ?? '');
  progress.address = address;
  let refusal: unknown;
  let agentOf: PrinterId | undefined;
  try {
    // Its token alone decides, so a browser's cookie is ignored.
    if (row.access === 'agent')
      agentOf = (await getAgentsPrinter(app, readAgentToken(request.headers))).id;
    const isPublic = row.access === 'link' || row.access === 'open' || row.access === 'agent';
    const credentials = isPublic ? nothingSent : generation.readCredentials(request);
    progress.caller = await authenticate(app, credentials, address);
    if (needsCaller(row.access)) refuseWithoutRight(row.access, credentials, progress.caller);
    refuseWithoutSecondFactor(app, row, credentials, progress.caller);
    refuseWithoutRole(row, progress.caller);
  } catch (error) {
    refusal = error;
  }
  if (refusal !== undefined && !(refusal instanceof Refusal)) throw refusal;
  // A guessing address gets this refusal with its retry time, before any other limit.
  if (refusal?.data.code === 'too_many_failed_attempts') throw refusal;
  // Credentials go before limits: the breaker counts this attempt, and it counts only 401 answers.
  const isRejected = refusal?.data.code === 'credentials_rejected';
  // A browser sends its cookie everywhere. On routes without sign-in, an expired cookie is ignored.
  if (refusal?.data.code === 'session_ended' && !needsCaller(row.access)) refusal = undefined;
  // A mistyped key does not use up the address's anonymous quotes.
  const isQuote = row.access === 'quote' && refusal === undefined;
  const allowance = generation.allowance(progress.caller, address, { isQuote, agentOf });
  try {
    progress.usage = await countRequest(app, allowance);
  } catch (limited) {
    throw isRejected ? refusal : limited;
  }
  if (refusal !== undefined) throw refusal;
  progress.slot = await enterAtOnce(app, allowance);
  // The client disconnected during admission, so no later event will release the slot.
  if (progress.isOver) leaveSlot(app, request);
}

const needsCaller = (access: Access): boolean => access === 'key' || access === 'operator';

function refuseWithoutRight(access: Access, credentials: Credentials, caller: Caller): void {
  if (credentials.kind === 'none') {
    const { wrongHeader } = credentials;
    throw new Refusal({
      code: 'credentials_missing',
      ...(wrongHeader === undefined ? {} : { wrongHeader }),
    });
  }
  const isOperator = caller.kind === 'member' && caller.member.isOperator;
  if (access === 'operator' && !isOperator) throw new Refusal({ code: 'operators_only' });
}

/** A session was opened with the second factor, if its user has one; a password in a request lacks it. */
function refuseWithoutSecondFactor(
  app: App,
  { access }: Row,
  credentials: Credentials,
  caller: Caller,
): void {
  if (caller.kind !== 'member' || caller.user === undefined) return;
  const { hasTwoFactor } = caller.user;
  if (credentials.kind === 'password' && hasTwoFactor)
    throw new Refusal({ code: 'second_factor_not_sent' });
  if (access === 'operator' && !hasTwoFactor && isTwoFactorRequired(app, caller))
    throw new Refusal({ code: 'two_factor_required' });
}

/** Also on routes that work without credentials. Rows with `link` or `open` access have no caller. */
function refuseWithoutRole({ role: needed }: Row, caller: Caller): void {
  if (caller.kind !== 'member' || caller.user === undefined) return;
  const { role } = caller.user;
  if (!allows(role, needed)) throw new Refusal({ code: 'role_needed', role, needed });
}

/** Releases the caller's slot once: when the answer is sent, or when the client disconnects before. */
export function leaveSlot(app: App, request: FastifyRequest): void {
  const { slot } = request.progress;
  if (slot === undefined) return;
  request.progress.slot = undefined;
  app.counters.leave(slot).catch((error: unknown) => {
    app.log.warn({ err: error }, 'a slot among simultaneous requests was not released');
  });
}
