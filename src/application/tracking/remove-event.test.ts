import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { melbourne, sydneyToMelbourne } from '../../../test/support/bookings/quote-bodies.ts';
import { aShipmentOf, report } from '../../../test/support/bookings/shipments.ts';
import { refusedAs } from '../../../test/support/refused-as.ts';
import { setups } from '../../../test/support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../../../test/support/test-app.ts';
import { hourMs } from '../../domain/time/durations.ts';
import type { TrackingStage } from '../../domain/tracking/stage.ts';
import { addTrackingEvent } from './add-event.ts';
import { importEvents } from './import-events.ts';
import { listTrackingEvents, removeTrackingEvent } from './remove-event.ts';

const body = sydneyToMelbourne({
  receiver: { ...melbourne, email: 'receiver@example.com' },
  notifications: { email: true },
});

for (const setup of setups) {
  describe(`removing a tracking event on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
    });
    after(() => t.close());

    type Followed = Awaited<ReturnType<typeof aShipmentOf>>;
    const follow = () => aShipmentOf(t, jane, { body });
    const enter = (shipment: Followed, stage: TrackingStage, description = 'By telephone') =>
      addTrackingEvent(t.app, {
        ...{ bookingId: shipment.id, stage, description, location: 'MELBOURNE VIC' },
        ...{ at: undefined, piece: undefined },
      });
    const remove = async (shipment: Followed, stage: string) => {
      const listed = await listTrackingEvents(t.app, shipment.id);
      const event = listed.find((one) => one.stage === stage)?.id ?? '';
      return await removeTrackingEvent(t.app, { bookingId: shipment.id, event });
    };
    const stageOf = async ({ id }: Followed) => (await t.app.store.shipments.find(id))?.stage;
    const mailsOf = async ({ id }: Followed) =>
      (await t.app.store.mails.list(id)).map(({ kind, status }) => `${kind} ${status}`).toSorted();
    /** True if its carrier is polled within the day. */
    const isAskedAbout = async ({ id, carrier }: Followed): Promise<boolean> => {
      const nowMs = t.app.clock.nowMs() + 23 * hourMs;
      const request = { carriers: [carrier], isOwnAccount: false, nowMs, limit: 100 };
      return (await t.app.store.shipments.listToPoll(request)).some((one) => one.bookingId === id);
    };

    test('removing a wrong delivery restores the stage, polling and mail, and a real delivery counts again', async () => {
      const shipment = await follow();
      await report(t, shipment, { status: 'In transit' });
      await enter(shipment, 'delivered');
      assert.deepEqual(
        [await stageOf(shipment), await isAskedAbout(shipment)],
        ['delivered', false],
      );
      assert.deepEqual(await mailsOf(shipment), ['confirmed waiting', 'delivered waiting']);

      const { unsent, tracked } = await remove(shipment, 'delivered');
      assert.deepEqual([unsent, tracked.report.stage], [['delivered'], 'in_transit']);
      assert.deepEqual(
        [await stageOf(shipment), await isAskedAbout(shipment)],
        ['in_transit', true],
      );
      assert.deepEqual(await mailsOf(shipment), ['confirmed waiting']);

      await enter(shipment, 'delivered');
      assert.equal(await stageOf(shipment), 'delivered');
      assert.deepEqual(await mailsOf(shipment), ['confirmed waiting', 'delivered waiting']);
    });

    test('a shipment without events waits for pickup again', async () => {
      const shipment = await follow();
      await enter(shipment, 'damaged');
      const { unsent, tracked } = await remove(shipment, 'damaged');
      assert.deepEqual([unsent, tracked.report.stage], [[], 'pending']);
      assert.equal(await stageOf(shipment), 'pending');
      assert.deepEqual(await listTrackingEvents(t.app, shipment.id), []);
    });

    test('keeps events from other sources and e-mails already sent when an event is removed', async () => {
      const shipment = await follow();
      await report(t, shipment, { status: 'Delivered' });
      await enter(shipment, 'delivered');
      const listed = await listTrackingEvents(t.app, shipment.id);
      const { id = '' } = listed.find(({ reportedBy }) => reportedBy === 'person') ?? {};
      const { unsent } = await removeTrackingEvent(t.app, { bookingId: shipment.id, event: id });
      assert.deepEqual([unsent, await stageOf(shipment)], [[], 'delivered']);
      assert.equal(await isAskedAbout(shipment), false);
      assert.deepEqual(await mailsOf(shipment), ['confirmed waiting', 'delivered waiting']);

      const notified = await follow();
      await enter(notified, 'out_for_delivery');
      const mail = { bookingId: notified.id, kind: 'out_for_delivery' } as const;
      await t.app.store.mails.end(mail, { end: 'sent', nowMs: t.app.clock.nowMs(), detail: '' });
      assert.deepEqual((await remove(notified, 'out_for_delivery')).unsent, []);
      assert.ok((await mailsOf(notified)).includes('out_for_delivery sent'));
    });

    test("removes events from an operator's file but never the carrier's own", async () => {
      const shipment = await follow();
      const lines = `booking,status,at\n${shipment.id},Delivered,${new Date(t.app.clock.nowMs()).toISOString()}\n`;
      const file = (async function* () {
        yield lines;
      })();
      assert.equal((await importEvents(t.app, file, () => {})).added, 1);
      await report(t, shipment, { status: 'In transit', atMs: t.app.clock.nowMs() - hourMs });
      assert.deepEqual(
        (await listTrackingEvents(t.app, shipment.id)).map((one) => [one.stage, one.reportedBy]),
        [
          ['delivered', 'person'],
          ['in_transit', 'carrier'],
        ],
      );
      assert.equal((await remove(shipment, 'delivered')).tracked.report.stage, 'in_transit');
      await assert.rejects(
        remove(shipment, 'in_transit'),
        refusedAs('validation', /came from the carrier/),
      );
      await assert.rejects(
        remove(shipment, 'nothing of the kind'),
        refusedAs('validation', /has no event .*removed already/),
      );
      await assert.rejects(listTrackingEvents(t.app, 999_999), refusedAs('shipment_not_found'));
      const unknown = removeTrackingEvent(t.app, { bookingId: 999_999, event: 'x' });
      await assert.rejects(unknown, refusedAs('shipment_not_found'));
    });
  });
}
