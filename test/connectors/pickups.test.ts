// Pickups from a connected carrier, against its simulated service: ordered once per booking, after the booking is
// stored. The booking stands even if its pickup fails.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { aramex } from '../../carriers/aramex/connector/aramex.ts';
import { couriersPlease } from '../../carriers/couriers_please/connector/couriers-please.ts';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import {
  listPickupsToNotify,
  loadNotifications,
} from '../../src/application/bookings/notify-carriers.ts';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import { pollCarriers } from '../../src/application/tracking/poll-carriers.ts';
import { type BookingId, bookingId } from '../../src/domain/bookings/booking.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { melbourne, sydney, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const contact = {
  name: 'Jo Citizen',
  address: '1 Long Street',
  phone: '0400 000 000',
  email: 'jo@example.com',
};
const service = 'couriers_please';
const [setup] = setups;
assert.ok(setup);

describe('pickups requested from connected carriers', () => {
  let t: TestApp;
  let shop: Checkout;
  let simulator: TestSimulator;
  before(async () => {
    simulator = await openSimulator(service);
    t = await startTestApp(setup, { connectors: [couriersPlease], limits: { v5PerMinute: 0 } });
    shop = new Checkout(t, await t.addMember());
    await shop.giveCredit(100_000);
  });
  after(async () => {
    await t.close();
    await simulator.close();
  });
  beforeEach(async () => {
    await simulator.control('DELETE', '/faults');
  });

  const connect = async (pickups: 'regular' | 'booked' | 'told'): Promise<void> => {
    const [listed] = simulator.carriers;
    assert.ok(listed);
    const account = { ...simulatedAccount(couriersPlease, listed), pickups };
    const policy = 'live';
    await connectAccount(t.app, undefined, { carrier: service, account, policy, isUntested: true });
    await until(
      `pickups are ${pickups}`,
      () =>
        t.app.carriers.live.find(({ stringId }) => stringId === service)?.carrierBooking
          ?.pickups === pickups,
    );
  };
  const timesCalled = (operation: string): number =>
    simulator.simulation.calls.filter((call) => call.operation === operation).length;
  const toNotify = async (id: BookingId) =>
    (await listPickupsToNotify(t.app))
      .filter((booking) => booking.bookingId === id)
      .map(({ unsaid }) => unsaid);
  const book = async () => {
    const before = timesCalled('pickup');
    const quoted = await shop.quote({
      ...sydneyToMelbourne({
        sender: { ...sydney, ...contact },
        receiver: { ...melbourne, ...contact },
      }),
      options: { disable_cache: true },
    });
    const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, service));
    assert.equal(answer.statusCode, 200, answer.body);
    const booking = await t.app.store.bookings.findForAnyMember(bookingId(quoted.id));
    return {
      id: bookingId(quoted.id),
      pickups: timesCalled('pickup') - before,
      status: booking?.status,
      unsaid: booking?.confirmation?.unsaid,
    };
  };

  test('requests a pickup with each booking, which then needs no phone call', async () => {
    await connect('booked');
    const { pickups, status, unsaid } = await book();
    assert.deepEqual([pickups, status, unsaid], [1, 'confirmed', undefined]);
  });

  test('requests no pickup on a regular round', async () => {
    await connect('regular');
    const { id, pickups, status, unsaid } = await book();
    assert.deepEqual([pickups, status, unsaid], [0, 'confirmed', undefined]);
    await cancelBooking(t.app, id);
    assert.deepEqual(await toNotify(id), []);
  });

  test('lists the pickup of a cancelled booking for a phone call until its day is over', async () => {
    await connect('booked');
    const { id } = await book();
    assert.deepEqual(await toNotify(id), []);
    const { confirmation } = await cancelBooking(t.app, id);
    assert.match(confirmation?.pickupNumber ?? '', /./);
    assert.deepEqual(await toNotify(id), [['pickup_off']]);
    const booking = await t.app.store.bookings.findForAnyMember(id);
    assert.ok(booking);
    const notificationOf = await loadNotifications(t.app, [booking]);
    assert.equal(notificationOf(booking).state, 'due');
    // Tracking has ended, but the pickup stays on the list for some days.
    t.advanceClock(60 * 60_000);
    await pollCarriers(t.app);
    assert.deepEqual(await toNotify(id), [['pickup_off']]);
    t.advanceClock(8 * 24 * 60 * 60_000);
    assert.deepEqual(await toNotify(id), []);
    t.advanceClock(-8 * 24 * 60 * 60_000 - 60 * 60_000);
    assert.deepEqual(await toNotify(id), [['pickup_off']]);
    await t.app.store.notifiedCarriers.add([id], {
      notifiedAtMs: t.app.clock.nowMs(),
      notifiedBy: shop.member.id,
    });
    assert.deepEqual(await toNotify(id), []);
  });

  for (const fault of ['server-error', 'malformed', 'reset'])
    test(`keeps the booking and lists it for phone calls when its pickup request fails (${fault})`, async () => {
      await connect('booked');
      await simulator.fault(`${service}:pickup:${fault}`);
      const { id, status, unsaid } = await book();
      assert.deepEqual([status, unsaid], ['confirmed', ['pickup']]);
      await cancelBooking(t.app, id);
      assert.deepEqual(
        await toNotify(id),
        [['pickup_off']],
        'a pickup whose request failed may still come',
      );
    });

  test('lists a cancelled pickup for a phone call when a person had arranged it', async () => {
    await connect('told');
    const [pending, notified] = [await book(), await book()];
    assert.deepEqual(pending.unsaid, ['pickup']);
    const notifiedAtMs = t.app.clock.nowMs();
    await t.app.store.notifiedCarriers.add([notified.id], {
      notifiedAtMs,
      notifiedBy: shop.member.id,
    });
    await cancelBooking(t.app, pending.id);
    await cancelBooking(t.app, notified.id);
    assert.deepEqual(await toNotify(pending.id), []);
    assert.deepEqual(await toNotify(notified.id), [['pickup_off']]);
  });
});

test("arranges the pickup with the booking if the carrier's booking calls the driver", async () => {
  const simulator = await openSimulator('aramex');
  const t = await startTestApp(setup, { connectors: [aramex] });
  const shop = new Checkout(t, await t.addMember());
  await shop.giveCredit(100_000);
  const [listed] = simulator.carriers;
  assert.ok(listed);
  const account = { ...simulatedAccount(aramex, listed), pickups: 'booked' };
  const input = { carrier: 'aramex', account, policy: 'live', isUntested: true } as const;
  await connectAccount(t.app, undefined, input);
  const ends = { sender: { ...sydney, ...contact }, receiver: { ...melbourne, ...contact } };
  const quoted = await shop.quote(sydneyToMelbourne(ends));
  const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, 'aramex'));
  assert.equal(answer.statusCode, 200, answer.body);
  const booking = await t.app.store.bookings.findForAnyMember(bookingId(quoted.id));
  assert.equal(booking?.confirmation?.unsaid, undefined);
  assert.equal(booking?.confirmation?.pickupNumber, booking?.connote);
  await t.close();
  await simulator.close();
});
