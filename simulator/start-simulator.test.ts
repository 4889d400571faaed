// Tests of the running simulator: its ports, the effect of each fault on a connection, and the control endpoint.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  type Ask,
  basic,
  jsonOf,
  noonMs,
  openSimulator,
  type TestSimulator,
} from '../test/support/carriers/simulator.ts';
import { simulatedCarriers } from './carriers.ts';
import { startSimulator } from './start-simulator.ts';

const headers = {
  ...basic('sim-auspost-key', 'sim-auspost-password'),
  'account-number': '0009990001',
};
const party = {
  name: 'Jo',
  lines: ['1 Main St'],
  suburb: 'SYDNEY',
  state: 'NSW',
  postcode: '2000',
};
const shipment = (shipment_reference: string) => ({
  shipments: [
    {
      shipment_reference,
      from: party,
      to: { ...party, business_name: 'Jo & Co' },
      items: [{ product_id: 'T28', weight: 1, length: 10, width: 10, height: 10 }],
    },
  ],
});

describe('the simulator', () => {
  let simulator: TestSimulator;
  let ask: Ask;
  before(async () => {
    simulator = await openSimulator('auspost', 'startrack');
    ask = simulator.client('auspost', headers);
  });
  after(() => simulator.close());
  beforeEach(() => simulator.control('POST', '/reset'));

  const book = (reference: string) => ask('POST', '/shipments', { body: shipment(reference) });
  const remembered = async (reference: string) =>
    jsonOf(await simulator.control('GET', `/shipments?reference=${reference}`));

  test('every server listens on loopback only', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .flatMap((one) => (one === undefined || one.internal ? [] : [one.address]));
    for (const url of [simulator.controlUrl, ...simulator.carriers.map((one) => one.url)]) {
      const { hostname, port } = new URL(url);
      assert.equal(hostname, '127.0.0.1');
      assert.equal(await reaches('127.0.0.1', Number(port)), true);
      for (const address of [...outside, '127.0.0.2']) {
        assert.equal(await reaches(address, Number(port)), false, `${address}:${port}`);
      }
    }
  });

  test('carries out nothing when it resets the connection or fails', async () => {
    for (const kind of ['reset', 'server-error=503', 'rate-limit=7', 'expired-token']) {
      await simulator.fault(`auspost:book:${kind}:1`);
    }
    await assert.rejects(book('F1'));
    assert.equal((await book('F1')).status, 503);
    const limited = await book('F1');
    assert.equal(limited.status, 429);
    assert.equal(limited.headers.get('retry-after'), '7');
    assert.equal((await book('F1')).status, 401);
    assert.deepEqual(await remembered('F1'), []);
    assert.equal((await book('F1')).status, 201);
  });

  test('a hanging carrier answers nothing until its client gives up', async () => {
    await simulator.fault('auspost:book:hang:1');
    const body = shipment('F2');
    await simulator.leaveHanging((signal) => ask('POST', '/shipments', { body, signal }));
    assert.deepEqual(await remembered('F2'), []);
    assert.equal((await book('F2')).status, 201);
  });

  test('carries out a delayed booking and logs the delay as its fault', async () => {
    await simulator.fault('auspost:book:latency=30:1');
    assert.equal((await book('F3')).status, 201);
    const [call] = jsonOf(await simulator.control('GET', '/calls?operation=book'));
    assert.equal(call.fault, 'latency');
    assert.equal(call.status, 201);
  });

  test('finds an accepted booking by our reference when its answer was lost', async () => {
    await simulator.fault('auspost:book:accepted-but-answer-lost:1');
    await assert.rejects(book('F4'));
    const listed = '/shipments?offset=0&number_of_shipments=5&sender_reference=F4';
    const { shipments } = jsonOf(await ask('GET', listed));
    assert.equal(shipments.length, 1);
    assert.equal(
      (await remembered('F4'))[0].number,
      shipments[0].items[0].tracking_details.consignment_id,
    );
  });

  test('carries out a request whose answer is malformed or truncated', async () => {
    await simulator.fault('auspost:book:malformed:1');
    const garbage = await book('F5');
    assert.equal(garbage.status, 201);
    assert.throws(() => jsonOf(garbage));
    await simulator.fault('auspost:book:truncated:1');
    await assert.rejects(book('F6'));
    assert.equal((await remembered('F5')).length, 1);
    assert.equal((await remembered('F6')).length, 1);
  });

  test('makes two shipments of a duplicated request', async () => {
    await simulator.fault('auspost:book:duplicate:1');
    const made = jsonOf(await book('F7'));
    const both = await remembered('F7');
    assert.equal(both.length, 2);
    assert.notEqual(both[0].number, both[1].number);
    assert.equal(made.shipments[0].items[0].tracking_details.consignment_id, both[1].number);
  });

  test('a wrong price appears only in the answer with the fault', async () => {
    const right = jsonOf(await book('F8')).shipments[0].shipment_summary;
    await simulator.fault('auspost:book:wrong-price=200:1');
    const wrong = jsonOf(await book('F9')).shipments[0].shipment_summary;
    assert.equal(wrong.total_cost, right.total_cost * 2);
    assert.equal(
      jsonOf(await book('F10')).shipments[0].shipment_summary.total_cost,
      right.total_cost,
    );
  });

  test('a fault of one carrier leaves the others unaffected', async () => {
    await simulator.fault('startrack:*:reset');
    assert.equal((await book('F11')).status, 201);
    await assert.rejects(simulator.client('startrack')('GET', '/accounts/1'));
    await simulator.control('DELETE', '/faults?carrier=startrack');
    assert.deepEqual(jsonOf(await simulator.control('GET', '/faults')), []);
  });

  test('the control endpoint rejects unknown requests and changes nothing', async () => {
    const faults = ['auspost:book:reset', 'nowhere:book:reset'];
    const refused = await simulator.control('POST', '/faults', { body: { faults } });
    assert.equal(refused.status, 400);
    assert.match(jsonOf(refused).error, /nowhere/);
    assert.deepEqual(jsonOf(await simulator.control('GET', '/faults')), []);
    assert.equal((await simulator.control('POST', '/faults', { text: '{' })).status, 400);
    assert.equal((await simulator.control('POST', '/faults', { body: {} })).status, 400);
    assert.equal((await simulator.control('GET', '/nothing')).status, 404);
    const back = await simulator.control('POST', '/clock', { body: { advance_seconds: -5 } });
    assert.equal(back.status, 400);
    const unknown = await simulator.control('POST', '/shipments/auspost/X/events', {
      body: { stage: 'delivered' },
    });
    assert.equal(unknown.status, 404);
  });

  test('an event reported by hand overrides the schedule', async () => {
    const made = jsonOf(await book('F12')).shipments[0].items[0].tracking_details;
    const events = `/shipments/auspost/${made.consignment_id}/events`;
    const odd = await simulator.control('POST', events, { body: { stage: 'lost' } });
    assert.equal(odd.status, 400);
    const reported = await simulator.control('POST', events, { body: { stage: 'damaged' } });
    assert.equal(reported.status, 201);
    await simulator.advance(5_000);
    assert.equal((await remembered('F12'))[0].stage, 'damaged');
  });

  test('issues the same numbers again for the same seed', async () => {
    const numberOf = async (seed: number) => {
      const { prices } = simulator.simulation.branches[0]?.desk ?? assert.fail();
      const other = await startSimulator({
        port: 0,
        carriers: ['auspost'],
        nowMs: () => noonMs,
        prices,
        seed,
      });
      const [listed] = other.carriers;
      const response = await fetch(`${listed?.url}/shipments`, {
        method: 'POST',
        headers,
        body: JSON.stringify(shipment('S')),
      });
      const { shipments } = jsonOf({ text: await response.text() });
      await other.close();
      return [shipments[0].shipment_id, shipments[0].items[0].tracking_details.article_id];
    };
    assert.deepEqual(await numberOf(11), await numberOf(11));
    assert.notDeepEqual(await numberOf(11), await numberOf(12));
  });

  test('stops everything that was started when a port is in use', async () => {
    const { port } = new URL(simulator.controlUrl);
    const { prices } = simulator.simulation.branches[0]?.desk ?? assert.fail();
    const options = { nowMs: () => noonMs, prices, carriers: ['auspost'] };
    // The first carrier's port is the one after the control endpoint's.
    await assert.rejects(
      startSimulator({ ...options, port: Number(port) - 1 }),
      /Another program uses port/,
    );
  });

  test('every carrier has its own name and documents its credentials', () => {
    const names = simulatedCarriers.map(({ carrier }) => carrier);
    assert.equal(new Set(names).size, names.length);
    for (const { credentials } of simulator.carriers)
      assert.ok(Object.keys(credentials).length > 1);
  });
});

function reaches(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    const done = (isReached: boolean) => () => {
      socket.destroy();
      resolve(isReached);
    };
    socket.once('connect', done(true));
    socket.once('error', done(false));
    socket.once('timeout', done(false));
  });
}
