// A member's password in place of a key: what it cannot read, and how an older plug-in writes its settings with it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addKey } from '../../src/application/keys/manage-keys.ts';
import {
  aCarton,
  type Body,
  sydneyToMelbourne,
  without,
} from '../support/bookings/quote-bodies.ts';
import { setups } from '../support/setups.ts';
import { basic, startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`a password in place of a key on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let bob: TestMember;
    before(async () => {
      const limits = { v4PerMinute: 0, v4AddressPerMinute: 0, v5PerMinute: 0 };
      t = await startTestApp(setup, { limits });
      jane = await t.addMember();
      bob = await t.addMember('bob@example.com');
    });
    after(() => t.close());

    const get = async (path: string, key = jane.key): Promise<Body> => {
      const answer = await t.get(path, { 'api-key': key });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };
    const authorization = () => basic(jane.email, jane.password);

    test('a password has no key configuration to show', async () => {
      for (const [method, url] of [
        ['GET', '/api/bookings/v4/api_details'],
        ['GET', '/api/bookings/sync'],
        ['POST', '/api/bookings/v4/test_api_key_settings'],
      ] as const) {
        const answer = await t.inject({
          method,
          url,
          headers: { authorization: authorization() },
        });
        assert.equal(answer.statusCode, 403, url);
        assert.equal(answer.json().error, 'api_key_required');
      }
    });

    /** The settings of an older WooCommerce plug-in. */
    const oldForm = {
      enabled: 'yes',
      trans_title: 'Courier',
      title: 'Shipping',
      email: 'jane@tilewarehouse.example',
      password: 'correct: horse',
      api_key: '',
      address_type: 'Commercial',
      postcode: '2015,ALEXANDRIA',
      postcode_type: 'business',
      height: '20',
      width: '30',
      length: '40',
      weight: '5',
      enable_order: 'yes',
      order_status: 'On hold',
      order_date: '2026-11-01',
      order_name: 'Tile Warehouse',
      order_email: 'post@tilewarehouse.example',
      order_phone: '02 9999 0000',
      order_address: '1 Bourke Rd',
      order_suburb: '2015,ALEXANDRIA',
      quotes: 'Display all Quotes',
      enabled_pickup: 'yes',
      surcharge: 'yes',
      surcharge_price: '5',
      unit: '%',
      courier_unit: '$',
      courier_toll: 'yes',
      courier_allied: 'yes',
      courier_pony_express: 'yes',
      courier_surcharge_toll: '1.50',
      rename_group_allied: 'Road',
      fixed_error: 'yes',
      fixed_error_price: '12',
      requesting_site: 'https://tilewarehouse.example/',
    };

    test('an old plug-in that hands its settings over gets a key once, and the key quotes with them', async () => {
      const answer = await t.inject({
        method: 'POST',
        url: '/api/bookings/v4/set_api_settings',
        headers: { authorization: authorization() },
        payload: oldForm,
      });
      assert.equal(answer.statusCode, 200, answer.body);
      const { 'API-Key': key, ignored } = answer.json();
      assert.deepEqual(ignored, ['enabled_pickup', 'fixed_error', 'fixed_error_price']);
      const full = await get('/api/v5/bookings/v4/api_details/full', key);
      const { member_id, module_type_id, site_domain } = full.api_key as Body;
      assert.deepEqual(
        [member_id, module_type_id, site_domain],
        [jane.id, 1, 'tilewarehouse.example'],
      );
      const details = await get('/api/bookings/v4/api_details', key);
      assert.deepEqual(
        { ...details, module_id: 0 },
        {
          module_id: 0,
          module_title: 'WooCommerce',
          shipping_title: 'Courier',
          street_type: 'business',
          default_height: 20,
          default_width: 30,
          default_lenght: 40,
          default_weight: 5,
          enable_sync: 'enabled',
          sync_from_date: '2026-11-01',
          quote_diplay: 'display_all',
          surcharge_amount: 0,
          enabled_courier: ['toll', 'allied'],
          mode: 'live',
          sync_all_order: 'on',
        },
      );
      assert.equal((await get('/api/bookings/sync', key)).onhold, 'on');
      const stored = JSON.stringify(full);
      assert.ok(!stored.includes('correct: horse'));

      // No sender, no sizes: both come from the settings; the prices carry the surcharges.
      const quote = async (apiKey: string, body: Body) => {
        const made = await t.inject({
          method: 'POST',
          url: '/api/bookings/v4',
          headers: { 'api-key': apiKey },
          payload: body,
        });
        assert.equal(made.statusCode, 201, made.body);
        return made.json();
      };
      const blank = without(
        sydneyToMelbourne({ items: [{ description: 'carton', quantity: 1 }] }),
        'sender',
      );
      const { sender, quotes } = await quote(key, blank);
      assert.deepEqual(
        [sender.suburb, sender.postcode, sender.company_name, sender.address],
        ['ALEXANDRIA', '2015', 'Tile Warehouse', '1 Bourke Rd'],
      );
      const plain = await quote(
        bob.key,
        sydneyToMelbourne({
          sender: { postcode: '2015', suburb: 'Alexandria', type: 'business' },
          items: [aCarton({ weight: 5, length: 40, width: 30, height: 20 })],
        }),
      );
      const cents = (amount: number): number => Math.round(amount * 100);
      const before = cents(plain.quotes.toll.price_insurance_ex);
      assert.equal(cents(quotes.toll.price_insurance_ex), before + Math.round(before * 0.05) + 150);
      assert.equal(quotes.allied.courier, 'Road');
    });

    test('settings handed over again with the key add the general surcharge only once', async () => {
      for (let n = 0; n < 2; n += 1) {
        await t.inject({
          method: 'POST',
          url: '/api/bookings/v4/set_api_settings',
          headers: { 'api-key': jane.key },
          payload: oldForm,
        });
      }
      const { rules, warehouses } = await get('/api/v5/bookings/v4/api_details/full');
      assert.deepEqual([(rules as []).length, (warehouses as []).length], [1, 1]);
    });

    test('creates no key from an invalid settings form, even after a hundred tries', async () => {
      const carol = await t.addMember('carol@example.com');
      const hand = (payload: Body) =>
        t.inject({
          method: 'POST',
          url: '/api/bookings/v4/set_api_settings',
          headers: { authorization: basic(carol.email, carol.password) },
          payload,
        });
      const count = async () => (await t.app.store.keys.list(carol.id)).length;
      assert.equal((await hand({ ...oldForm, order_date: 'yesterday' })).statusCode, 400);
      assert.equal((await hand({ requesting_site: 'x'.repeat(256) })).statusCode, 400);
      assert.equal((await hand({ ...oldForm, requesting_site: 'a\u0000b' })).statusCode, 400);
      assert.equal(await count(), 1);
      for (let n = 1; n < 100; n += 1) {
        await addKey(t.app, {
          memberId: carol.id,
          moduleType: 'wordpress',
          site: '',
          isDemo: false,
        });
      }
      const refused = await hand(oldForm);
      assert.equal(refused.statusCode, 422);
      assert.match(refused.json().message, /100 API keys/);
      assert.equal(await count(), 100);
    });
  });
}
