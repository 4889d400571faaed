// Carriers' webhooks: a verified notice makes the next poll due at once, and everything else changes nothing.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { hiTrans } from '../../carriers/hi_trans/connector/hi-trans.ts';
import { uberDirect } from '../../carriers/uber_direct/connector/uber-direct.ts';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import { pollCarriers } from '../../src/application/tracking/poll-carriers.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { aCarton, sydney } from '../support/bookings/quote-bodies.ts';
import { basic, jsonOf, openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const chatswood = { ...sydney, postcode: '2067', suburb: 'CHATSWOOD' };
const folder = '/webhooks/carriers';
const path = `${folder}/uber_direct`;

for (const setup of setups) {
  describe(`carriers' webhooks on ${setup.name}`, () => {
    let t: TestApp;
    let shop: Checkout;
    let simulator: TestSimulator;
    let base: string;
    before(async () => {
      simulator = await openSimulator('uber_direct', 'hi_trans');
      t = await startTestApp(setup, { connectors: [uberDirect, hiTrans] });
      await t.server.listen({ port: 0, host: '127.0.0.1' });
      base = `http://127.0.0.1:${(t.server.server.address() as AddressInfo).port}${folder}`;
      shop = new Checkout(t, await t.addMember());
      await shop.giveCredit(100_000);
      for (const connector of [uberDirect, hiTrans]) {
        const { carrier } = connector;
        const listed = simulator.carriers.find((one) => one.carrier === carrier) ?? assert.fail();
        const account = simulatedAccount(connector, listed);
        await connectAccount(t.app, undefined, { carrier, account, isUntested: true });
      }
      await until('the carrier is connected', () => t.app.carriers.live.length > 0);
    });
    after(async () => {
      await t.close();
      await simulator.close();
    });

    const booked = async (): Promise<{ id: number; connote: string }> => {
      const quoted = await shop.quote({
        sender: {
          ...sydney,
          name: 'Jo Tran',
          address: '1 George St',
          phone: '02 9876 5432',
          email: 'jo@example.com',
        },
        receiver: {
          ...chatswood,
          name: 'Kim Lee',
          address: '2 Help St',
          phone: '0400 000 000',
          email: 'kim@example.com',
        },
        items: [aCarton()],
      });
      const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, 'uber_direct'));
      assert.equal(answer.statusCode, 200, answer.body);
      return { id: quoted.id, connote: answer.json().connote };
    };
    /** Sends the present status of a shipment, as the carrier does. */
    const sent = async (connote: string, carrier = 'uber_direct', query = '') => {
      const webhook = `/shipments/${carrier}/${connote}/webhook`;
      const url = `${base}/${carrier}${query}`;
      const answer = await simulator.control('POST', webhook, { body: { url } });
      assert.equal(answer.status, 200, answer.text);
      const { status, answer: text } = jsonOf(answer);
      return { status, answer: JSON.parse(text) };
    };
    const polls = () =>
      simulator.simulation.calls.filter(({ operation }) => operation === 'track').length;
    const stageOf = async (id: number) => (await t.app.store.shipments.find(bookingId(id)))?.stage;

    test('a status arrives at once, and a repeated notice changes nothing', async () => {
      const { id, connote } = await booked();
      await pollCarriers(t.app);
      const before = polls();
      await pollCarriers(t.app);
      assert.equal(polls(), before, 'the next poll is not due yet');
      const events = `/shipments/uber_direct/${connote}/events`;
      await simulator.control('POST', events, { body: { stage: 'out_for_delivery' } });
      for (const _time of ['first', 'again'])
        assert.deepEqual(await sent(connote), {
          status: 200,
          answer: { received: true, known: true },
        });
      await pollCarriers(t.app);
      assert.equal(polls(), before + 1);
      assert.equal(await stageOf(id), 'out_for_delivery');
      assert.deepEqual((await sent(connote)).answer, { received: true, known: true });
      await pollCarriers(t.app);
      const kept = await t.app.store.trackingEvents.list([bookingId(id)]);
      assert.equal(kept.filter(({ raw }) => raw.status === 'dropoff').length, 1);
    });

    test('a notice about a delivered shipment is answered and starts no poll', async () => {
      const { id, connote } = await booked();
      const events = `/shipments/uber_direct/${connote}/events`;
      await simulator.control('POST', events, { body: { stage: 'delivered' } });
      await sent(connote);
      await pollCarriers(t.app);
      assert.equal(await stageOf(id), 'delivered');
      const before = polls();
      assert.deepEqual((await sent(connote)).answer, { received: true, known: true });
      await pollCarriers(t.app);
      assert.equal(polls(), before);
    });

    test('a notice about an unknown delivery is answered plainly', async () => {
      const uber = simulator.carriers.find(({ carrier }) => carrier === 'uber_direct');
      const key = uber?.credentials.webhookKey ?? '';
      const body = JSON.stringify({ kind: 'event.delivery_status', delivery_id: 'del_elsewhere' });
      const signature = createHmac('sha256', key).update(body).digest('hex');
      const answer = await post(body, { 'x-uber-signature': signature });
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), { received: true, known: false });
    });

    test('a carrier that signs nothing proves itself by the key of the address', async () => {
      const ask = simulator.client('hi_trans', basic('sim-hitrans', 'sim-hitrans-token'));
      await ask('GET', '/ws/rest/freight/status/HT00000042');
      const notice = (query: string) => sent('HT00000042', 'hi_trans', query);
      assert.deepEqual(await notice('?key=sim-hitrans-webhook-key'), {
        status: 200,
        answer: { received: true, known: false },
      });
      for (const query of ['?key=another', '?key=', ''])
        assert.equal((await notice(query)).status, 400, query);
    });

    test('refuses an unsigned notice, and one for a carrier without an account or webhooks', async () => {
      const body = JSON.stringify({ kind: 'event.delivery_status', delivery_id: 'del_1' });
      for (const [url, headers] of [
        [path, {}],
        [path, { 'x-uber-signature': '0'.repeat(64) }],
        ['/webhooks/carriers/fedex', {}],
        ['/webhooks/carriers/nowhere', {}],
      ] as const) {
        const answer = await post(body, headers, url);
        assert.equal(answer.statusCode, 400, url);
        assert.equal(answer.json().error, 'notice_refused');
      }
    });

    const post = (body: string, headers: Record<string, string>, url = path) =>
      t.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...headers },
        payload: body,
      });
  });
}
