// Tracking events from operators and files: what is accepted, what is rejected and why. Repeated events are stored
// once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addTrackingEvent, type NewEvent } from '../../src/application/tracking/add-event.ts';
import {
  type ImportReport,
  importEvents,
  type RefusedLine,
} from '../../src/application/tracking/import-events.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { problemSentence } from '../../src/wording/problems.ts';
import { refusalSentence } from '../../src/wording/refusals.ts';
import { aCarton, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { aShipmentOf, type TestShipment } from '../support/bookings/shipments.ts';
import { refusedAs } from '../support/refused-as.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`reported events on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let bob: TestMember;
    before(async () => {
      t = await startTestApp(setup, { limits: { v4PerMinute: 0 } });
      jane = await t.addMember();
      bob = await t.addMember('bob@rival.example');
    });
    after(() => t.close());

    const stateOf = async ({ id }: TestShipment): Promise<string> =>
      (await t.get(`/api/v5/tracking/${id}`, { 'api-key': jane.key })).json<{ state: string }>()
        .state;

    const run = async (
      text: string,
    ): Promise<ImportReport & { lines: number; refusals: RefusedLine[] }> => {
      const refusals: RefusedLine[] = [];
      // Split at any place, because uploads do not arrive line by line.
      const pieces = text.match(/[\s\S]{1,37}/g) ?? [];
      const chunks = (async function* () {
        yield* pieces;
      })();
      const report = await importEvents(t.app, chunks, (line) => {
        if (line.outcome === 'refused') refusals.push(line);
      });
      return { ...report, refusals };
    };

    const request = (shipment: TestShipment, change: Partial<NewEvent> = {}): NewEvent => ({
      bookingId: shipment.id,
      stage: 'in_transit',
      description: 'Left the depot',
      location: 'DUBBO NSW',
      at: '2026-11-16T09:00:00+11:00',
      piece: undefined,
      ...change,
    });

    test('an operator’s event is stored once and updates the stage', async () => {
      const shipment = await aShipmentOf(t, jane);
      const first = await addTrackingEvent(t.app, request(shipment));
      assert.equal(first.isNew, true);
      assert.equal(first.tracked.report.state, 'in_transit');
      assert.equal((await addTrackingEvent(t.app, request(shipment))).isNew, false);
      const undated = await addTrackingEvent(
        t.app,
        request(shipment, { at: undefined, stage: 'futile' }),
      );
      assert.equal(undated.tracked.report.state, 'attention');
      assert.equal(undated.tracked.report.items[0]?.events.length, 2);
    });

    test("reads a time without an offset in the place's own time zone", async () => {
      const shipment = await aShipmentOf(t, jane);
      const { tracked } = await addTrackingEvent(
        t.app,
        request(shipment, { location: 'PERTH WA', at: '16/11/2026 6:30 am' }),
      );
      const [event] = tracked.report.items[0]?.events ?? [];
      assert.equal(event?.event.occurredAtMs, Date.UTC(2026, 10, 15, 22, 30));
    });

    test('refuses an impossible event and stores nothing', async () => {
      const shipment = await aShipmentOf(t, jane);
      const refused = async (change: Partial<NewEvent>, says: RegExp): Promise<void> => {
        await assert.rejects(addTrackingEvent(t.app, request(shipment, change)), (error) => {
          assert.ok(error instanceof Refusal);
          assert.match(refusalSentence(error.data), says);
          return true;
        });
      };
      await refused({ bookingId: 999_999 }, /no shipment 999999/);
      await refused({ at: 'yesterday' }, /"yesterday" is not a time/);
      await refused({ at: '2026-11-19' }, /more than a day in the future/);
      await refused({ at: '1999-12-31' }, /before the year 2000/);
      await refused({ piece: 2 }, /No piece 2: the shipment has 1/);
      assert.equal(await stateOf(shipment), 'pending');
    });

    test("a file updates shipments by booking or connote, in a carrier's words or by number", async () => {
      const first = await aShipmentOf(t, jane);
      const second = await aShipmentOf(t, jane, { carrier: 'auspost_regular_eparcel' });
      const third = await aShipmentOf(t, jane, {
        body: sydneyToMelbourne({ items: [aCarton({ quantity: 2 })] }),
      });
      const file = `booking,connote,status,description,location,at,piece
${first.id},,Departed,"Linehaul, overnight",SYDNEY NSW,2026-11-16 09:00,
,${second.connote.toLowerCase()},Awaiting collection,,MELBOURNE VIC,2026-11-16 09:00,
# a remark of the carrier
,${third.connote},4,Left at door,MELBOURNE VIC,2026-11-16 09:00,1

,${third.connote},4,Left at door,MELBOURNE VIC,2026-11-16 09:05,2
`;
      assert.deepEqual(await run(file), { lines: 4, added: 4, known: 0, refused: 0, refusals: [] });
      assert.equal(await stateOf(first), 'in_transit');
      assert.equal(await stateOf(second), 'in_transit');
      assert.equal(await stateOf(third), 'delivered');
      assert.deepEqual(await run(file), { lines: 4, added: 0, known: 4, refused: 0, refusals: [] });
    });

    test('refuses an unusable line with its number and reason, and imports the others', async () => {
      const good = await aShipmentOf(t, jane);
      const twin = await aShipmentOf(t, jane, { connote: 'TWIN1' });
      await aShipmentOf(t, bob, { connote: 'TWIN1', carrier: 'allied' });
      const { refusals, ...report } = await run(`connote,carrier,status,date,time,piece
${good.connote},,Picked up,16/11/2026,9:00 am,
NOSUCH,,Picked up,16/11/2026,9:00 am,
TWIN1,,Picked up,16/11/2026,9:00 am,
TWIN1,tnt_road_express,Picked up,16/11/2026,9:00 am,
TWIN1,northline,Picked up,16/11/2026,9:00 am,
${good.connote},,7,16/11/2026,9:00 am,
${good.connote},,Picked up,yesterday,,
${good.connote},,Picked up,16/11/2026,9:00 am,2
${good.connote},,,16/11/2026,9:00 am,
${good.connote},,Picked up,16/11/2026
,,Picked up,16/11/2026,9:00 am,
${good.connote},,Pick"ed up,16/11/2026,9:00 am,
${good.connote},,"Never closed,16/11/2026,9:00 am,
${good.connote},,In transit,16/11/2026,9:30 am,
`);
      assert.deepEqual(report, { lines: 14, added: 3, known: 0, refused: 11 });
      const reasons: [number, RegExp][] = [
        [3, /No shipment with connote NOSUCH/],
        [4, /2 shipments have connote TWIN1. Give the booking or the carrier/],
        [6, /connote TWIN1 of northline/],
        [7, /7 is not a status/],
        [8, /"yesterday" is not a time/],
        [9, /No piece 2/],
        [10, /Give a status or a description/],
        [11, /4 fields, but the header has 6/],
        [12, /names neither a booking nor a connote/],
        [13, /quotation marks must be quoted/],
        [14, /quotation mark is never closed/],
      ];
      assert.deepEqual(
        refusals.map(({ line }) => line).sort((a, b) => a - b),
        reasons.map(([line]) => line),
      );
      for (const [line, says] of reasons) {
        assert.match(
          problemSentence(
            refusals.find((refusal) => refusal.line === line)?.problem ?? assert.fail(),
          ),
          says,
        );
      }
      assert.equal(await stateOf(good), 'in_transit');
      assert.equal(await stateOf(twin), 'picked_up');
    });

    test('an interrupted import can be repeated', async () => {
      const shipment = await aShipmentOf(t, jane);
      const rows = Array.from(
        { length: 1500 },
        (_, n) => `${shipment.id},Scan ${n},2026-11-16 09:00\n`,
      );
      const interrupted = (async function* () {
        yield `booking,status,at\n${rows.join('')}`;
        throw new Error('the disk is gone');
      })();
      await assert.rejects(
        importEvents(t.app, interrupted, () => {}),
        /disk is gone/,
      );
      const { added, known } = await run(`booking,status,at\n${rows.join('')}`);
      assert.deepEqual([added, known], [500, 1000]);
      assert.equal((await t.app.store.trackingEvents.list([shipment.id])).length, 1500);
    });

    test('a file with unknown columns is rejected before anything is stored', async () => {
      const shipment = await aShipmentOf(t, jane);
      for (const [header, says] of [
        ['booking,status,at,locaton', /Unknown column "locaton"/],
        ['booking,status,at,at', /"at" occurs twice/],
        ['status,at', /Add a column "booking" or "connote"/],
        ['booking,at', /Add a column "status" or "description"/],
        ['booking,status', /"at", or "date" and "time"/],
      ] as const) {
        await assert.rejects(
          run(`${header}\n${shipment.id},Delivered,2026-11-16,\n`),
          refusedAs('validation', says),
        );
      }
      await assert.rejects(
        run('\n# nothing but a remark\n'),
        refusedAs('validation', /The file is empty/),
      );
      assert.equal(await stateOf(shipment), 'pending');
    });

    test('a shipment stores events up to the limit', async () => {
      const shipment = await aShipmentOf(t, jane);
      const rows = Array.from(
        { length: 2500 },
        (_, n) => `${shipment.id},Scan ${n},2026-11-16 09:00`,
      );
      const { added, refused, refusals } = await run(`booking,status,at\n${rows.join('\n')}\n`);
      assert.equal(added, 2000);
      assert.equal(refused, 500);
      assert.match(
        problemSentence(refusals[0]?.problem ?? assert.fail()),
        /the limit of tracking events/,
      );
    });
  });
}
