// Tracking in the members area, in words for the sender.
// Tests: contract/members-records.
import { Type } from 'typebox';
import { trackShipment } from '../../application/tracking/track-shipment.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import { OwnTrackingReply, presentOwnTracking } from './tracking.ts';

export const read = endpoint(
  {
    summary: 'Track a shipment',
    description:
      'By booking id or consignment note. A reference that is not yours is not found: matched is false.',
    params: Type.Object({
      reference: Type.String({ description: 'A booking id or a consignment note' }),
    }),
    reply: OwnTrackingReply,
  },
  async (app, { caller, params: { reference } }) => {
    const tracked = await trackShipment(app, signedIn(caller), reference);
    return presentOwnTracking(reference, tracked, app.clock.nowMs());
  },
);
