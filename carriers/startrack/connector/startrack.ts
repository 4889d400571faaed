// StarTrack: Australia Post's interface with its own products, consignment numbers in tracking, and ad-hoc pickups.
import type { Connector } from '../../../src/application/ports.ts';
import { pickupsField } from '../../../src/domain/connectors/account-setting.ts';
import { shippingAndTracking } from '../../auspost/connector/shipping-and-tracking.ts';
import { pickup } from './pickup.ts';

export const startrack: Connector = {
  ...shippingAndTracking({
    carrier: 'startrack',
    accountDigits: 8,
    pickupsField: pickupsField(['regular', 'booked', 'told']),
    tracksConnotes: true,
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
  }),
  pickup,
};
