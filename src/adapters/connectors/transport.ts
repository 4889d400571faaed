// The one way to a carrier's service: HTTP with a pool of connections for each host, a deadline, a bound on what is read,
// certificates always checked, redirects never followed (they would carry credentials elsewhere). It knows neither
// carriers nor accounts, and it repeats nothing.
//
// The line that matters is `isUnsent`: an error counts as "the carrier has not seen it" only when no connection came about.
import type { LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import type { CarrierReply } from '../../application/ports.ts';
import { badAnswer } from '../../domain/connectors/carrier-answer.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { GatheredReply } from './gathered-reply.ts';
import { assertPublicHost, lookupPublic } from './public-addresses.ts';

export type WireRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  /** The carrier itself named the address: it must not lead into our own network. */
  isNamedByCarrier: boolean;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  deadlineMs: number;
};

export type WireReply = CarrierReply & { retryAfter: string };

export type Transport = {
  send(request: WireRequest, signal?: AbortSignal): Promise<WireReply>;
  close(): Promise<void>;
};

/** A label of a hundred pieces has a few megabytes; a price has a few kilobytes. */
const mostReplyBytes = 12 * 1024 * 1024;
const connectMs = 4_000;
/** To one host. Quotes come in bursts, and a queue would make every one of them late. */
const connectionsPerHost = 256;
const idleMs = 20_000;

/** Loaded with the first request: whoever has no account with a carrier starts without it. */
async function openClient(lookup: LookupFunction | undefined): Promise<Agent> {
  const undici = await import('undici');
  return new undici.Agent({
    connections: connectionsPerHost,
    pipelining: 1,
    keepAliveTimeout: idleMs,
    maxResponseSize: mostReplyBytes,
    // One deadline for all of it, which every request brings along.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: connectMs,
      rejectUnauthorized: true,
      ...(lookup === undefined ? {} : { lookup }),
    },
  });
}

export function openTransport(): Transport {
  const carriers = lazyClient(undefined);
  // With connections of its own: none that a carrier's own address has is used for what it names.
  const elsewhere = lazyClient(lookupPublic);
  return {
    send: async ({ method, url, isNamedByCarrier, headers, body, deadlineMs }, signal) => {
      const { origin, path } = isNamedByCarrier ? namedAddressOf(url) : addressOf(url);
      const agent = await (isNamedByCarrier ? elsewhere : carriers).client();
      if (signal?.aborted === true) throw new CarrierTrouble('lost', nobodyWaits);
      const reply = new GatheredReply();
      const deadline = setTimeout(() => reply.giveUp(new Late()), deadlineMs);
      const leave = (): void => reply.giveUp(new Error(nobodyWaits));
      signal?.addEventListener('abort', leave, { once: true });
      try {
        agent.dispatch(
          {
            origin,
            path,
            method,
            // Compressed answers could be small on the wire and endless in memory.
            headers: { ...headers, 'accept-encoding': 'identity' },
            body: body ?? null,
          },
          reply,
        );
        return await reply.outcome;
      } catch (error) {
        throw troubleOf(error, reply.hasStarted);
      } finally {
        clearTimeout(deadline);
        signal?.removeEventListener('abort', leave);
      }
    },
    close: async () => {
      await Promise.all([carriers.close(), elsewhere.close()]);
    },
  };
}

function lazyClient(lookup: LookupFunction | undefined) {
  let opening: Promise<Agent> | undefined;
  let agent: Agent | undefined;
  return {
    client: async (): Promise<Agent> => {
      opening ??= openClient(lookup);
      agent ??= await opening;
      return agent;
    },
    close: async (): Promise<void> => await (await opening)?.destroy(),
  };
}

class Late extends Error {}
const nobodyWaits = 'nobody waits any more';

/** Addresses that were looked at before; there are as many as carriers, and a few for files elsewhere. */
const known = new Map<string, string | undefined>();
const mostKnown = 200;
/** As it is sent; anything else is first written as an address must be. */
const plainPath = /^(\/(?!\.)[\w\-.~!$&'()*+,;=:@%]*)+(\?[\w\-.~!$&'()*+,;=:@%/?]*)?$/;

function addressOf(url: string): { origin: string; path: string } {
  const end = url.indexOf('/', url.indexOf('//') + 2);
  const origin = end < 0 ? url : url.slice(0, end);
  if (!known.has(origin)) {
    if (known.size >= mostKnown) known.clear();
    known.set(origin, addressProblem(origin));
  }
  const problem = known.get(origin);
  if (problem !== undefined)
    throw new CarrierTrouble('unreachable', `the address ${problem}`, { isUnsent: true });
  const path = url.slice(origin.length);
  if (plainPath.test(path)) return { origin, path };
  const { pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}

/** Only what is encrypted and outside; no name is looked up yet. */
function namedAddressOf(url: string): { origin: string; path: string } {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address?.protocol !== 'https:')
    throw badAnswer('it names a file at an address that does not begin with https://');
  if (address.username !== '' || address.password !== '')
    throw badAnswer('it names a file at an address with a user name or a password in it');
  assertPublicHost(address.hostname);
  return { origin: address.origin, path: address.pathname + address.search };
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && loopback.test(new URL(text).hostname);
}

/** Why an address will not do; undefined when it will. Without TLS only this machine itself is spoken to. */
export function addressProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is not an address. Give one that begins with https://';
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'must hold no user name or password';
  if (protocol === 'https:') return undefined;
  return protocol === 'http:' && loopback.test(hostname)
    ? undefined
    : 'must begin with https://; only this machine itself may be spoken to without';
}

/** No connection came about: nothing can have been sent. */
const unsentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/;

function troubleOf(error: unknown, hasStarted: boolean): CarrierTrouble {
  if (error instanceof CarrierTrouble) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  if (error instanceof Late)
    return new CarrierTrouble('timeout', 'no answer in time', { cause: error });
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return new CarrierTrouble('too_large', message, { cause: error });
  if (!hasStarted && (unsentCodes.has(code) || certificateCode.test(code)))
    return new CarrierTrouble('unreachable', `${code}: ${message}`, {
      isUnsent: true,
      cause: error,
    });
  return new CarrierTrouble('lost', code === '' ? message : `${code}: ${message}`, {
    cause: error,
  });
}

/** Node gathers the failures of several addresses of one host in an AggregateError. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return 'cause' in error ? codeOf(error.cause) : '';
}
