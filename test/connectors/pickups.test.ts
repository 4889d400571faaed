// A connected carrier that is asked to come for what it books, against its simulated service: once for each booking, after the
// booking is safe, and whatever becomes of it the booking stands.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { couriersPlease } from '../../carriers/couriers_please/connector/couriers-please.ts';
import { connectHouseAccount } from '../../src/application/carriers/house-accounts.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
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

describe('pickups that are asked for over the network', () => {
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

  const connect = async (pickups: 'regular' | 'booked'): Promise<void> => {
    const [listed] = simulator.carriers;
    assert.ok(listed);
    const account = { ...simulatedAccount(couriersPlease, listed), pickups };
    const policy = 'live';
    await connectHouseAccount(t.app, { carrier: service, account, policy, isUntested: true });
    await until(
      `pickups are ${pickups}`,
      () =>
        t.app.carriers.live.find(({ stringId }) => stringId === service)?.desk?.pickups === pickups,
    );
  };
  const asked = (operation: string): number =>
    simulator.simulation.calls.filter((call) => call.operation === operation).length;
  const book = async () => {
    const before = asked('pickup');
    const quoted = await shop.quote({
      ...sydneyToMelbourne({
        sender: { ...sydney, ...contact },
        receiver: { ...melbourne, ...contact },
      }),
      options: { disable_cache: true },
    });
    const answer = await shop.confirm(quoted.id, shop.wish(quoted, service));
    assert.equal(answer.statusCode, 200, answer.body);
    const booking = await t.app.store.bookings.findAnyones(bookingId(quoted.id));
    return {
      pickups: asked('pickup') - before,
      status: booking?.status,
      unsaid: booking?.confirmation?.unsaid,
    };
  };

  test('the driver is asked for with each booking, and then nobody has to ring', async () => {
    await connect('booked');
    assert.deepEqual(await book(), { pickups: 1, status: 'confirmed', unsaid: undefined });
  });

  test('on a regular round nobody is asked', async () => {
    await connect('regular');
    assert.deepEqual(await book(), { pickups: 0, status: 'confirmed', unsaid: undefined });
  });

  for (const fault of ['server-error', 'malformed', 'reset'])
    test(`where no pickup comes about (${fault}), the booking stands and a person rings`, async () => {
      await connect('booked');
      await simulator.fault(`${service}:pickup:${fault}`);
      const { status, unsaid } = await book();
      assert.deepEqual([status, unsaid], ['confirmed', ['pickup']]);
    });
});
