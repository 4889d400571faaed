// How far carriers have got with many bookings, for lists: as it is noted with each shipment, in one question for all.
import type { BookingId } from '../../domain/bookings/booking.ts';
import { demoEvents } from '../../domain/tracking/demo-journey.ts';
import type { EventStage } from '../../domain/tracking/stage.ts';
import type { App, KnownShipment } from '../ports.ts';

/** Those that nobody carries are not in it. */
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

/** Of a demo nothing is noted: its way follows from the clock. */
function stageNow(
  { clock, tracking }: App,
  { isDemo, stage, begunAtMs }: KnownShipment,
): EventStage {
  if (!isDemo) return stage;
  const journey = { begunAtMs, durationMs: tracking.demoJourneyMs, from: '', to: '' };
  return demoEvents(journey, clock.nowMs()).at(-1)?.givenStage ?? stage;
}
