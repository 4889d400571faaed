// The payment gateway that the configuration names.
import type {
  Clock,
  Gateway,
  Log,
  PaymentNotices,
  Secrets,
  Store,
} from '../../application/ports.ts';
import { noGateway } from './no-gateway.ts';
import { testGateway } from './test-gateway.ts';

export type GatewayChoice =
  | { gateway: 'test' | 'none' }
  | { gateway: 'stripe'; secretKey: string; webhookSecret: string | undefined };

export type OpenedPayments = {
  gateway: Gateway;
  notices: PaymentNotices | undefined;
  /** Undefined if there is no service to check. */
  check: (() => Promise<{ isWell: boolean; sentence: string }>) | undefined;
  close(): void;
};

const atHand = { notices: undefined, check: undefined, close: () => {} };

export async function openPayments(
  choice: GatewayChoice,
  app: { store: Store; clock: Clock; secrets: Secrets; log: Log; version: string },
): Promise<OpenedPayments> {
  const { store, clock, secrets, log, version } = app;
  switch (choice.gateway) {
    case 'test':
      return {
        ...atHand,
        gateway: testGateway({ books: store.testGateway, clock, secrets }),
      };
    case 'none':
      return { ...atHand, gateway: noGateway };
    case 'stripe': {
      // Loaded only when used, because it brings its own HTTP client.
      const { openStripe } = await import('./stripe/open-stripe.ts');
      return openStripe(
        { ...choice, version },
        { attempts: store.gatewayAttempts, clock, secrets, log },
      );
    }
  }
}
