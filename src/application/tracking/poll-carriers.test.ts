import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Checkout } from '../../../test/support/bookings/checkout.ts';
import { doorToDoor } from '../../../test/support/bookings/quote-bodies.ts';
import {
  addScan,
  aShipmentOf,
  type TestShipment,
} from '../../../test/support/bookings/shipments.ts';
import { setups } from '../../../test/support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../../../test/support/test-app.ts';
import { silentMeter } from '../../../test/support/test-logs.ts';
import { until } from '../../../test/support/until.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { memberId } from '../../domain/members/member.ts';
import { dayMs, hourMs, minuteMs } from '../../domain/time/durations.ts';
import { setBookingStatus } from '../bookings/set-booking-status.ts';
import type { CarrierScan, LiveCarrier, Meter } from '../ports.ts';
import { pollCarriers } from './poll-carriers.ts';
import { listTrackingEvents, removeTrackingEvent } from './remove-event.ts';

const carrier = 'tnt_road_express';

type Answer = () => unknown;

/** Gives these answers in order and repeats the last. */
function trackingCarrier(...answers: [Answer, ...Answer[]]): LiveCarrier & { polled: string[] } {
  const polled: string[] = [];
  return {
    stringId: carrier,
    mode: 'road',
    polled,
    quote: async () => ({
      absence: { code: 'no_rate_card', serviceability: 'no_service', message: 'tracks only' },
    }),
    track: async (connote) => {
      const answer = answers[Math.min(polled.length, answers.length - 1)] ?? answers[0];
      polled.push(connote);
      // The port promises scans, but a faulty connector may return something else.
      return answer() as CarrierScan[];
    },
  };
}

const scan = (status: string, occurredAtMs?: number): CarrierScan => ({
  piece: undefined,
  occurredAtMs,
  raw: { status },
});

for (const setup of setups) {
  describe(`polling of carriers on ${setup.engine}`, () => {
    const withApp = async (
      live: LiveCarrier,
      work: (t: TestApp, jane: TestMember) => Promise<void>,
    ): Promise<void> => {
      const t = await startTestApp(setup, { live: [live] });
      try {
        await work(t, await t.addMember());
      } finally {
        await t.close();
      }
    };
    const stateOf = async (t: TestApp, jane: TestMember, { id }: TestShipment): Promise<string> =>
      (await t.get(`/api/v5/tracking/${id}`, { 'api-key': jane.key })).json<{ state: string }>()
        .state;
    /** Runs passes a minute apart and returns how often each polled the carrier. */
    const pass = async (
      t: TestApp,
      live: { polled: string[] },
      minutes: number,
    ): Promise<number> => {
      const before = live.polled.length;
      for (let minute = 0; minute < minutes; minute += 1) {
        await pollCarriers(t.app);
        t.advanceClock(minuteMs);
      }
      return live.polled.length - before;
    };

    test('polls a connote entered by a person but not one from our own range', async () => {
      const live = trackingCarrier(() => [scan('Delivered', Date.UTC(2026, 10, 15, 22))]);
      await withApp({ ...live, policy: 'card' }, async (t, jane) => {
        const shop = new Checkout(t, jane);
        await shop.giveCredit(100_000);
        const quoted = await shop.quote(doorToDoor());
        const confirmed = await shop.confirm(quoted.id, shop.confirmRequest(quoted, carrier));
        assert.equal(confirmed.statusCode, 200, confirmed.body);
        const id = bookingId(quoted.id);
        assert.equal(await pass(t, live, 60), 0);
        const byHand = { status: 'booked_manually', connote: undefined } as const;
        await setBookingStatus(t.app, id, byHand);
        assert.equal(await pass(t, live, 60), 0);
        const theirs = { status: 'confirmed', connote: 'THEIRS1' } as const;
        await setBookingStatus(t.app, id, theirs);
        assert.equal(await pass(t, live, 60), 1);
        assert.deepEqual(live.polled, ['THEIRS1']);
      });
    });

    test('polls a shipment until it is delivered and then stops', async () => {
      const live = trackingCarrier(
        () => [scan('Picked up', Date.UTC(2026, 10, 15, 22))],
        () => [scan('Out for delivery', Date.UTC(2026, 10, 15, 23))],
        () => [scan('Delivered', Date.UTC(2026, 10, 15, 23, 30))],
      );
      await withApp(live, async (t, jane) => {
        const shipment = await aShipmentOf(t, jane);
        assert.equal(await pass(t, live, 5), 0);
        assert.equal(await pass(t, live, 1), 1);
        assert.deepEqual(live.polled, [shipment.connote]);
        assert.equal(await stateOf(t, jane, shipment), 'picked_up');
        assert.equal(await pass(t, live, 14), 0);
        assert.equal(await pass(t, live, 1), 1);
        assert.equal(await stateOf(t, jane, shipment), 'out_for_delivery');
        assert.equal(await pass(t, live, 4), 0);
        assert.equal(await pass(t, live, 1), 1);
        assert.equal(await stateOf(t, jane, shipment), 'delivered');
        assert.equal(await pass(t, live, 600), 0);
      });
    });

    test('keeps who signed and the address of the proof, unless the operator enters another', async () => {
      const signedAtMs = Date.UTC(2026, 10, 15, 21);
      const proofUrl = 'https://carrier.example/pod/1.pdf';
      const live = trackingCarrier(
        () => [{ ...scan('Picked up'), proofUrl: 'javascript:alert(1)' }],
        () => [{ ...scan('Delivered', signedAtMs), signedBy: ' Kim\nLee ', proofUrl }],
      );
      await withApp(live, async (t, jane) => {
        const { id } = await aShipmentOf(t, jane);
        const { deliveryProofs } = t.app.store;
        await pass(t, live, 6);
        assert.equal(await deliveryProofs.find(bookingId(id)), undefined);
        await pass(t, live, 60);
        const reported = { signedBy: 'Kim Lee', signedAtMs, hasPicture: false, isEntered: false };
        assert.deepEqual(await deliveryProofs.find(bookingId(id)), { ...reported, url: proofUrl });
        const { items } = (await t.get(`/api/v5/tracking/${id}`, { 'api-key': jane.key })).json();
        assert.deepEqual(
          items[0].events.map(({ podUrl }: { podUrl: string | null }) => podUrl),
          [proofUrl, null],
        );
        const entered = { signedBy: 'Ann', signedAtMs: undefined, picture: undefined };
        await deliveryProofs.save(bookingId(id), entered, memberId(jane.id), 5);
        const both = await deliveryProofs.find(bookingId(id));
        assert.deepEqual([both?.signedBy, both?.isEntered, both?.url], ['Ann', true, proofUrl]);
        await deliveryProofs.remove(bookingId(id));
        assert.equal((await deliveryProofs.find(bookingId(id)))?.signedBy, 'Kim Lee');
        await deliveryProofs.save(
          bookingId(id),
          { ...entered, signedBy: '' },
          memberId(jane.id),
          6,
        );
        assert.equal((await deliveryProofs.find(bookingId(id)))?.signedBy, 'Kim Lee');
        await deliveryProofs.remove(bookingId(id));
        // The number was another parcel's.
        const corrected = { status: 'booked_manually', connote: 'CORRECTED1' } as const;
        await setBookingStatus(t.app, bookingId(id), corrected);
        assert.equal(await deliveryProofs.find(bookingId(id)), undefined);
      });
    });

    test('polls a few times after the delivery for a proof that the carrier publishes later', async () => {
      const proofUrl = 'https://carrier.example/pod/2.pdf';
      const delivery = scan('Delivered', Date.UTC(2026, 10, 15, 21));
      const answers = new Map([
        ['LATE23456789', [[delivery], [delivery], [{ ...delivery, proofUrl }]]],
      ]);
      const live = trackingCarrier(() => []);
      const polls: string[] = [];
      const reporting: LiveCarrier = {
        ...live,
        reportsProof: true,
        track: async (connote) => {
          polls.push(connote);
          const left = answers.get(connote) ?? [];
          return (left.length > 1 ? left.shift() : left[0]) ?? [delivery];
        },
      };
      await withApp(reporting, async (t, jane) => {
        const late = await aShipmentOf(t, jane, { connote: 'LATE23456789' });
        const never = await aShipmentOf(t, jane, { connote: 'NEVER3456789' });
        t.advanceClock(6 * minuteMs);
        await pollCarriers(t.app);
        assert.deepEqual(polls.toSorted(), [late.connote, never.connote]);
        assert.equal(await stateOf(t, jane, never), 'delivered');
        const askedAt = new Map<string, number[]>();
        for (let hour = 0; hour <= 150; hour += 1) {
          polls.length = 0;
          await pollCarriers(t.app);
          for (const connote of polls)
            askedAt.set(connote, [...(askedAt.get(connote) ?? []), hour]);
          t.advanceClock(hourMs);
        }
        assert.deepEqual(askedAt.get(late.connote), [1, 6]);
        assert.deepEqual(askedAt.get(never.connote), [1, 6, 24, 48, 72]);
        assert.equal((await t.app.store.deliveryProofs.find(late.id))?.url, proofUrl);
        const due = { carriers: [carrier], isOwnAccount: false, limit: 9 };
        const endMs = t.app.clock.nowMs() + 9 * dayMs;
        assert.deepEqual(await t.app.store.shipments.listToPoll({ ...due, nowMs: endMs }), []);
      });
    });

    test('polls at the usual pace again after a delivery entered by mistake is removed', async () => {
      const live = { ...trackingCarrier(() => []), reportsProof: true } as const;
      await withApp(live, async (t, jane) => {
        const { id: booking } = await aShipmentOf(t, jane);
        await addScan(t, booking, 'delivered', 'Delivered', 'MELBOURNE VIC');
        assert.equal(await pass(t, live, 30), 0);
        const [entered] = await listTrackingEvents(t.app, booking);
        await removeTrackingEvent(t.app, { bookingId: booking, event: entered?.id ?? '' });
        assert.equal(await pass(t, live, 46), 3);
      });
    });

    test('resumes polling after a clock that ran a year ahead was corrected', async () => {
      const live = trackingCarrier(() => [scan('Picked up', Date.UTC(2026, 10, 15, 22))]);
      await withApp(live, async (t, jane) => {
        const yearMs = 365 * dayMs;
        await aShipmentOf(t, jane);
        t.advanceClock(yearMs);
        // One shipment was confirmed under that clock; both are due or have been polled under it.
        const ahead = await aShipmentOf(t, jane, { connote: 'AHEAD2345678' });
        await pass(t, live, 7);
        t.advanceClock(-yearMs);
        const before = live.polled.length;
        await pass(t, live, 20);
        assert.ok(live.polled.slice(before).includes(ahead.connote), String(live.polled));
        // Later polls come at the usual pace.
        const polls = live.polled.slice(before).filter((connote) => connote === ahead.connote);
        assert.equal(polls.length, 2);
      });
    });

    test('polls neither carriers without tracking nor demos', async () => {
      const live = trackingCarrier(() => []);
      await withApp(live, async (t, jane) => {
        await aShipmentOf(t, jane, { carrier: 'allied' });
        await aShipmentOf(t, jane, { carrier: 'demo', connote: 'DEMO-POLL2345' });
        assert.equal(await pass(t, live, 30), 0);
      });
    });

    test('polls a failing carrier less and less, and at the usual pace after it recovers', async () => {
      let isBroken = true;
      const live = trackingCarrier(() => {
        if (isBroken) throw new Error('503');
        return [];
      });
      await withApp(live, async (t, jane) => {
        await aShipmentOf(t, jane);
        const askedAt: number[] = [];
        for (let minute = 0; minute < 200; minute += 1) {
          if ((await pass(t, live, 1)) > 0) askedAt.push(minute);
        }
        assert.deepEqual(askedAt, [5, 15, 35, 75, 155]);
        isBroken = false;
        for (let minute = 200; minute < 400; minute += 1) {
          if ((await pass(t, live, 1)) > 0) askedAt.push(minute);
        }
        assert.deepEqual(askedAt.slice(5, 9), [315, 330, 345, 360]);
        assert.equal(
          t.log.filter(({ message }) => message.includes('could not be polled')).length,
          5,
        );
      });
    });

    test('retries soon, without a warning, after our own rate limit delays a poll', async () => {
      let isPaced = true;
      const live = trackingCarrier(() => {
        if (isPaced)
          throw new CarrierTrouble('paced', 'later', { isUnsent: true, retryAfterMs: minuteMs });
        return [scan('Picked up', Date.UTC(2026, 10, 15, 22))];
      });
      await withApp(live, async (t, jane) => {
        const counted: string[] = [];
        const meter: Meter = {
          ...silentMeter,
          carrierPolled: ({ outcome }) => counted.push(outcome),
        };
        const shipment = await aShipmentOf(t, jane);
        t.advanceClock(6 * minuteMs);
        // Often enough for a breaker to open if these were failures.
        for (let n = 0; n < 8; n += 1) {
          await pollCarriers({ ...t.app, meter });
          t.advanceClock(minuteMs);
        }
        assert.equal(live.polled.length, 8);
        isPaced = false;
        await pollCarriers({ ...t.app, meter });
        assert.equal(await stateOf(t, jane, shipment), 'picked_up');
        assert.deepEqual(counted, [...Array(8).fill('postponed'), 'answered']);
        assert.deepEqual(
          t.log.filter(({ message }) => message.includes('could not be polled')),
          [],
        );
      });
    });

    test('counts polls for each carrier and outcome', async () => {
      const live = trackingCarrier(
        () => {
          throw new Error('503');
        },
        () => [],
      );
      await withApp(live, async (t, jane) => {
        const counted: string[] = [];
        const meter: Meter = {
          ...silentMeter,
          carrierPolled: ({ carrier: name, outcome }) => counted.push(`${name} ${outcome}`),
        };
        await aShipmentOf(t, jane);
        for (let n = 0; n < 3; n += 1) {
          t.advanceClock(10 * minuteMs);
          await pollCarriers({ ...t.app, meter });
        }
        assert.deepEqual(counted, [`${carrier} failed`, `${carrier} answered`]);
      });
    });

    test('an invalid answer fails the poll or is left out, and never becomes a stage', async () => {
      const long = 'x'.repeat(5000);
      const answers: Answer[] = [
        () => undefined,
        () => ({ events: [] }),
        () => [
          null,
          7,
          {},
          { raw: 'text' },
          { raw: { status: 4 } },
          { raw: { status: '' } },
          { raw: { status: 'In transit', evil: 'x' }, occurredAtMs: Number.NaN, piece: 99 },
          { raw: { status: long }, occurredAtMs: 9e15, piece: 'one' },
        ],
      ];
      const [first, ...more] = answers;
      assert.ok(first);
      const live = trackingCarrier(first, ...more);
      await withApp(live, async (t, jane) => {
        const shipment = await aShipmentOf(t, jane);
        await pass(t, live, 60);
        const events = await t.app.store.trackingEvents.list([shipment.id]);
        assert.deepEqual(
          events
            .map(({ raw, occurredAtMs, piece }) => [raw.status?.length, occurredAtMs, piece])
            .toSorted(),
          [
            [10, undefined, undefined],
            [1000, undefined, undefined],
          ],
        );
        assert.equal(await stateOf(t, jane, shipment), 'in_transit');
      });
    });

    test('two processes poll a shipment once', async () => {
      const live = trackingCarrier(() => []);
      await withApp(live, async (t, jane) => {
        const other = await startTestApp(setup, { live: [live], place: t.place });
        for (let n = 0; n < 5; n += 1) await aShipmentOf(t, jane);
        t.advanceClock(6 * minuteMs);
        other.advanceClock(6 * minuteMs);
        await Promise.all([pollCarriers(t.app), pollCarriers(other.app), pollCarriers(t.app)]);
        assert.equal(live.polled.length, 5);
        assert.equal(new Set(live.polled).size, 5);
        await other.close();
      });
    });

    test('abandons a hanging poll on shutdown after one turn', async () => {
      const live = trackingCarrier(() => new Promise(() => {}));
      await withApp(live, async (t, jane) => {
        await aShipmentOf(t, jane);
        t.advanceClock(6 * minuteMs);
        const stop = new AbortController();
        const polling = pollCarriers(t.app, stop.signal);
        await until('the carrier is polled', () => live.polled.length === 1);
        stop.abort();
        assert.equal(await polling, 1);
        assert.equal(await pollCarriers(t.app), 0);
      });
    });
  });
}
