// A shop with several warehouses: a cart without a sender is sent from the warehouse that stocks all its products.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { generations } from '../support/bookings/checkout.ts';
import {
  aCarton,
  type Body,
  sydneyToMelbourne,
  without,
} from '../support/bookings/quote-bodies.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

const [anySetup] = setups;
assert.ok(anySetup);

const warehouses = [
  { suburb: 'Perth', postcode: '6000', skus: ['TILE-1', 'BOTH'] },
  { suburb: 'Sydney', postcode: '2000', is_default: true, skus: ['BOTH'] },
];

describe('several warehouses', () => {
  let t: TestApp;
  let shop: TestMember;
  before(async () => {
    t = await startTestApp(anySetup, { limits: { v4PerMinute: 0, v5PerMinute: 0 } });
    shop = await t.addMember('shop@example.com');
    await changeKeySettings(t.app, shop.keyId, { parts: { warehouses } });
  });
  after(() => t.close());

  const switchTo = (value: 'on' | 'off') =>
    changeKeySettings(t.app, shop.keyId, { fields: [['multiwarehouse_enabled', value]] });

  for (const { name, bookings } of generations) {
    const send = async (body: Body) => {
      const headers = { 'api-key': shop.key };
      const answer = await t.inject({ method: 'POST', url: bookings, headers, payload: body });
      return { status: answer.statusCode, body: answer.json() };
    };
    const cart = (...skus: string[]) =>
      without(sydneyToMelbourne({ items: skus.map((sku) => aCarton({ sku })) }), 'sender');
    const senderOf = async (...skus: string[]): Promise<string> => {
      const { status, body } = await send(cart(...skus));
      assert.equal(status, 201, JSON.stringify(body));
      return body.sender.suburb;
    };

    test(`${name}: sends everything from the default warehouse when switched off`, async () => {
      await switchTo('off');
      assert.equal(await senderOf('TILE-1'), 'SYDNEY');
      assert.equal(await senderOf('TILE-1', 'OTHER'), 'SYDNEY');
    });

    test(`${name}: sends from a warehouse that stocks all products, trying the default one first`, async () => {
      await switchTo('on');
      assert.equal(await senderOf('TILE-1'), 'PERTH');
      assert.equal(await senderOf('TILE-1', 'BOTH'), 'PERTH');
      assert.equal(await senderOf('BOTH'), 'SYDNEY');
      assert.equal(await senderOf('BOTH', 'OTHER', ''), 'SYDNEY');
    });

    test(`${name}: rejects products of different warehouses in the words that plug-ins expect`, async () => {
      await switchTo('on');
      const { status, body } = await send(cart('TILE-1', 'OTHER'));
      assert.equal(status, 422);
      assert.deepEqual(body, {
        error: 'several_warehouses',
        message: 'Please submit separate orders as these products ship from different Warehouses',
        status: 'error',
      });
      const wrong = await send({ ...cart('TILE-1', 'OTHER'), receiver: {} });
      assert.equal(wrong.status, 400, 'invalid fields are reported before the warehouses');
    });

    test(`${name}: keeps a given sender unchanged`, async () => {
      await switchTo('on');
      const items = [aCarton({ sku: 'TILE-1' }), aCarton({ sku: 'OTHER' })];
      const { status, body } = await send(sydneyToMelbourne({ items }));
      assert.equal(status, 201);
      assert.equal(body.sender.suburb, 'SYDNEY');
    });
  }

  test('the full configuration lists the products of a warehouse that names some', async () => {
    const url = '/api/v5/bookings/v4/api_details/full';
    const full = (await t.get(url, { 'api-key': shop.key })).json();
    assert.deepEqual(full.warehouses[0].skus, ['TILE-1', 'BOTH']);
  });
});
