import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pieceLabel, reportSummary } from '../../wording/tracking.ts';
import { type CarrierEvent, contentOfEvent, tidyRaw } from './carrier-event.ts';
import { demoEvents, demoStageAtMs } from './demo-journey.ts';
import { progressOf } from './progress.ts';
import { reportOf } from './shipment-report.ts';
import type { EventStage } from './stage.ts';

const hour = 3_600_000;

const eventAt = (atHour: number | undefined, status: string, piece?: number): CarrierEvent => ({
  piece,
  occurredAtMs: atHour === undefined ? undefined : atHour * hour,
  givenStage: undefined,
  raw: { status },
});

function checkStage(expected: EventStage, events: CarrierEvent[], pieces = 1): void {
  assert.equal(progressOf(events, [], pieces).stage, expected);
}

test('a shipment has the stage of its latest event', () => {
  checkStage('pending', []);
  checkStage('pending', [eventAt(1, 'Booked')]);
  checkStage('picked_up', [eventAt(1, 'Booked'), eventAt(2, 'Picked up')]);
  checkStage('in_transit', [eventAt(3, 'Arrived at depot'), eventAt(2, 'Picked up')]);
  checkStage('futile', [eventAt(4, 'Card left'), eventAt(3, 'On board for delivery')]);
  checkStage('out_for_delivery', [eventAt(4, 'Card left'), eventAt(28, 'On board for delivery')]);
  checkStage('in_transit', [eventAt(4, 'Card left'), eventAt(5, 'Arrived at depot')]);
});

test('never moves a shipment back for a late event', () => {
  checkStage('picked_up', [eventAt(2, 'Picked up'), eventAt(3, 'Manifest received')]);
  checkStage('in_transit', [eventAt(3, 'In transit'), eventAt(4, 'Collected from agent')]);
  checkStage('picked_up', [eventAt(2, 'Futile pickup'), eventAt(3, 'Picked up')]);
  checkStage('delivered', [eventAt(9, 'Delivered'), eventAt(10, 'Return to sender')]);
  checkStage('delivered', [eventAt(9, 'Delivered'), eventAt(10, 'In transit')]);
  checkStage('in_transit', [eventAt(3, 'In transit'), eventAt(4, 'Zorp')]);
});

test('reports unrecognised words as unknown', () => {
  checkStage('unknown', [eventAt(1, 'Zorp')]);
  checkStage('delivered', [eventAt(undefined, 'Delivered'), eventAt(undefined, 'Picked up')]);
});

test('a consignment is delivered when every piece is', () => {
  const two = [eventAt(5, 'Delivered', 1), eventAt(6, 'Delivered', 2)];
  checkStage('in_transit', two, 3);
  checkStage('delivered', [...two, eventAt(7, 'Delivered', 3)], 3);
  checkStage('delivered', [...two, eventAt(7, 'Delivered')], 3);
  checkStage('damaged', [...two, eventAt(7, 'Article damaged', 3)], 3);
  checkStage('in_transit', [eventAt(1, 'Booked'), eventAt(2, 'In transit', 1)], 2);
  // An unknown piece number counts for the whole consignment and undoes nothing.
  checkStage('delivered', [eventAt(5, 'Delivered', 1), eventAt(9, 'In transit', 7)], 1);
  const progress = progressOf([eventAt(1, 'Booked'), ...two], [], 3);
  assert.deepEqual(
    progress.pieces.map(({ piece, stage }) => [piece, stage]),
    [
      [undefined, 'pending'],
      [1, 'delivered'],
      [2, 'delivered'],
    ],
  );
  assert.equal(progress.deliveredPieces, 2);
});

const shipment = {
  connote: 'ABC123',
  pieces: 3,
  isCancelled: false,
  expectedDate: '2026-11-18',
};

test('a tracking report has a state, advice and an expected date', () => {
  const report = (
    events: CarrierEvent[],
    change: Partial<typeof shipment> = {},
    today = '2026-11-16',
  ) => reportOf({ ...shipment, ...change }, events, [], today);
  const waiting = report([]);
  assert.equal(waiting.state, 'pending');
  assert.equal(waiting.expectedDate, '2026-11-18');
  assert.equal(waiting.isHelpRecommended, false);
  assert.deepEqual(
    waiting.items.map(({ piece, stage }) => [piece, stage]),
    [[undefined, 'pending']],
  );

  const damaged = report([eventAt(5, 'Article damaged', 2), eventAt(5, 'Delivered', 1)]);
  assert.equal(damaged.state, 'attention');
  assert.equal(damaged.isHelpRecommended, true);
  assert.equal(damaged.expectedDate, undefined);
  assert.equal(damaged.isAttachmentRecommended, true);
  assert.match(reportSummary(damaged, 'anyone'), /1 of 3 pieces have arrived/);
  assert.deepEqual(
    damaged.items.map((item) => pieceLabel('ABC123', item, damaged.pieces)),
    ['ABC123 piece 1 of 3', 'ABC123 piece 2 of 3'],
  );

  const late = report([eventAt(1, 'In transit')], {}, '2026-11-19');
  assert.equal(late.state, 'in_transit');
  assert.equal(late.isHelpRecommended, true);
  assert.match(reportSummary(late, 'anyone'), /later than/);

  const delivered = report([eventAt(1, 'Delivered')], { isCancelled: true }, '2026-11-30');
  assert.equal(delivered.state, 'delivered');
  assert.equal(delivered.expectedDate, undefined);
  assert.equal(delivered.isHelpRecommended, false);

  const cancelled = report([eventAt(1, 'Booked')], { isCancelled: true });
  assert.equal(cancelled.state, 'attention');
  assert.equal(cancelled.situation, 'cancelled');
  assert.equal(cancelled.expectedDate, undefined);
});

test('events are shown newest first', () => {
  const { items } = reportOf(
    shipment,
    [eventAt(2, 'Picked up'), eventAt(1, 'Booked'), eventAt(3, 'In transit')],
    [],
    '2026-11-16',
  );
  assert.deepEqual(
    items[0]?.events.map(({ event }) => event.raw.status),
    ['In transit', 'Picked up', 'Booked'],
  );
});

test('the demo courier advances with the clock only', () => {
  const journey = { begunAtMs: 1000, durationMs: 60_000, from: 'SYDNEY NSW', to: 'PERTH WA' };
  const at = (ms: number): EventStage => progressOf(demoEvents(journey, 1000 + ms), [], 1).stage;
  assert.equal(at(0), 'pending');
  assert.equal(at(9_999), 'pending');
  assert.equal(at(10_000), 'picked_up');
  assert.equal(at(20_000), 'in_transit');
  assert.equal(at(40_000), 'out_for_delivery');
  assert.equal(at(59_999), 'out_for_delivery');
  assert.equal(at(60_000), 'delivered');
  assert.equal(demoStageAtMs(journey, 'out_for_delivery'), 41_000);
  assert.equal(demoStageAtMs(journey, 'damaged'), undefined);
  const [, , , onBoard] = demoEvents(journey, 1_000_000);
  assert.equal(onBoard?.raw.location, 'PERTH WA');
});

test('carriers’ texts are stored without control characters, blanks and excess length', () => {
  assert.deepEqual(tidyRaw({ status: ' In\u0000\ttransit\r\n', location: '', depot: ' \n ' }), {
    status: 'In transit',
  });
  const long = tidyRaw({ description: '📦'.repeat(3000) }).description ?? '';
  assert.equal([...long].length, 1000);
  assert.ok(!long.includes('\uFFFD') && long.isWellFormed());
});

test('the content of an event covers every field of the event', () => {
  const event = eventAt(1, 'In transit', 2);
  assert.equal(contentOfEvent(event), contentOfEvent({ ...event, raw: { ...event.raw } }));
  for (const other of [
    eventAt(2, 'In transit', 2),
    eventAt(1, 'In transit', 1),
    eventAt(1, 'In transit'),
    eventAt(1, 'Transit', 2),
    { ...event, givenStage: 'in_transit' as const },
    { ...event, raw: { description: 'In transit' } },
  ]) {
    assert.notEqual(contentOfEvent(other), contentOfEvent(event));
  }
});
