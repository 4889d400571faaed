// Australia Post's eParcel contract: Parcel Post and Express Post.
import type { Connector } from '../../../src/application/ports.ts';
import { pickupsField } from '../../../src/domain/connectors/account-setting.ts';
import { shippingAndTracking } from './shipping-and-tracking.ts';

/** The interface gives no transit times: these are Australia Post's promises between capitals. */
export const auspost: Connector = shippingAndTracking({
  carrier: 'auspost',
  accountDigits: 10,
  pickupsField: pickupsField(),
  services: [
    { stringId: 'auspost_regular_eparcel', product: '7D55' },
    { stringId: 'auspost_express_eparcel', product: '3J55' },
  ],
  labelGroups: {
    auspost_regular_eparcel: 'Parcel Post',
    auspost_express_eparcel: 'Express Post',
  },
  transits: {
    auspost_regular_eparcel: { text: '2-6 business days', minDays: 2, maxDays: 6 },
    auspost_express_eparcel: { text: '1-2 business days', minDays: 1, maxDays: 2 },
  },
});
