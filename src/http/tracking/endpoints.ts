// Tracking by booking id or connote.
// Tests: contract/tracking, contract/tracking-phrases.
import { Type } from 'typebox';
import { trackShipment } from '../../application/tracking/track-shipment.ts';
import { Refusal } from '../../domain/refusal.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import { renderTrackingTable } from '../server/pages/tracking-table.ts';
import { prefersHtml } from '../server/prefers-html.ts';
import {
  OlderTrackingReply,
  presentOlderTracking,
  presentTracking,
  TrackingReply,
} from './tracking.ts';
import { trackingPolicy } from './tracking-page.ts';

export const read = endpoint(
  {
    summary: 'Where a shipment is',
    description:
      'By booking id or consignment note. Ask at most every 5 minutes. A reference that is not yours is not found, which v5 says with matched false. With Accept: text/html the answer is a page with a table of the events.',
    params: Type.Object({
      reference: Type.String({ description: 'A booking id or a consignment note' }),
    }),
    hasPage: true,
    reply: { v4: OlderTrackingReply, v5: TrackingReply },
  },
  async (app, { caller, params: { reference }, generation, reply }) => {
    const tracked = await trackShipment(app, signedIn(caller), reference);
    reply.header('vary', 'accept');
    const isFound = tracked !== undefined || generation.bodies === 'v5';
    if (isFound && prefersHtml(reply.request.headers.accept)) {
      const shown = { nowMs: app.clock.nowMs(), operator: app.operator.seller.name };
      reply.type('text/html; charset=utf-8').header('content-security-policy', trackingPolicy);
      return Buffer.from(renderTrackingTable(tracked, shown).text);
    }
    if (generation.bodies === 'v5') return presentTracking(reference, tracked, app.clock.nowMs());
    // interface-gaps.md, "Tracking what is not there": answered like a booking, because the reply has no field for it.
    if (tracked === undefined) throw new Refusal({ code: 'shipment_not_found', reference });
    return presentOlderTracking(tracked);
  },
);
