// Sends webhooks to addresses that members name. Every connection is made to an address that was checked, so a name cannot
// pass a check and then resolve to another address. Redirects are never followed. Networks that the operator lists are for
// development: there, and only there, plain HTTP is allowed too.
import { isIP } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Agent } from 'undici';
import type { Sealer, WebhookRequest, WebhookSending } from '../../application/ports.ts';
import type { AddressFault } from '../../domain/webhooks/address-fault.ts';
import {
  attemptPatienceMs,
  type DeliveryAttempt,
  type DeliveryFault,
  mostAnswerBytes,
} from '../../domain/webhooks/webhook-delivery.ts';
import { checkedLookup, type Resolve } from '../shared/checked-lookup.ts';
import { isWithinNetworks } from '../shared/networks.ts';
import { isPublicAddress } from '../shared/public-addresses.ts';
import { AddressNotAllowed } from '../shared/send-raw.ts';

export type WebhookOptions = {
  sealer: Sealer;
  /** Networks outside the internet that may be reached. */
  networks: readonly string[];
  /** How names are resolved; the system's way without it. */
  resolve?: Resolve | undefined;
  /** How long an endpoint may take to answer. */
  patienceMs?: number | undefined;
};

const connectMs = 5_000;
const connectionsPerHost = 20;
/** A quiet connection is not kept: its address was checked when it was made. */
const idleMs = 2_000;

export function openWebhooks({
  sealer,
  networks,
  resolve,
  patienceMs = attemptPatienceMs,
}: WebhookOptions): WebhookSending {
  const isListed = isWithinNetworks(networks);
  const isAllowed = (address: string): boolean => isPublicAddress(address) || isListed(address);
  const secure = lazyAgent(isAllowed, resolve);
  const plain = lazyAgent(isListed, resolve);

  const addressFault = (text: string): AddressFault | undefined => {
    if (!URL.canParse(text)) return 'not_an_address';
    const url = new URL(text);
    if (url.username !== '' || url.password !== '') return 'with_credentials';
    const isPlain = url.protocol === 'http:' && networks.length > 0;
    if (url.protocol !== 'https:' && !isPlain) return 'not_https';
    const host = bareHost(url);
    const mayReach = isPlain ? isListed : isAllowed;
    return isIP(host) !== 0 && !mayReach(host) ? 'not_public' : undefined;
  };

  return {
    sealer,
    addressFault,
    send: async (request, stop) => {
      const beganMs = performance.now();
      const patience = AbortSignal.timeout(patienceMs);
      const ended = (attempt: Partial<DeliveryAttempt>): DeliveryAttempt => ({
        fault: undefined,
        detail: '',
        answerStatus: undefined,
        answerBody: '',
        ...attempt,
        tookMs: Math.round(performance.now() - beganMs),
      });
      // The operator may have changed the setting since the endpoint was added.
      if (addressFault(request.url) !== undefined) return ended({ fault: 'not_allowed' });
      const signal = AbortSignal.any([patience, ...(stop === undefined ? [] : [stop])]);
      try {
        const agents = new URL(request.url).protocol === 'https:' ? secure : plain;
        return ended(await post(await agents.open(), request, signal));
      } catch (error) {
        return ended(failureOf(error, patience));
      }
    },
    close: async () => {
      await Promise.all([secure.close(), plain.close()]);
    },
  };
}

async function post(
  dispatcher: Agent,
  { url, messageId, body, secrets, nowMs }: WebhookRequest,
  signal: AbortSignal,
): Promise<Partial<DeliveryAttempt>> {
  const [{ request }, { Webhook }] = await Promise.all([
    import('undici'),
    import('standardwebhooks'),
  ]);
  const at = new Date(nowMs);
  const answer = await request(url, {
    dispatcher,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Linehaul-Webhooks/1',
      // A compressed answer could be small on the wire and huge in memory.
      'accept-encoding': 'identity',
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(nowMs / 1000)),
      'webhook-signature': secrets
        .map((secret) => new Webhook(secret).sign(messageId, at, body))
        .join(' '),
    },
    body,
    signal,
  });
  const { statusCode: answerStatus } = answer;
  const answerBody = await beginningOf(answer.body);
  return { answerStatus, answerBody, fault: faultOf(answerStatus) };
}

/** An answer that is endless, or breaks off after its status, is cut off: the status counts. */
async function beginningOf(body: AsyncIterable<Uint8Array> & { destroy(): void }): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of body) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= mostAnswerBytes) break;
    }
  } catch {
    // What has arrived is kept.
  } finally {
    body.destroy();
  }
  const text = Buffer.concat(parts).subarray(0, mostAnswerBytes).toString('utf8');
  // PostgreSQL stores no NUL.
  return text.replaceAll('\0', '\uFFFD');
}

function faultOf(status: number): DeliveryFault | undefined {
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400 ? 'redirected' : 'rejected';
}

function failureOf(error: unknown, patience: AbortSignal): Partial<DeliveryAttempt> {
  if (isNotAllowed(error)) return { fault: 'not_allowed' };
  if (patience.aborted) return { fault: 'timeout' };
  const { code, message } = error as { code?: unknown; message?: unknown };
  const detail = typeof code === 'string' && code !== '' ? code : String(message ?? error);
  return { fault: 'unreachable', detail };
}

function isNotAllowed(error: unknown): boolean {
  if (error instanceof AddressNotAllowed) return true;
  return error instanceof Error && error.cause !== undefined && isNotAllowed(error.cause);
}

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Opened with the first webhook, because many installations have none. */
function lazyAgent(isAllowed: (address: string) => boolean, resolve: Resolve | undefined) {
  let opening: Promise<Agent> | undefined;
  const lookup = checkedLookup(isAllowed, (hostname) => new AddressNotAllowed(hostname), resolve);
  return {
    open: async (): Promise<Agent> => {
      opening ??= import('undici').then(
        (undici) =>
          new undici.Agent({
            connections: connectionsPerHost,
            keepAliveTimeout: idleMs,
            keepAliveMaxTimeout: idleMs,
            // Each attempt has one deadline of its own.
            headersTimeout: 0,
            bodyTimeout: 0,
            connect: { timeout: connectMs, rejectUnauthorized: true, lookup },
          }),
      );
      return await opening;
    },
    close: async (): Promise<void> => await (await opening)?.destroy(),
  };
}
