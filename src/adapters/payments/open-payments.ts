// The payment gateway that the configuration names.
import type { Clock, Payments, Secrets, Store } from '../../application/ports.ts';
import { noGateway } from './no-gateway.ts';
import { testGateway } from './test-gateway.ts';

export type GatewayChoice = { gateway: 'test' | 'none' };

export function openPayments(
  choice: GatewayChoice,
  app: { store: Store; clock: Clock; secrets: Secrets },
): Payments {
  switch (choice.gateway) {
    case 'test':
      return testGateway({ books: app.store.testGateway, clock: app.clock, secrets: app.secrets });
    case 'none':
      return noGateway;
  }
}
