// Begins to track a confirmed booking and schedules its e-mails. It runs inside the confirming transaction, so that
// each confirmed booking has exactly one shipment. Polling and sending are left to jobs.
import { type Booking, pieceCount, travellingItems } from '../../domain/bookings/booking.ts';
import { type Confirmation, isDemoConfirmation } from '../../domain/bookings/confirmation.ts';
import { type DemoJourney, demoStageAtMs } from '../../domain/tracking/demo-journey.ts';
import { mailKinds } from '../../domain/tracking/notification.ts';
import { leastPollPauseMs, neverAsked } from '../../domain/tracking/poll-plan.ts';
import { serviceTerms } from '../carriers/service-terms.ts';
import type { App, NewMail, NewShipment, Store } from '../ports.ts';
import { arrivalDay } from '../quotes/arrival-day.ts';

/** `numberedBy`: the issuer of the connote. A connote that a person enters counts as the carrier's. */
export async function beginTracking(
  app: Pick<App, 'pickups' | 'tracking' | 'carriers'>,
  store: Pick<Store, 'shipments' | 'mails'>,
  booking: Booking,
  numberedBy: 'carrier' | 'us',
): Promise<void> {
  const { memberId, connote, confirmation, receiver, notifications, confirmedAtMs } = booking;
  // A booking confirmed by hand may have no connote, and then there is nothing to track.
  if (memberId === undefined || connote === undefined || confirmation === undefined) return;
  const begunAtMs = confirmedAtMs ?? booking.createdAtMs;
  const isDemo = isDemoConfirmation(confirmation);
  const isAskedAbout = numberedBy === 'carrier' || knowsOurs(app, confirmation.carrier);
  const shipment: NewShipment = {
    bookingId: booking.id,
    memberId,
    connote,
    carrier: confirmation.carrier,
    pieces: pieceCount(travellingItems(booking)),
    isDemo,
    // Demos e-mail only the member: interface-gaps.md, "E-mails of a demo".
    notifiesByEmail: notifications.email && (isDemo || receiver.email !== ''),
    begunAtMs,
    isOwnAccount: confirmation.isOwnAccount === true,
    expectedDate: expectedDateOf(app, booking, confirmation),
    pollAtMs: isDemo ? undefined : begunAtMs + (app.tracking.pollPauseMs ?? leastPollPauseMs),
    failedPolls: isAskedAbout ? 0 : neverAsked,
  };
  await store.shipments.begin(shipment);
  if (shipment.notifiesByEmail) await store.mails.want(mailsAtOnce(app, shipment));
}

/**
 * A connote from our own range may belong to someone else at the carrier, whose scans would become this shipment's. So
 * only connotes that the carrier issued are polled. Simulated carriers have no other customers.
 */
function knowsOurs(app: Pick<App, 'tracking' | 'carriers'>, stringId: string): boolean {
  return (
    app.tracking.pollPauseMs !== undefined ||
    serviceTerms(app, stringId, 'connote')?.isIssued === true
  );
}

/** When the shipment should arrive if it is collected on the confirmed day. */
export function expectedDateOf(
  app: Pick<App, 'pickups'>,
  { quotes, receiver }: Booking,
  { carrier, pickupDate }: Confirmation,
): string | undefined {
  const quote = quotes.find((one) => one.carrier === carrier);
  return quote && arrivalDay(app, receiver, quote.transit, pickupDate);
}

/** The booking confirmation; for a demo, whose journey follows from the clock, also the later mails. */
function mailsAtOnce({ tracking }: Pick<App, 'tracking'>, shipment: NewShipment): NewMail[] {
  const { bookingId, memberId, isDemo, begunAtMs } = shipment;
  const owner = { bookingId, memberId, isDemo };
  if (!isDemo) return [{ ...owner, kind: 'confirmed', dueAtMs: begunAtMs }];
  const journey: DemoJourney = { begunAtMs, durationMs: tracking.demoJourneyMs, from: '', to: '' };
  return mailKinds.map((kind) => ({
    ...owner,
    kind,
    dueAtMs: (kind === 'confirmed' ? undefined : demoStageAtMs(journey, kind)) ?? begunAtMs,
  }));
}
