// The way to Stripe: the official SDK, loaded when it is first needed, with a bound on how long anybody
// waits. It is the only file that makes a client; what is asked, and what an answer means, is elsewhere.
//
// The SDK repeats a request once after a lost connection, a conflict or a fault of Stripe's. That is safe here,
// because every POST carries an idempotency key, and a repeated request is what turns most lost answers into
// known ones without anybody noticing.
import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import type { Stripe } from 'stripe';
import type { Clock, GatewayAttempts, Log, Secrets } from '../../../application/ports.ts';

export type StripeOptions = {
  secretKey: string;
  /** Told to Stripe with every request, for their support. */
  version: string;
  /** Where Stripe is, if not at its own address: for tests only, and therefore never read from the environment. */
  server?: { host: string; port: number };
  bounds?: Partial<StripeBounds>;
};

export type StripeBounds = {
  /** A connection on which nothing is heard for so long is given up. Card networks answer in seconds. */
  silenceMs: number;
  /** All of a question, repeated or not, dribbling or not. */
  questionMs: number;
  repeats: number;
};

const usualBounds: StripeBounds = { silenceMs: 20_000, questionMs: 45_000, repeats: 1 };
/** Enough for the busiest installation, and a stop to what a stuck network can pile up. */
const mostConnections = 64;

/** Nobody waits any longer; what becomes of the question is not known. */
export class StripeTookTooLong extends Error {
  override readonly name = 'StripeTookTooLong';
}

export type StripeClient = {
  ask<Answer>(question: (stripe: Stripe) => Promise<Answer>): Promise<Answer>;
  close(): void;
};

/** What everything that moves money through Stripe is made of. */
export type StripeParts = {
  client: StripeClient;
  attempts: GatewayAttempts;
  clock: Clock;
  secrets: Secrets;
  log: Log;
};

const nonceBytes = 18;

/** Random, not made from a key of ours: two installations may share an account, and a restored one repeats its numbers. */
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
