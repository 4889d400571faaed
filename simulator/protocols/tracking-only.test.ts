// Tests of the simulated Border Express and Hi-Trans, which offer tracking only.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { samples } from '../../test/support/carriers/simulated-requests.ts';
import {
  type Ask,
  basic,
  jsonOf,
  openSimulator,
  type TestSimulator,
} from '../../test/support/carriers/simulator.ts';

describe('carriers that offer tracking only', () => {
  let simulator: TestSimulator;
  before(async () => {
    simulator = await openSimulator('border_express', 'hi_trans');
  });
  after(() => simulator.close());
  beforeEach(() => simulator.control('POST', '/reset'));

  describe('Border Express', () => {
    let ask: Ask;
    beforeEach(async () => {
      const sample = samples.find(({ carrier }) => carrier === 'border_express') ?? assert.fail();
      const headers = await sample.sign(simulator.client('border_express'));
      ask = simulator.client('border_express', headers);
    });
    const path = (number: string) => `/api/connotes/${number}/Statuses`;

    test('issues no token for wrong client credentials', async () => {
      const text = 'grant_type=client_credentials&client_id=sim-border-client&client_secret=no';
      assert.equal((await ask('POST', '/token', { text })).status, 400);
    });

    test('a consignment advances from its first tracking request', async () => {
      const history = async () => jsonOf(await ask('GET', path('SMPB00000007'))).Statuses;
      assert.equal((await history()).length, 1);
      await simulator.advance(700);
      const statuses = await history();
      assert.equal(statuses.length, 5);
      assert.equal(statuses.at(-1).Status, 'Delivered');
      assert.match(statuses.at(-1).DateOccurred, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+1[01]:00$/);
    });

    test('reports a number of another account as unknown', async () => {
      assert.equal((await ask('GET', path('OTHER1'))).status, 404);
    });
  });

  describe('Hi-Trans', () => {
    let ask: Ask;
    before(() => {
      ask = simulator.client('hi_trans', basic('sim-hitrans', 'sim-hitrans-token'));
    });

    test('the status of a consignment has a number and a name', async () => {
      const status = async () => jsonOf(await ask('GET', '/ws/rest/freight/status/HT00000042'));
      const first = await status();
      assert.deepEqual(Object.keys(first), [
        'ConsignmentID',
        'ConsignmentNo',
        'DespatchDateTime',
        'ConsignmentStatus',
        'StatusID',
      ]);
      assert.equal(first.StatusID, 7);
      assert.equal(first.ConsignmentStatus, 'Awaiting Pickup Allocation');
      await simulator.advance(150);
      assert.equal((await status()).StatusID, 21);
      await simulator.advance(700);
      assert.equal((await status()).ConsignmentStatus, 'Departed Receiver');
    });

    test('reports a number of another account as unknown', async () => {
      assert.equal((await ask('GET', '/ws/rest/freight/status/OTHER1')).status, 404);
    });
  });
});
