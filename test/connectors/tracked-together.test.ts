// Parcels that are due at the same time are tracked in one request: Australia Post takes ten numbers a request and
// allows few requests a minute. Against the simulated carrier, on both engines.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import { pollCarriers } from '../../src/application/tracking/poll-carriers.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { melbourne, sydney, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const body = sydneyToMelbourne({
  items: [{ weight: 2, length: 20, width: 20, height: 20, quantity: 1, description: 'Carton' }],
  sender: { ...sydney, name: 'Jane', address: '21 Bourke Road', phone: '02 9876 5432' },
  receiver: { ...melbourne, name: 'Mel', address: '8 Queen Street', phone: '03 9876 5432' },
});
const parcels = 13;

for (const setup of setups) {
  describe(`parcels tracked together on ${setup.name}`, () => {
    let t: TestApp;
    let simulator: TestSimulator;
    before(async () => {
      simulator = await openSimulator('auspost');
      t = await startTestApp(setup, { connectors: [auspost], limits: { v5PerMinute: 0 } });
      const [listed] = simulator.carriers;
      assert.ok(listed);
      const account = simulatedAccount(auspost, listed);
      const house = { carrier: 'auspost', account, policy: 'live', isUntested: false } as const;
      await connectAccount(t.app, undefined, house);
      await until('the carrier is connected', () => t.app.carriers.live.length > 0);
    });
    after(async () => {
      await t.close();
      await simulator.close();
    });

    test(`tracks ${parcels} parcels with two requests, and each gets its own events`, async () => {
      const shop = new Checkout(t, await t.addMember());
      await shop.giveCredit(100_000);
      const ids: number[] = [];
      for (let n = 0; n < parcels; n += 1) {
        const quoted = await shop.quote(body);
        const answer = await shop.confirm(
          quoted.id,
          shop.confirmRequest(quoted, 'auspost_regular_eparcel'),
        );
        assert.equal(answer.statusCode, 200, answer.body);
        ids.push(quoted.id);
      }
      t.advanceClock(60 * 60_000);
      assert.equal(await pollCarriers(t.app), parcels);
      await t.app.connections.writeCalls();
      const calls = await t.app.store.carrierCalls.list({ carrier: 'auspost', limit: 100 });
      assert.equal(calls.filter(({ operation }) => operation === 'track').length, 2);
      for (const id of ids) {
        const tracked = await t.get(`/api/v5/tracking/${id}`, { 'api-key': shop.member.key });
        assert.match(tracked.body, /Shipping information received by Australia Post/);
      }
    });
  });
}
