// Where a shipment is, by booking id or consignment note.
// Tests: contract/tracking.
import { Type } from 'typebox';
import { trackShipment } from '../../application/tracking/track-shipment.ts';
import { Refusal } from '../../domain/refusal.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import {
  OlderTrackingReply,
  presentOlderTracking,
  presentTracking,
  TrackingReply,
} from './tracking.ts';

export const read = endpoint(
  {
    summary: 'Where a shipment is',
    description:
      'By booking id or consignment note. Ask at most every 5 minutes. A reference that is not yours is not found, which v5 says with matched false.',
    params: Type.Object({
      reference: Type.String({ description: 'A booking id or a consignment note' }),
    }),
    reply: { v4: OlderTrackingReply, v5: TrackingReply },
  },
  async (app, { caller, params: { reference }, generation }) => {
    const tracked = await trackShipment(app, signedIn(caller), reference);
    if (generation.bodies === 'v5') return presentTracking(reference, tracked, app.clock.nowMs());
    // interface-gaps.md, "Tracking what is not there": as for a booking, since its answer has no word for it.
    if (tracked === undefined) throw new Refusal({ code: 'shipment_not_found', reference });
    return presentOlderTracking(tracked);
  },
);
