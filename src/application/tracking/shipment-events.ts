// All events of a shipment: the stored ones and, for a demo, the Demo courier's events so far.
import type { CarrierEvent } from '../../domain/tracking/carrier-event.ts';
import { demoEvents } from '../../domain/tracking/demo-journey.ts';
import type { StageRule } from '../../domain/tracking/stage-rules.ts';
import type { App, Shipment } from '../ports.ts';

export async function listShipmentEvents(
  app: Pick<App, 'store' | 'clock' | 'tracking'>,
  shipment: Shipment,
): Promise<CarrierEvent[]> {
  const stored = await app.store.trackingEvents.list([shipment.bookingId]);
  if (!shipment.isDemo) return stored;
  const booking = await app.store.bookings.find(shipment.bookingId, shipment.memberId);
  const placeOf = (address: { suburb: string; state: string } | undefined): string =>
    address === undefined ? '' : `${address.suburb} ${address.state}`.trim();
  const journey = {
    begunAtMs: shipment.begunAtMs,
    durationMs: app.tracking.demoJourneyMs,
    from: placeOf(booking?.sender),
    to: placeOf(booking?.receiver),
  };
  return [...demoEvents(journey, app.clock.nowMs()), ...stored];
}

/** The carrier's rules; empty for a removed carrier, whose events the fall-back still understands. */
export function stageRulesOf(app: Pick<App, 'carriers'>, carrier: string): readonly StageRule[] {
  return app.carriers.snapshot().find(carrier)?.carrier.terms.tracking ?? [];
}
