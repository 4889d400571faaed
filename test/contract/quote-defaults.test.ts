// Blanks of a quote request that the key's settings fill: sizes, weights, the sender, free-text packaging.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
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

describe("blanks filled from a key's settings", () => {
  let t: TestApp;
  let shop: TestMember;
  before(async () => {
    t = await startTestApp(anySetup, { limits: { v5PerMinute: 0 } });
    shop = await t.addMember('shop@example.com');
    await changeKeySettings(t.app, shop.keyId, {
      parts: {
        module_setting: {
          default_weight: '2.5',
          default_lenght: 30,
          default_width: '20',
          default_height: 10,
        },
        warehouses: [{ suburb: 'Perth', postcode: '6000', contact_name: 'Jo' }],
        package_type_rules: [
          { min_weight: 0, max_weight: 3, package_type: 'Satchel 3kg' },
          { min_weight: 3.001, max_weight: 30, package_type: 'Box' },
        ],
      },
    });
  });
  after(() => t.close());
  const quoted = async (body: Body) => {
    const answer = await t.inject({
      method: 'POST',
      url: '/api/v5/bookings',
      headers: { 'api-key': shop.key },
      payload: body,
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  test('fills missing and blank sizes and weights separately', async () => {
    const { body } = await quoted(
      sydneyToMelbourne({
        items: [{ quantity: 1, description: 'Carton' }, aCarton({ weight: '', height: null })],
      }),
    );
    const sizes = body.items.map(({ weight, length, width, height }: Body) => [
      weight,
      length,
      width,
      height,
    ]);
    assert.deepEqual(sizes, [
      [2.5, 30, 20, 10],
      [2.5, 40, 35, 10],
    ]);
  });

  test('does not treat zero as blank', async () => {
    assert.equal((await quoted(sydneyWith({ weight: 0 }))).status, 422);
  });

  test('fills a missing sender from the warehouse and keeps a given sender', async () => {
    const { body } = await quoted(without(sydneyToMelbourne(), 'sender'));
    assert.deepEqual([body.sender.suburb, body.sender.name], ['PERTH', 'Jo']);
    assert.equal((await quoted(sydneyToMelbourne())).body.sender.suburb, 'SYDNEY');
  });

  test("takes a receiver's missing type from street_type and rejects a wrong type", async () => {
    const home = await t.addMember('home@example.com');
    const body = (receiver: Body) =>
      sydneyToMelbourne({ receiver: { postcode: '3000', suburb: 'Melbourne', ...receiver } });
    const post = async (receiver: Body) => {
      const answer = await t.inject({
        method: 'POST',
        url: '/api/v5/bookings',
        headers: { 'api-key': home.key },
        payload: body(receiver),
      });
      return { status: answer.statusCode, body: answer.json() };
    };
    for (const type of [undefined, '', null]) {
      const refused = await post({ type });
      assert.equal(refused.status, 400);
      assert.deepEqual(Object.keys(refused.body.errors.receiver), ['type']);
    }
    const business = await post({ type: 'business' });
    const residential = await post({ type: 'residential' });
    assert.notDeepEqual(business.body.quotes, residential.body.quotes);
    for (const [street_type, like] of [
      ['residential', residential],
      ['business', business],
    ] as const) {
      await changeKeySettings(t.app, home.keyId, { parts: { module_setting: { street_type } } });
      const filled = await post({ type: '' });
      assert.equal(filled.body.receiver.type, street_type);
      assert.deepEqual(filled.body.quotes, like.body.quotes);
      assert.equal((await post({ type: 'castle' })).status, 400);
      assert.equal((await post({ type: 'residential' })).body.receiver.type, 'residential');
    }
    // The sender has no such setting, because its type is always given.
    const answer = await t.inject({
      method: 'POST',
      url: '/api/v5/bookings',
      headers: { 'api-key': home.key },
      payload: sydneyToMelbourne({ sender: { postcode: '2000', suburb: 'Sydney' } }),
    });
    assert.deepEqual(Object.keys(answer.json().errors.sender), ['type']);
  });

  test('replaces free text with the packaging for its weight, and rejects it where no rule fits', async () => {
    const { body } = await quoted(
      sydneyToMelbourne({
        items: [
          aCarton({ description: 'Teddy bear', weight: 3 }),
          aCarton({ description: 'Toaster', weight: 3.001 }),
          aCarton({ description: '', weight: 30 }),
          aCarton({ description: 'pallet', weight: 5 }),
        ],
      }),
    );
    assert.deepEqual(
      body.items.map(({ description }: Body) => description),
      ['Satchel 3kg', 'Box', 'Box', 'pallet'],
    );
    const refused = await quoted(sydneyWith({ description: 'Piano', weight: 300 }));
    assert.equal(refused.status, 400);
    assert.deepEqual(Object.keys(refused.body.errors.items['0']), ['description']);
  });

  test('reports a warehouse with a wrong suburb as an invalid sender', async () => {
    const lost = await t.addMember('lost@example.com');
    await changeKeySettings(t.app, lost.keyId, {
      parts: { warehouses: [{ suburb: 'Atlantis', postcode: '2000' }] },
    });
    const answer = await t.inject({
      method: 'POST',
      url: '/api/v5/bookings',
      headers: { 'api-key': lost.key },
      payload: without(sydneyToMelbourne(), 'sender'),
    });
    assert.equal(answer.statusCode, 400);
    assert.deepEqual(Object.keys(answer.json().errors.sender), ['suburb']);
  });
});

function sydneyWith(change: Body): Body {
  return sydneyToMelbourne({ items: [aCarton(change)] });
}
