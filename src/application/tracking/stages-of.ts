// The stages of many bookings for lists, in one query.
import type { BookingId } from '../../domain/bookings/booking.ts';
import { demoEvents } from '../../domain/tracking/demo-journey.ts';
import type { EventStage } from '../../domain/tracking/stage.ts';
import type { App, KnownShipment } from '../ports.ts';

/** Bookings without a shipment are left out. */
export async function stagesOf(
  app: App,
  bookingIds: readonly BookingId[],
): Promise<ReadonlyMap<BookingId, EventStage>> {
  if (bookingIds.length === 0) return new Map();
  const shipments = await app.store.shipments.listByReferences({ bookingIds, connotes: [] });
  return new Map(
    shipments
      .filter(({ isCancelled }) => !isCancelled)
      .map((shipment) => [shipment.bookingId, stageNow(app, shipment)] as const),
  );
}

/** A demo stores no stage: its journey follows from the clock. */
function stageNow(
  { clock, tracking }: App,
  { isDemo, stage, begunAtMs }: KnownShipment,
): EventStage {
  if (!isDemo) return stage;
  const journey = { begunAtMs, durationMs: tracking.demoJourneyMs, from: '', to: '' };
  return demoEvents(journey, clock.nowMs()).at(-1)?.givenStage ?? stage;
}
