// Sends HTTP requests to carriers: a connection pool for each host, a deadline, a limit on the size of a reply, certificates
// always checked, redirects never followed (they would carry credentials elsewhere), no repeats.
//
// An error is `isUnsent` only if no connection was made, because only then is it certain that the carrier received nothing.
import type { LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import type { CarrierReply } from '../../application/ports.ts';
import { badAnswer } from '../../domain/connectors/carrier-answer.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { BufferedReply } from './buffered-reply.ts';
import { assertPublicHost, lookupPublic } from './public-addresses.ts';

export type WireRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  /** The address comes from a carrier's answer, so it must not lead into our own network. */
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

/** A label for a hundred pieces is a few megabytes. */
const mostReplyBytes = 12 * 1024 * 1024;
const connectMs = 4_000;
/** Quotes come in bursts, and a queue would delay them all. */
const connectionsPerHost = 256;
const idleMs = 20_000;

/** Loaded with the first request, because many installations have no carrier account. */
async function openClient(lookup: LookupFunction | undefined): Promise<Agent> {
  const undici = await import('undici');
  return new undici.Agent({
    connections: connectionsPerHost,
    pipelining: 1,
    keepAliveTimeout: idleMs,
    maxResponseSize: mostReplyBytes,
    // Each request has one deadline of its own.
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
  // Separate connections, so that a pooled one cannot bypass the check of the address.
  const elsewhere = lazyClient(lookupPublic);
  return {
    send: async ({ method, url, isNamedByCarrier, headers, body, deadlineMs }, signal) => {
      const { origin, path } = isNamedByCarrier ? namedAddressOf(url) : addressOf(url);
      const agent = await (isNamedByCarrier ? elsewhere : carriers).client();
      if (signal?.aborted === true) throw new CarrierTrouble('lost', abortedByCaller);
      const reply = new BufferedReply();
      const deadline = setTimeout(() => reply.abort(new Late()), deadlineMs);
      const leave = (): void => reply.abort(new Error(abortedByCaller));
      signal?.addEventListener('abort', leave, { once: true });
      try {
        agent.dispatch(
          {
            origin,
            path,
            method,
            // A compressed reply could be small on the wire and huge in memory.
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
const abortedByCaller = 'the caller aborted the request';

/** Checked origins with their problems. */
const known = new Map<string, string | undefined>();
const mostKnown = 200;
/** Paths that need no normalisation. */
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

/** Requires HTTPS and a public host; `lookupPublic` checks host names. */
function namedAddressOf(url: string): { origin: string; path: string } {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address?.protocol !== 'https:')
    throw badAnswer('it refers to a file at an address that does not begin with https://');
  if (address.username !== '' || address.password !== '')
    throw badAnswer('it refers to a file at an address that contains a user name or password');
  assertPublicHost(address.hostname);
  return { origin: address.origin, path: address.pathname + address.search };
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && loopback.test(new URL(text).hostname);
}

/** The problem with an address, or undefined. Plain HTTP is allowed only to this machine. */
export function addressProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is not an address. Use one that begins with https://';
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'must not contain a user name or password';
  if (protocol === 'https:') return undefined;
  return protocol === 'http:' && loopback.test(hostname)
    ? undefined
    : 'must begin with https://, except for an address on this machine';
}

/** No connection was made, so nothing was sent. */
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

/** Node reports failures of several addresses of one host in an AggregateError. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return 'cause' in error ? codeOf(error.cause) : '';
}
