// Shipments with tracking: a quote request, then tracking is started directly in the store, without a confirm.
import assert from 'node:assert/strict';
import { addTrackingEvent } from '../../../src/application/tracking/add-event.ts';
import { beginTracking } from '../../../src/application/tracking/begin-tracking.ts';
import { recordEvents } from '../../../src/application/tracking/record-events.ts';
import { type BookingId, bookingId } from '../../../src/domain/bookings/booking.ts';
import type { QuoteTransit } from '../../../src/domain/quotes/quote.ts';
import type { TrackingStage } from '../../../src/domain/tracking/stage.ts';
import type { TestApp, TestMember } from '../test-app.ts';
import { type Body, sydneyToMelbourne } from './quote-bodies.ts';

export type TestShipment = { id: BookingId; connote: string; carrier: string };

export type ShipmentOptions = {
  carrier?: string;
  connote?: string;
  pickupDate?: string;
  /** The transit time in the carrier's quote. */
  transit?: QuoteTransit;
  body?: Body;
};

let made = 0;

/** By default one carton from Sydney to Melbourne with TNT. */
export async function aShipmentOf(
  t: TestApp,
  member: TestMember,
  request: ShipmentOptions = {},
): Promise<TestShipment> {
  made += 1;
  const carrier = request.carrier ?? 'tnt_road_express';
  const connote = request.connote ?? `TST${String(made).padStart(6, '0')}`;
  const answer = await t.inject({
    method: 'POST',
    url: '/api/v5/bookings',
    headers: { 'api-key': member.key },
    payload: request.body ?? sydneyToMelbourne(),
  });
  assert.equal(answer.statusCode, 201, answer.body);
  const id = bookingId(answer.json<{ id: number }>().id);
  const booking = await t.app.store.bookings.find(id, member.id);
  assert.ok(booking);
  const confirmed = {
    ...booking,
    quotes: booking.quotes.map((quote) => ({
      ...quote,
      transit: request.transit ?? quote.transit,
    })),
    memberId: member.id,
    connote,
    confirmedAtMs: t.app.clock.nowMs(),
    confirmation: {
      carrier,
      tier: undefined,
      pickupDate: request.pickupDate ?? '2026-11-16',
      pickupTime: { from: '09:00', to: '17:00' },
      costCents: 0,
      insuredCents: 0,
      chargedGrams: 0,
      reference: '',
      funding: carrier === 'demo' ? ('demo' as const) : ('credit' as const),
    },
  };
  await t.app.store.transaction((store) => beginTracking(t.app, store, confirmed, 'carrier'));
  return { id, connote, carrier };
}

/** Adds a tracking event as a carrier reports it. */
export async function report(
  t: TestApp,
  { id }: TestShipment,
  ...events: {
    status: string;
    stage?: TrackingStage;
    atMs?: number;
    piece?: number;
    place?: string;
  }[]
): Promise<number> {
  const shipment = await t.app.store.shipments.find(id);
  assert.ok(shipment);
  const { added } = await recordEvents(
    t.app,
    events.map(({ status, stage, atMs, piece, place }) => ({
      shipment,
      event: {
        piece,
        occurredAtMs: atMs ?? t.app.clock.nowMs(),
        givenStage: stage,
        raw: { status, ...(place === undefined ? {} : { location: place }) },
      },
    })),
    'carrier',
  );
  return added.size;
}

/** Adds a scan of the whole consignment at the current time, as an operator does. */
export async function addScan(
  { app }: TestApp,
  bookingId: number,
  stage: TrackingStage,
  description: string,
  location: string,
): Promise<void> {
  const scan = { bookingId, stage, description, location };
  await addTrackingEvent(app, { ...scan, at: undefined, piece: undefined });
}
