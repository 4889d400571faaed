// Lets a request in, before its body is read: credentials, then the limits of whoever sent them. What is
// found out on the way is kept in the request's `progress`. A slot among a caller's simultaneous requests
// is given back exactly once, also when the client goes away first.
import type { FastifyRequest } from 'fastify';
import { authenticate, type Credentials } from '../../application/authenticate.ts';
import type { Caller } from '../../application/caller.ts';
import type { App, Slot, TracedRequest } from '../../application/ports.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { RouteName } from './allowed-methods.ts';
import { addressBucket } from './client-address.ts';
import type { Generation, Usage } from './generation.ts';
import { countRequest, enterAtOnce } from './limits.ts';
import type { Access, Row } from './row.ts';

/** What the server keeps about a request between its hooks. */
export type Progress = {
  caller: Caller;
  /** As it is written down; undefined for a client that was gone before anybody looked. */
  cameFrom: string | undefined;
  /** As it is counted. */
  address: string;
  usage: Usage | undefined;
  slot: Slot | undefined;
  refusalCode: string | undefined;
  /** For the key's owner, in the call log: why the request was refused, or what was changed about it. */
  why: string | undefined;
  /** The route that a request with the wrong method meant. */
  meant: RouteName | undefined;
  beganMs: number;
  trace: TracedRequest | undefined;
  /** Its line is in the log: the answer is out, or the client is gone. */
  isOver: boolean;
};

declare module 'fastify' {
  // No `type`: it is merged with the library's own declaration.
  interface FastifyRequest {
    progress: Progress;
  }
}

const nothingSent: Credentials = { kind: 'none' };

/** Credentials, then limits. A caller without accepted credentials is limited by address, so that guessing is too. */
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
  try {
    const isAnybody = row.access === 'link' || row.access === 'open';
    const credentials = isAnybody ? nothingSent : generation.readCredentials(request);
    progress.caller = await authenticate(app, credentials, address);
    if (needsCaller(row.access)) refuseWithoutRight(row.access, credentials, progress.caller);
  } catch (error) {
    refusal = error;
  }
  if (refusal !== undefined && !(refusal instanceof Refusal)) throw refusal;
  // An address that guesses is told so, and when to come back, whatever else it has used up.
  if (refusal?.data.code === 'too_many_failed_attempts') throw refusal;
  // Credentials go before limits: the breaker counts this attempt, and it counts answers 401 only.
  const isRejected = refusal?.data.code === 'credentials_rejected';
  // A browser sends its cookie everywhere. Where nobody need be signed in, one that is over is as good as none.
  if (refusal?.data.code === 'session_ended' && !needsCaller(row.access)) refusal = undefined;
  // Who mistypes a key wanted no quote without one, and keeps those that the address has.
  const isQuote = row.access === 'quote' && refusal === undefined;
  const allowance = generation.allowance(progress.caller, address, isQuote);
  try {
    progress.usage = await countRequest(app, allowance);
  } catch (limited) {
    throw isRejected ? refusal : limited;
  }
  if (refusal !== undefined) throw refusal;
  progress.slot = await enterAtOnce(app, allowance);
  // The client left while it was being let in: nobody will hear of its end again.
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

/** Gives the caller's slot back, once: when the answer is out, or when the client went away before. */
export function leaveSlot(app: App, request: FastifyRequest): void {
  const { slot } = request.progress;
  if (slot === undefined) return;
  request.progress.slot = undefined;
  app.counters.leave(slot).catch((error: unknown) => {
    app.log.warn({ err: error }, 'a place among simultaneous requests was not given back');
  });
}
