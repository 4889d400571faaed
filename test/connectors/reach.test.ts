// Connected carriers are only asked about routes that they serve.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connectors } from '../../carriers/connectors.ts';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import { auckland, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { errorOf, type LiveAnswer } from '../support/carriers/live-service.ts';
import {
  type CarrierServer,
  startCarrierServer,
} from '../support/carriers/scripted-carrier-server.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { allStories } from './stories.ts';
import { aucklandAddress, order } from './story.ts';

const withinAustralia = [
  'auspost',
  'startrack',
  'couriers_please',
  'direct_freight',
  'tnt',
  'allied',
  'toll',
  'mainfreight',
  'zoom2u',
];
const outOfAustralia = ['dhl_express', 'fedex', 'ups'];

describe('destinations of connected carriers', () => {
  const [setup] = setups;
  let t: TestApp;
  let key: string;
  let server: CarrierServer;
  before(async () => {
    assert.ok(setup);
    server = await startCarrierServer(() => ({ status: 404 }));
    t = await startTestApp(setup, { connectors, limits: { v5PerMinute: 0 } });
    ({ key } = await t.addMember());
    for (const { connector, account } of allStories) {
      const { carrier } = connector;
      if (![...withinAustralia, ...outOfAustralia].includes(carrier)) continue;
      await connectAccount(t.app, undefined, {
        carrier,
        account: { ...account, base_url: `${server.url}/${carrier}` },
        policy: 'live',
        isUntested: true,
      });
    }
    await until('all carriers are connected', () =>
      servicesOf([...withinAustralia, ...outOfAustralia]).every(
        (service) => liveOf(service) !== undefined,
      ),
    );
  });
  after(async () => {
    await t.close();
    await server.close();
  });
  const servicesOf = (carriers: readonly string[]): string[] =>
    connectors
      .filter(({ carrier }) => carriers.includes(carrier))
      .flatMap(({ services }) => services.map(({ stringId }) => stringId));
  const liveOf = (stringId: string) =>
    t.app.carriers.live.find((carrier) => carrier.stringId === stringId);
  const quote = async (change: object): Promise<LiveAnswer> => {
    const answer = await t.inject({
      method: 'POST',
      url: '/api/v5/bookings',
      headers: { 'api-key': key },
      payload: sydneyToMelbourne({ ...change }),
    });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json();
  };
  /** Each carrier has its own path on the server. */
  const carriersAsked = (carriers: readonly string[]): string[] =>
    server.requests
      .map(({ path }) => path)
      .filter((path) => carriers.includes(path.split('/')[1] ?? ''));
  const unserved = { code: 'route_not_served', serviceability: 'no_route', retryable: false };

  test('asks no domestic service about an address abroad at either end', async () => {
    const services = servicesOf(withinAustralia);
    for (const change of [{ receiver: auckland }, { sender: auckland }]) {
      const answer = await quote(change);
      for (const stringId of services) assert.deepEqual(errorOf(answer, stringId), unserved);
      assert.deepEqual(carriersAsked(withinAustralia), []);
    }
  });

  test('asks no international service about a domestic shipment', async () => {
    server.requests.length = 0;
    const services = servicesOf(outOfAustralia);
    const answer = await quote({});
    for (const stringId of services) assert.deepEqual(errorOf(answer, stringId), unserved);
    assert.deepEqual(carriersAsked(outOfAustralia), []);
  });

  test('sends no booking abroad to a domestic service', async () => {
    server.requests.length = 0;
    const receiver = { ...order('').booking.receiver, ...aucklandAddress };
    for (const stringId of ['couriers_please', 'direct_freight', 'auspost_regular_eparcel']) {
      const outcome = await liveOf(stringId)?.carrierBooking?.book(order(stringId, { receiver }));
      assert.deepEqual(outcome, {
        outcome: 'rejected',
        reason: 'the service is within Australia',
      });
    }
    assert.deepEqual(carriersAsked(withinAustralia), []);
  });
});
