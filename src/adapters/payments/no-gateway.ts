// The gateway used when none is configured: it rejects saving, charging and refunding with a clear message. Credit
// accounts and demo bookings need no gateway.
import type { Gateway } from '../../application/ports.ts';
import { Refusal } from '../../domain/refusal.ts';
import { declined } from './decline.ts';

export const noGateway: Gateway = {
  name: 'none',
  charge: async ({ method }) => declined('no_payment_gateway', method.kind),
  // An earlier gateway may have taken the money, so the outcome is unknown rather than absent.
  findCharge: async () => ({ outcome: 'unknown', reason: outOfSight }),
  refund: async () => ({ outcome: 'unknown', reason: outOfSight }),
  findRefund: async () => ({ outcome: 'unknown', reason: outOfSight }),
  saveMethod: async () => {
    throw new Refusal({
      code: 'payment_gateway_unavailable',
      reason:
        'No payment gateway is configured, so no card or wallet can be saved. Set PAYMENTS=stripe (docs/operators/payment-gateway.md).',
    });
  },
};

const outOfSight = 'No payment gateway is configured; set PAYMENTS to the one that was used.';
