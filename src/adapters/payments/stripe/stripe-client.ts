// The connection to Stripe: the official SDK, loaded on first use, with a limit on how long a request may take. Only
// this file creates a client; other files make the requests and interpret the answers.
//
// The SDK repeats a request once after a lost connection, a conflict or a fault at Stripe. That is safe because every
// POST carries an idempotency key, and it resolves most lost answers without anybody noticing.
import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import type { Stripe } from 'stripe';
import type { Clock, GatewayAttempts, Log, Secrets } from '../../../application/ports.ts';

export type StripeOptions = {
  secretKey: string;
  /** Sent to Stripe with every request, for their support. */
  version: string;
  /** Another address for Stripe. For tests only, so it is never read from the environment. */
  server?: { host: string; port: number };
  bounds?: Partial<StripeBounds>;
};

export type StripeBounds = {
  /** The timeout of a connection without any data. Card networks answer in seconds. */
  silenceMs: number;
  /** The timeout of a whole request, including its repeats and slow answers. */
  questionMs: number;
  repeats: number;
};

const usualBounds: StripeBounds = { silenceMs: 20_000, questionMs: 45_000, repeats: 1 };
/** Enough for the busiest installation, and a limit on requests that pile up in a stuck network. */
const mostConnections = 64;

/** The request timed out, so its outcome is unknown. */
export class StripeTookTooLong extends Error {
  override readonly name = 'StripeTookTooLong';
}

export type StripeClient = {
  ask<Answer>(question: (stripe: Stripe) => Promise<Answer>): Promise<Answer>;
  close(): void;
};

/** The dependencies of everything that moves money through Stripe. */
export type StripeParts = {
  client: StripeClient;
  attempts: GatewayAttempts;
  clock: Clock;
  secrets: Secrets;
  log: Log;
};

const nonceBytes = 18;

/**
 * Random rather than derived from our keys: two installations may share a Stripe account, and an installation
 * restored from a backup repeats its ids.
 */
export function newNonce(secrets: Secrets): string {
  return `linehaul-${secrets.randomText(nonceBytes)}`;
}

export function stripeClient(options: StripeOptions): StripeClient {
  const bounds = { ...usualBounds, ...options.bounds };
  const agentOptions = { keepAlive: true, maxSockets: mostConnections };
  const agent =
    options.server === undefined ? new Agent(agentOptions) : new PlainAgent(agentOptions);
  const load = async (): Promise<Stripe> => {
    const sdk = await import('stripe');
    return new sdk.Stripe(options.secretKey, {
      httpAgent: agent,
      timeout: bounds.silenceMs,
      maxNetworkRetries: bounds.repeats,
      telemetry: false,
      appInfo: { name: 'Linehaul', version: options.version },
      ...(options.server === undefined ? {} : { ...options.server, protocol: 'http' as const }),
    });
  };
  let loading: Promise<Stripe> | undefined;
  return {
    ask: async (question) => {
      loading ??= load();
      const stripe = await loading;
      return await within(bounds.questionMs, question(stripe));
    },
    close: () => agent.destroy(),
  };
}

async function within<Answer>(patienceMs: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      answer,
      new Promise<never>((_resolve, reject) => {
        timer = setTimeout(
          () => reject(new StripeTookTooLong(`Stripe took longer than ${patienceMs} ms.`)),
          patienceMs,
        );
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
