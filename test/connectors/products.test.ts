// The account's products are read from the carrier on connection, because contracts number the same service
// differently.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aramex } from '../../carriers/aramex/connector/aramex.ts';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { startrack } from '../../carriers/startrack/connector/startrack.ts';
import { completeAccount } from '../../src/adapters/connectors/carrier-account.ts';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import type { CarrierAccount, CarrierReply, Connector } from '../../src/application/ports.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { order, question } from './story.ts';

const given = { api_key: 'k-1234', password: 'p-1234', account_number: '1234567890' };

/** The account fields that a connector derives from an account's list of products. */
function discovered(connector: Connector, products: readonly object[]): CarrierAccount {
  return answered(connector, '/accounts/1234567890', { postage_products: products });
}

function answered(connector: Connector, path: string, answer: object): CarrierAccount {
  const conversation = connector.discover?.(completeAccount(connector, given));
  assert.ok(conversation);
  const request = conversation.next();
  assert.deepEqual(request.value, { method: 'GET', path, isRepeatable: true });
  const bytes = new TextEncoder().encode(JSON.stringify(answer));
  const reply: CarrierReply = { status: 200, contentType: 'application/json', bytes };
  const turn = conversation.next(reply);
  assert.equal(turn.done, true);
  return turn.value as CarrierAccount;
}

const product = (product_id: string, type: string, group?: string, expired = false) => ({
  product_id,
  type,
  ...(group === undefined ? {} : { group }),
  contract: { expired },
});
const regular = 'product_auspost_regular_eparcel';
const express = 'product_auspost_express_eparcel';

test('keeps the usual product where the account has it', () => {
  const list = [
    product('T28S', 'PARCEL POST + SIGNATURE', 'Parcel Post'),
    product('7D55', 'PARCEL POST'),
  ];
  assert.equal(discovered(auspost, list)[regular], '7D55');
});

test("chooses the account's domestic product in force with a signature", () => {
  const list = [
    product('X1', 'PARCEL POST + SIGNATURE', 'Parcel Post', true),
    product('T28', 'PARCEL POST', 'Parcel Post'),
    product('T28S', 'PARCEL POST + SIGNATURE', 'Parcel Post'),
    product('PR', 'PARCEL POST RETURN', 'Parcel Post'),
    product('E34', 'EXPRESS POST'),
    product('PTI8', 'INTL STANDARD/PACK & TRACK'),
  ];
  assert.deepEqual(discovered(auspost, list), { [regular]: 'T28S', [express]: 'E34' });
});

test('neither quotes nor books a service that the account has no product for', () => {
  const found = discovered(startrack, [product('EXP', 'EXPRESS', 'StarTrack')]);
  assert.deepEqual(found, {
    product_startrack_road_express: 'EXP',
    product_startrack_premium: 'none',
    product_startrack_fpp: 'none',
  });
  const account = completeAccount(startrack, { ...given, account_number: '12345678', ...found });
  const request = startrack.quote?.(account, question()).next().value;
  assert.match(JSON.stringify(request), /startrack_road_express/);
  assert.doesNotMatch(JSON.stringify(request), /startrack_premium|none/);
  assert.deepEqual(startrack.book?.(account, order('startrack_premium'), question().nowMs).next(), {
    done: true,
    value: { rejected: 'the account has no product for this service' },
  });
});

test('an account whose list is still empty keeps the usual products', () => {
  assert.deepEqual(discovered(auspost, []), {});
});

test("Aramex: finds the account's services for authority to leave and for a signature", () => {
  const found = (data: readonly object[]) =>
    answered(aramex, '/api/consignment-services', { data });
  const atl = { Code: 'ATL', Description: 'Authority to leave', Price: 0 };
  const cover = { Code: 'EXTCVR', Items: [{ Code: 'C1', Price: 2 }] };
  assert.deepEqual(found([cover, { Code: 'DELIVERY', Items: [{ Code: 'SGR', Price: 3 }, atl] }]), {
    authority_to_leave_service: 'DELIVERY',
    signature_service: 'DELIVERY',
  });
  assert.deepEqual(found([cover, { code: 'D', items: [{ code: 'ATL' }] }]), {
    authority_to_leave_service: 'D',
    signature_service: 'none',
  });
  assert.deepEqual(found([]), {});
});

for (const setup of setups) {
  describe(`products of an account on ${setup.name}`, () => {
    let t: TestApp;
    let simulator: TestSimulator;
    before(async () => {
      simulator = await openSimulator('auspost');
      t = await startTestApp(setup, { connectors: [auspost] });
    });
    after(async () => {
      await t.close();
      await simulator.close();
    });
    const connect = (own: CarrierAccount = {}) => {
      const [listed] = simulator.carriers;
      assert.ok(listed);
      const account = { ...simulatedAccount(auspost, listed), ...own };
      return connectAccount(t.app, undefined, {
        carrier: 'auspost',
        account,
        policy: undefined,
        isUntested: false,
      });
    };

    test('reads the products on connecting without overriding those that are given', async () => {
      assert.deepEqual((await connect()).discovered, { [regular]: '7D55', [express]: '3J55' });
      assert.deepEqual((await connect({ [regular]: 'T28' })).discovered, { [express]: '3J55' });
    });

    test('refuses to connect an account whose products cannot be read', async () => {
      await simulator.fault('auspost:account:malformed');
      await assert.rejects(
        connect(),
        (error) => error instanceof Refusal && error.data.code === 'account_refused',
      );
    });
  });
}
