// Tracking in both generations: by booking id or connote, a member's own shipments only.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hourMs } from '../../src/domain/time/durations.ts';
import { aCarton, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { aShipmentOf, report } from '../support/bookings/shipments.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

type Tracking = {
  reference: string;
  matched: boolean;
  bookingId: string | null;
  connote: string | null;
  deliveryStatus: number | null;
  statusPhrase: string;
  headline: string;
  summary: string;
  state: string;
  helpRecommended: boolean;
  attachmentRecommended: boolean;
  checkedAt: string;
  items: {
    label: string;
    eta: string | null;
    stage: string;
    stageCode: number | null;
    trackingGraphicUrl: string | null;
    events: {
      occurredAt: string | null;
      dateText: string | null;
      status: string | null;
      description: string | null;
      location: string | null;
      podUrl: string | null;
      deliveryDateText: string | null;
      stage: string;
      raw: Record<string, string>;
    }[];
  }[];
};

type OlderTracking = {
  id: number;
  status: number;
  connote: string | null;
  courier: string | null;
  tracking_events: Record<string, string | number>[];
};

const olderForms = ['bookings/v4/track', 'bookings/track', 'bookings/track/v4'];
const v5Forms = ['tracking', ...olderForms];
/** Monday, 16 November 2026, 9:00 in Melbourne. */
const mondayAtNine = Date.UTC(2026, 10, 15, 22);

for (const setup of setups) {
  describe(`tracking on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let bob: TestMember;
    before(async () => {
      t = await startTestApp(setup, { limits: { v4PerMinute: 0 } });
      jane = await t.addMember();
      bob = await t.addMember('bob@rival.example');
    });
    after(() => t.close());

    const ask = (path: string, member = jane) => t.get(path, { 'api-key': member.key });
    const track = async (reference: string | number, member = jane): Promise<Tracking> => {
      const answer = await ask(`/api/v5/tracking/${reference}`, member);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };
    const trackOlder = async (reference: string | number): Promise<OlderTracking> => {
      const answer = await ask(`/api/bookings/v4/track/${reference}`);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };

    test('v5: tracks a shipment from booking to delivery', async () => {
      const shipment = await aShipmentOf(t, jane);
      const waiting = await track(shipment.id);
      assert.deepEqual(
        { ...waiting, checkedAt: '', items: [] },
        {
          reference: String(shipment.id),
          matched: true,
          bookingId: String(shipment.id),
          connote: shipment.connote,
          deliveryStatus: 0,
          statusPhrase: 'Awaiting pickup',
          headline: 'Waiting to be picked up',
          summary: 'The carrier has not picked the shipment up yet.',
          state: 'pending',
          helpRecommended: false,
          attachmentRecommended: false,
          checkedAt: '',
          items: [],
        },
      );
      assert.equal(waiting.checkedAt, '2026-11-16T10:00:00+11:00');
      const [item] = waiting.items;
      assert.equal(item?.label, shipment.connote);
      assert.equal(item.stage, 'pending');
      assert.equal(item.stageCode, 0);
      assert.match(item.eta ?? '', /^2026-11-1\d$/);
      assert.deepEqual(item.events, []);

      for (const [status, state, code, phrase] of [
        ['Collected from sender', 'picked_up', 1, 'Picked up'],
        ['Departed depot', 'in_transit', 2, 'In transit'],
        ['Out for delivery', 'out_for_delivery', 3, 'On board for delivery'],
        ['Delivered', 'delivered', 4, 'Delivered'],
      ] as const) {
        t.advanceClock(hourMs);
        await report(t, shipment, { status });
        const now = await track(shipment.connote);
        assert.deepEqual(
          [now.state, now.deliveryStatus, now.statusPhrase, now.items[0]?.stageCode],
          [state, code, phrase, code],
        );
      }
      const { items } = await track(shipment.id);
      assert.equal(items[0]?.eta, null);
      assert.equal(items[0]?.events.length, 4);
      assert.equal(items[0]?.events[0]?.deliveryDateText, 'Mon 16 Nov 2026');
    });

    test('shows no expected day and no delay for a shipment without a transit time', async () => {
      const shipment = await aShipmentOf(t, jane, {
        transit: { text: '', minDays: 0, maxDays: 0 },
        pickupDate: '2026-11-10',
      });
      const { items, helpRecommended } = await track(shipment.connote);
      assert.deepEqual([items[0]?.eta, helpRecommended], [null, false]);
      const overnight = await aShipmentOf(t, jane, {
        transit: { text: 'Overnight', minDays: 0, maxDays: 0 },
        pickupDate: '2026-11-20',
      });
      assert.equal((await track(overnight.connote)).items[0]?.eta, '2026-11-23');
    });

    test('v5: gives an event its own words and its local time', async () => {
      const shipment = await aShipmentOf(t, jane);
      await report(t, shipment, { status: 'In transit', atMs: mondayAtNine, place: 'PERTH WA' });
      const { items } = await track(shipment.id);
      assert.deepEqual(items[0]?.events, [
        {
          occurredAt: '2026-11-16T06:00:00+08:00',
          dateText: 'Mon 16 Nov 2026, 6:00 am',
          status: 'In transit',
          description: 'In transit',
          location: 'PERTH WA',
          podUrl: null,
          deliveryDateText: null,
          stage: 'in_transit',
          raw: { status: 'In transit', location: 'PERTH WA' },
        },
      ]);
    });

    test('v5: marks failed stages as needing attention, and recommends photographs for damage', async () => {
      for (const [status, code, attachment] of [
        ['Card left', -1, false],
        ['Incorrect address', -2, false],
        ['Damaged in transit', -3, true],
      ] as const) {
        const shipment = await aShipmentOf(t, jane);
        await report(t, shipment, { status });
        const now = await track(shipment.id);
        assert.equal(now.state, 'attention');
        assert.equal(now.deliveryStatus, code);
        assert.equal(now.helpRecommended, true);
        assert.equal(now.attachmentRecommended, attachment);
        assert.equal(now.items[0]?.stage, 'exception');
        assert.equal(now.items[0]?.stageCode, code);
      }
    });

    test('v5: shows pieces separately if the carrier scans them separately', async () => {
      const body = sydneyToMelbourne({ items: [aCarton({ quantity: 2 }), aCarton()] });
      const shipment = await aShipmentOf(t, jane, { body });
      await report(t, shipment, { status: 'Delivered', piece: 1 }, { status: 'Depot', piece: 3 });
      const now = await track(shipment.id);
      assert.equal(now.state, 'in_transit');
      assert.match(now.summary, /1 of 3 pieces have arrived/);
      assert.deepEqual(
        now.items.map(({ label, stage }) => [label, stage]),
        [
          [`${shipment.connote} piece 1 of 3`, 'delivered'],
          [`${shipment.connote} piece 3 of 3`, 'in_transit'],
        ],
      );
    });

    test('v5: reports unrecognised carrier words as unknown and keeps the state', async () => {
      const shipment = await aShipmentOf(t, jane);
      await report(t, shipment, { status: 'Zorp 17' });
      const now = await track(shipment.id);
      assert.equal(now.state, 'pending');
      assert.equal(now.deliveryStatus, 0);
      assert.equal(now.items[0]?.stage, 'unknown');
      assert.equal(now.items[0]?.stageCode, null);
      assert.equal(now.items[0]?.events[0]?.stage, 'unknown');
      assert.equal(now.items[0]?.events[0]?.description, 'Zorp 17');
    });

    test('v5: stores a repeated event once, and no later event undoes a delivery', async () => {
      const shipment = await aShipmentOf(t, jane);
      const delivered = { status: 'Delivered', atMs: mondayAtNine + hourMs };
      assert.equal(await report(t, shipment, delivered, delivered), 1);
      assert.equal(await report(t, shipment, delivered), 0);
      await report(t, shipment, { status: 'Out for delivery', atMs: mondayAtNine });
      await report(t, shipment, { status: 'Return to sender', atMs: mondayAtNine + 2 * hourMs });
      const now = await track(shipment.id);
      assert.equal(now.state, 'delivered');
      assert.deepEqual(
        now.items[0]?.events.map(({ description }) => description),
        ['Return to sender', 'Delivered', 'Out for delivery'],
      );
    });

    test('v4: answers the numeric status, courier, connote and list of events', async () => {
      const shipment = await aShipmentOf(t, jane);
      assert.deepEqual(await trackOlder(shipment.id), {
        id: shipment.id,
        status: 0,
        state: 'pending',
        status_phrase: 'Awaiting pickup',
        headline: 'Waiting to be picked up',
        connote: shipment.connote,
        courier: 'tnt_road_express',
        tracking_events: [],
      });
      await report(
        t,
        shipment,
        { status: 'Picked up', atMs: mondayAtNine, place: 'SYDNEY NSW' },
        { status: 'Card left', atMs: mondayAtNine + 5 * hourMs, place: 'MELBOURNE VIC' },
      );
      const now = await trackOlder(shipment.connote);
      assert.equal(now.status, -1);
      assert.deepEqual(now.tracking_events, [
        {
          status: -1,
          status_phrase: 'Delivery attempted',
          date: '2026-11-16',
          time: '14:00',
          depot: 'MELBOURNE VIC',
          description: 'Card left',
        },
        {
          status: 1,
          status_phrase: 'Picked up',
          date: '2026-11-16',
          time: '09:00',
          depot: 'SYDNEY NSW',
          description: 'Picked up',
        },
      ]);
    });

    test('every spelling of the path answers in the format of its generation', async () => {
      const shipment = await aShipmentOf(t, jane);
      for (const form of v5Forms) {
        const answer = await ask(`/api/v5/${form}/${shipment.connote}`);
        assert.equal(answer.statusCode, 200, form);
        assert.equal(answer.json<Tracking>().bookingId, String(shipment.id));
      }
      for (const form of olderForms) {
        const answer = await ask(`/api/${form}/${shipment.connote}/`);
        assert.equal(answer.statusCode, 200, form);
        assert.equal(answer.json<OlderTracking>().id, shipment.id);
      }
      assert.equal((await ask(`/api/tracking/${shipment.connote}`)).statusCode, 404);
    });

    test('finds a connote in every spelling', async () => {
      const { id } = await aShipmentOf(t, jane, { connote: 'DEMO-ABCD2345' });
      for (const typed of ['demo-abcd2345', 'DEMOABCD2345', '%20Demo%20ABCD%202345%20']) {
        assert.equal((await track(typed)).bookingId, String(id), typed);
      }
    });

    test('a booking id takes precedence over a connote with the same digits', async () => {
      const first = await aShipmentOf(t, jane);
      const second = await aShipmentOf(t, jane, { connote: String(first.id) });
      assert.equal((await track(first.id)).bookingId, String(first.id));
      assert.equal((await track(second.id)).connote, String(first.id));
      const third = await aShipmentOf(t, jane, { connote: '990000000001' });
      assert.equal((await track('990000000001')).bookingId, String(third.id));
    });

    test('an unconfirmed booking is pending and has no consignment', async () => {
      const created = await t.inject({
        method: 'POST',
        url: '/api/v5/bookings',
        headers: { 'api-key': jane.key },
        payload: sydneyToMelbourne(),
      });
      const { id } = created.json<{ id: number }>();
      const now = await track(id);
      assert.equal(now.matched, true);
      assert.equal(now.state, 'pending');
      assert.equal(now.deliveryStatus, 0);
      assert.equal(now.connote, null);
      assert.equal(now.statusPhrase, 'Not booked yet');
      assert.deepEqual(now.items, []);
      const older = await trackOlder(id);
      assert.deepEqual(
        { ...older, state: '', status_phrase: '', headline: '' },
        {
          id,
          status: 0,
          state: '',
          status_phrase: '',
          headline: '',
          connote: null,
          courier: null,
          tracking_events: [],
        },
      );
    });

    test('rejects an impossible reference by field name', async () => {
      for (const path of ['v5/tracking', ...olderForms]) {
        const answer = await ask(`/api/${path}/%00`, bob);
        assert.equal(answer.statusCode, 400, path);
        assert.match(answer.body, /must not contain the character NUL/);
      }
    });

    test('answers unknown or foreign references with matched false on v5 and 404 on v4', async () => {
      const shipment = await aShipmentOf(t, jane);
      const references = [
        shipment.id,
        shipment.connote,
        999_999_999,
        0,
        '000',
        'NOSUCHNOTE',
        '~'.repeat(400),
      ];
      for (const reference of references) {
        const answer = await track(reference, bob);
        assert.deepEqual(
          { ...answer, checkedAt: '' },
          {
            reference: decodeURIComponent(String(reference)),
            matched: false,
            bookingId: null,
            connote: null,
            deliveryStatus: null,
            statusPhrase: 'Not found',
            headline: 'We could not find this shipment',
            summary: 'Check the booking id or consignment note and try again.',
            state: 'not_found',
            helpRecommended: false,
            attachmentRecommended: false,
            checkedAt: '',
            items: [],
          },
        );
        for (const form of olderForms) {
          const older = await ask(`/api/${form}/${reference}`, bob);
          assert.equal(older.statusCode, 404, form);
          assert.equal(older.json<{ error: string }>().error, 'not_found');
        }
      }
      // Two members' shipments may have one number: each sees its own.
      const bobsShipment = await aShipmentOf(t, bob, { connote: shipment.connote });
      assert.equal((await track(shipment.connote, bob)).bookingId, String(bobsShipment.id));
      assert.equal((await track(shipment.connote, jane)).bookingId, String(shipment.id));
    });

    test('tracking requires credentials', async () => {
      for (const path of ['/api/v5/tracking/1', '/api/bookings/track/1']) {
        assert.equal((await t.get(path)).statusCode, 401);
      }
    });

    test('a demo booking advances to its delivery on its own', async () => {
      const demo = await aShipmentOf(t, jane, { carrier: 'demo', connote: 'DEMO-WXYZ6789' });
      const state = async () => (await track(demo.id)).state;
      assert.equal(await state(), 'pending');
      for (const [seconds, expected] of [
        [10, 'picked_up'],
        [10, 'in_transit'],
        [20, 'out_for_delivery'],
        [20, 'delivered'],
        [100_000, 'delivered'],
      ] as const) {
        t.advanceClock(seconds * 1000);
        assert.equal(await state(), expected);
      }
      const { items } = await track(demo.id);
      assert.equal(items[0]?.events.length, 5);
      assert.equal(items[0]?.events[0]?.location, 'MELBOURNE VIC');
      assert.equal((await trackOlder(demo.connote)).status, 4);
    });
  });
}
