// Assembles the Stripe payment gateway from its parts, which share one client.
import type {
  Clock,
  Gateway,
  GatewayAttempts,
  Log,
  PaymentNotices,
  Secrets,
} from '../../../application/ports.ts';
import { stripeCardPage } from './stripe-card-page.ts';
import { stripeCharges } from './stripe-charges.ts';
import { type StripeOptions, stripeClient } from './stripe-client.ts';
import { stripeMethods } from './stripe-methods.ts';
import { stripeNotices } from './stripe-notices.ts';
import { stripeRefunds } from './stripe-refunds.ts';
import { reasonOf, troubleOf } from './stripe-trouble.ts';

export type StripeGateway = {
  gateway: Gateway;
  /** Undefined without a webhook secret: webhooks cannot be verified, so none are accepted. */
  notices: PaymentNotices | undefined;
  /** Makes a harmless request to Stripe. The sentence describes the problem, if any. */
  check(): Promise<{ isWell: boolean; sentence: string }>;
  close(): void;
};

export function openStripe(
  options: StripeOptions & { webhookSecret: string | undefined },
  app: { attempts: GatewayAttempts; clock: Clock; secrets: Secrets; log: Log },
): StripeGateway {
  const client = stripeClient(options);
  const parts = { ...app, client };
  return {
    gateway: {
      name: 'stripe',
      ...stripeCharges(parts),
      ...stripeRefunds(parts),
      ...stripeMethods(parts),
      cardPage: stripeCardPage(parts),
    },
    notices: options.webhookSecret === undefined ? undefined : stripeNotices(options.webhookSecret),
    check: async () => {
      try {
        await client.ask((stripe) => stripe.paymentIntents.list({ limit: 1 }));
        return { isWell: true, sentence: 'Stripe answers and accepts the key.' };
      } catch (error) {
        return { isWell: false, sentence: reasonOf(troubleOf(error)) };
      }
    },
    close: client.close,
  };
}
