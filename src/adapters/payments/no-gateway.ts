// What stands in for a gateway where none is configured: nothing can be saved, charged or given back, and
// everybody is told so plainly. Credit accounts and demo bookings need no gateway.
import type { Gateway } from '../../application/ports.ts';
import { Refusal } from '../../domain/refusal.ts';
import { declined } from './decline.ts';

export const noGateway: Gateway = {
  name: 'none',
  charge: async ({ method }) => declined('no_payment_gateway', method.kind),
  // Money that a gateway took before it was switched off is not forgotten, only out of sight.
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
