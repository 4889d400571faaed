// StarTrack's accounts, which speak Australia Post's interface with products of their own.
import type { Connector } from '../../../src/application/ports.ts';
import { shippingAndTracking } from '../../auspost/connector/shipping-and-tracking.ts';

export const startrack: Connector = shippingAndTracking({
  carrier: 'startrack',
  accountDigits: 8,
  services: [
    { stringId: 'startrack_road_express', product: 'EXP' },
    { stringId: 'startrack_premium', product: 'PRM' },
    { stringId: 'startrack_fpp', product: 'FPP' },
  ],
  labelGroups: {
    startrack_road_express: 'StarTrack',
    startrack_premium: 'StarTrack',
    startrack_fpp: 'StarTrack',
  },
  transits: {
    startrack_road_express: { text: '1-5 business days', minDays: 1, maxDays: 5 },
    startrack_premium: { text: '1-2 business days', minDays: 1, maxDays: 2 },
    startrack_fpp: { text: '1-2 business days', minDays: 1, maxDays: 2 },
  },
});
