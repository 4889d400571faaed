// What a key's own shop reads and hands over: api_details, its full form, the sync settings, the test of a key and the
// settings of a plug-in.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { addKey, setKeyActive } from '../../src/application/keys/manage-keys.ts';
import type { KeyId, ModuleType } from '../../src/domain/accounts/api-key.ts';
import { aCarton, type Body, sydneyToMelbourne, without } from '../support/quote-bodies.ts';
import { setups } from '../support/setups.ts';
import { basic, startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const curated = [
  'module_id',
  'module_title',
  'shipping_title',
  'street_type',
  'default_height',
  'default_width',
  'default_lenght',
  'default_weight',
  'enable_sync',
  'sync_from_date',
  'quote_diplay',
  'surcharge_amount',
  'enabled_courier',
  'mode',
  'sync_all_order',
];

for (const setup of setups) {
  describe(`the configuration of a key on ${setup.name}`, () => {
    let t: TestApp;
    /** The same database and another process's caches. */
    let other: TestApp;
    let jane: TestMember;
    let bob: TestMember;
    before(async () => {
      const limits = { v4PerMinute: 0, v4AddressPerMinute: 0, v5PerMinute: 0 };
      t = await startTestApp(setup, { limits });
      other = await startTestApp(setup, { limits, place: t.place });
      jane = await t.addMember();
      bob = await t.addMember('bob@example.com');
    });
    after(async () => {
      await other.close();
      await t.close();
    });

    const get = async (path: string, key = jane.key, from = t): Promise<Body> => {
      const answer = await from.get(path, { 'api-key': key });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };
    const set = (parts: Body, id: KeyId = jane.keyId) =>
      changeKeySettings(t.app, id, {
        parts: {
          module_setting: {},
          warehouses: [],
          rules: [],
          package_type_rules: [],
          ...parts,
        },
      });
    const keyOfType = (moduleType: ModuleType, isDemo = false) =>
      addKey(t.app, { memberId: jane.id, moduleType, site: 'shop.example', isDemo });
    beforeEach(() => set({}));

    for (const [generation, prefix] of [
      ['v4', '/api/bookings/v4'],
      ['v4 without /v4', '/api/bookings'],
      ['v5', '/api/v5/bookings/v4'],
    ] as const) {
      test(`${generation}: every curated field is there, and is one value`, async () => {
        const details = await get(`${prefix}/api_details`);
        assert.deepEqual(Object.keys(details), curated);
        const { enabled_courier, ...scalars } = details;
        for (const [name, value] of Object.entries(scalars))
          assert.ok(typeof value === 'string' || typeof value === 'number', name);
        assert.ok(Array.isArray(enabled_courier) && enabled_courier.length >= 50);
        assert.deepEqual(
          { ...scalars, module_id: 0 },
          {
            module_id: 0,
            module_title: 'Custom Site',
            shipping_title: 'Freight',
            street_type: 'residential',
            default_height: 0,
            default_width: 0,
            default_lenght: 0,
            default_weight: 0,
            enable_sync: 'disabled',
            sync_from_date: '2026-11-16',
            quote_diplay: 'display_all',
            surcharge_amount: 0,
            mode: 'live',
            sync_all_order: 'off',
          },
        );
        assert.equal(details.module_id, jane.keyId);
      });

      test(`${generation}: what is set is shown, on the next request, in every process`, async () => {
        await get(`${prefix}/api_details`, jane.key, other);
        await set({
          module_setting: {
            module_title: 'Tiles',
            shipping_title: 'Delivery',
            street_type: 'business',
            default_height: '10.5',
            default_width: 20,
            default_lenght: '30',
            default_weight: 2.5,
            enable_sync: 'enabled',
            sync_from_date: '2026-01-31',
            quote_diplay: 'display_cheapest_fastest',
            surcharge_amount: '4.50',
            enabled_courier: 'toll',
            sync_all_order: 'on',
          },
        });
        // Another process hears of it in its own time, which is a moment.
        await until('the other process knows', () => {
          const known = t.app.store.configurationRevision();
          return known !== undefined && other.app.store.configurationRevision() === known;
        });
        for (const from of [t, other]) {
          const { module_id: _id, ...details } = await get(`${prefix}/api_details`, jane.key, from);
          assert.deepEqual(details, {
            module_title: 'Tiles',
            shipping_title: 'Delivery',
            street_type: 'business',
            default_height: 10.5,
            default_width: 20,
            default_lenght: 30,
            default_weight: 2.5,
            enable_sync: 'enabled',
            sync_from_date: '2026-01-31',
            quote_diplay: 'display_cheapest_fastest',
            surcharge_amount: 4.5,
            enabled_courier: ['toll'],
            mode: 'live',
            sync_all_order: 'on',
          });
        }
      });

      test(`${generation}: a key sees its own configuration and nobody else's`, async () => {
        await set({ module_setting: { shipping_title: 'Of Jane' } });
        await set({ module_setting: { shipping_title: 'Of Bob' } }, bob.keyId);
        assert.equal((await get(`${prefix}/api_details`)).shipping_title, 'Of Jane');
        assert.equal((await get(`${prefix}/api_details`, bob.key)).shipping_title, 'Of Bob');
        assert.equal((await t.get(`${prefix}/api_details`)).statusCode, 401);
        assert.equal(
          (await t.get(`${prefix}/api_details`, { 'api-key': 'lh_wrong' })).statusCode,
          401,
        );
      });

      test(`${generation}: the test of a key says whose it is`, async () => {
        const wordpress = await keyOfType('wordpress', true);
        const post = (key: string) =>
          t.inject({
            method: 'POST',
            url: `${prefix}/test_api_key_settings`,
            headers: { 'Api-Key': key, 'content-type': 'application/json' },
            payload: JSON.stringify({ test_api_key: true }),
          });
        const answer = await post(wordpress.key);
        assert.equal(answer.statusCode, 200);
        assert.deepEqual(answer.json(), {
          status: 1,
          module_type_id: 1,
          member_email: jane.email,
          site_domain: 'shop.example',
          mode: 'demo',
        });
        assert.equal((await post(bob.key)).json().member_email, bob.email);
        // The plug-in takes keys of its own type and of a custom site.
        assert.equal((await post(bob.key)).json().module_type_id, 0);
        await setKeyActive(t.app, wordpress.id, false);
        assert.equal((await post(wordpress.key)).statusCode, 401);
      });

      test(`${generation}: settings handed over by name are merged, checked and shown`, async () => {
        await set({ module_setting: { shipping_title: 'Old', surcharge_amount: 1 } });
        const hand = (payload: unknown) =>
          t.inject({
            method: 'POST',
            url: `${prefix}/set_api_settings`,
            headers: { 'api-key': jane.key, 'content-type': 'application/json' },
            payload: JSON.stringify(payload),
          });
        const answer = await hand({
          shipping_title: 'New',
          default_lenght: '40',
          processing: 'on',
          colour: 'green',
          api_key: 'lh_secret',
          password: 'secret',
        });
        assert.equal(answer.statusCode, 200, answer.body);
        const { ignored, ...details } = answer.json();
        assert.deepEqual(ignored, ['colour']);
        assert.deepEqual(details, await get(`${prefix}/api_details`, jane.key, other));
        assert.deepEqual(
          [details.shipping_title, details.default_lenght, details.surcharge_amount],
          ['New', 40, 1],
        );
        const stored = await t.app.store.keys.findSettings(jane.keyId);
        assert.ok(!JSON.stringify(stored).includes('secret'));
        for (const [wrong, field] of [
          [{ shipping_title: 'Never', street_type: 'castle' }, 'street_type'],
          [{ default_weight: 'heavy' }, 'default_weight'],
          [{ enabled_courier: { toll: 1 } }, 'enabled_courier'],
        ] as const) {
          const refused = await hand(wrong);
          assert.equal(refused.statusCode, 400);
          assert.deepEqual(Object.keys(refused.json().errors.module_setting), [field]);
        }
        for (const wrong of [[], 'x', 1, null])
          assert.equal((await hand(wrong)).statusCode, 400, JSON.stringify(wrong));
        assert.equal((await get(`${prefix}/api_details`)).shipping_title, 'New');
      });
    }

    for (const [generation, url] of [
      ['v4', '/api/bookings/sync'],
      ['v5', '/api/v5/bookings/sync'],
    ] as const) {
      test(`${generation}: the sync settings name the wanted statuses, and only them`, async () => {
        assert.deepEqual(await get(url), {
          shipping_title: 'Freight',
          multiwarehouse_enabled: 'off',
          enable_sync: 'disabled',
        });
        const { key, id } = await keyOfType('wordpress');
        assert.deepEqual(await get(url, key), {
          shipping_title: 'Freight',
          multiwarehouse_enabled: 'off',
          processing: 'on',
          completed: 'on',
        });
        await set(
          {
            module_setting: {
              shipping_title: 'Delivery',
              multiwarehouse_enabled: 'on',
              enable_sync: 'disabled',
              completed: 'off',
              pending: 'on',
              onhold: 'on',
              cancelled: 'on',
              refunded: 'on',
              failed: 'on',
            },
          },
          id,
        );
        assert.deepEqual(await get(url, key, other), {
          shipping_title: 'Delivery',
          multiwarehouse_enabled: 'on',
          enable_sync: 'disabled',
          pending: 'on',
          processing: 'on',
          onhold: 'on',
          cancelled: 'on',
          refunded: 'on',
          failed: 'on',
        });
        assert.equal((await t.get(url)).statusCode, 401);
      });
    }

    test('each platform has its own defaults', async () => {
      for (const [type, title, sync, all] of [
        ['custom_site', 'Custom Site', 'disabled', 'off'],
        ['wordpress', 'WooCommerce', 'enabled', 'on'],
        ['shopify', 'Shopify', 'enabled', 'off'],
        ['magento', 'Magento', 'enabled', 'off'],
      ] as const) {
        const { key } = await keyOfType(type);
        const details = await get('/api/bookings/v4/api_details', key);
        assert.deepEqual(
          [details.module_title, details.enable_sync, details.sync_all_order],
          [title, sync, all],
        );
      }
    });

    describe('in full', () => {
      const url = '/api/v5/bookings/v4/api_details/full';
      const parts = {
        module_setting: {
          enabled_courier: ['toll', 'allied'],
          quote_diplay: 'display_cheapest',
          order_boxing: 'on',
          box_length: 60,
          box_width: '40',
          box_height: 40.5,
          box_weight: 20,
          minimum_fill_percent: 30,
          multipickup: 'on',
          insurance_select: 'on',
          insurance_value: '500',
          courier_settings: { toll: { surcharge: 2, unit: 'percent', name: 'Overnight' } },
          theme_colour: { of: 'the plug-in' },
        },
        warehouses: [
          {
            id: 4,
            name: 'Main',
            is_default: true,
            company_name: 'Tiles',
            contact_name: 'Jo',
            email: 'jo@example.com',
            phone: '02 9999 0000',
            address: '1 George St',
            suburb: 'Sydney',
            postcode: '2000',
            state: 'NSW',
            country: 'AU',
            type: 'business',
          },
        ],
        rules: [
          {
            id: 7,
            name: 'Heavy to the west',
            priority: 3,
            enabled: false,
            couriers: ['toll'],
            conditions: [
              { field: 'state', operator: 'in', value: ['WA'] },
              { field: 'weight', operator: 'gte', value: 20.5 },
              { field: 'quantity', operator: 'between', value: [1, 9] },
              { field: 'postcode', operator: 'between', value: ['6000', '6999'] },
            ],
            action: { type: 'surcharge', unit: 'percent', value: 12.5 },
          },
          {
            id: 8,
            name: 'Flat',
            priority: 4,
            enabled: true,
            couriers: [],
            conditions: [],
            action: { type: 'fixed_price', unit: 'amount', value: 9.95 },
          },
          {
            id: 9,
            name: 'Gone',
            priority: 5,
            enabled: true,
            couriers: ['allied'],
            conditions: [],
            action: { type: 'hide' },
          },
        ],
        package_type_rules: [
          { id: 2, min_weight: 0, max_weight: 3.5, package_type: 'Satchel 3kg' },
        ],
      };

      test('everything is shown as it was set, with every key of the interface', async () => {
        await set(parts);
        const { api_key, module_setting, ...records } = await get(url, jane.key, other);
        assert.deepEqual(api_key, {
          id: jane.keyId,
          member_id: jane.id,
          status: true,
          demo_mode: false,
          module_type_id: 0,
          site_domain: 'tilewarehouse.example',
          created: '2026-11-16T10:00:00+11:00',
        });
        const { module_setting: _m, ...expected } = parts;
        assert.deepEqual(records, expected);
        const module = module_setting as Body;
        for (const [name, value] of Object.entries({
          enabled_courier: ['toll', 'allied'],
          quote_diplay: 'display_cheapest',
          multipickup: 'on',
          minimum_fill_percent: 30,
          box_length: 60,
          box_width: 40,
          box_height: 40.5,
          box_weight: 20,
          order_boxing: 'on',
          insurance_select: 'on',
          insurance_value: 500,
          courier_settings: { toll: { surcharge: 2, unit: 'percent', name: 'Overnight' } },
          theme_colour: { of: 'the plug-in' },
          shipping_title: 'Freight',
        }))
          assert.deepEqual(module[name], value, name);
      });

      test('what is shown can be sent back as it is and means the same', async () => {
        await set(parts);
        const { api_key: _key, ...shown } = await get(url);
        await set(shown);
        const { api_key: _again, ...again } = await get(url);
        assert.deepEqual(again, shown);
      });

      test('nothing set: every key is there and empty', async () => {
        const { module_setting, warehouses, rules, package_type_rules } = await get(url);
        assert.deepEqual([warehouses, rules, package_type_rules], [[], [], []]);
        const module = module_setting as Body;
        assert.deepEqual(module.enabled_courier, []);
        assert.deepEqual(
          [module.quote_diplay, module.multipickup, module.order_boxing, module.box_length],
          ['display_all', 'off', 'off', 0],
        );
      });

      test('a demo key says so, and a key without a site has none', async () => {
        const { key } = await addKey(t.app, {
          memberId: bob.id,
          moduleType: 'shopify',
          site: '',
          isDemo: true,
        });
        const { api_key } = await get(url, key);
        const { demo_mode, site_domain, module_type_id } = api_key as Body;
        assert.deepEqual([demo_mode, site_domain, module_type_id], [true, null, 2]);
        assert.equal((await get('/api/v5/bookings/v4/api_details', key)).mode, 'demo');
      });

      test('there is none on v4, and none without a key', async () => {
        const answer = await t.get('/api/bookings/v4/api_details/full', { 'api-key': jane.key });
        assert.equal(answer.statusCode, 404);
        assert.equal((await t.get(url)).statusCode, 401);
      });
    });

    describe('a password in place of a key', () => {
      const authorization = () => basic(jane.email, jane.password);

      test('has no configuration to show', async () => {
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

      /** As WooCommerce's plug-in of some years ago keeps it. */
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

      test("hands an old plug-in's settings over and is given a key, once, that quotes with them", async () => {
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
        assert.equal(
          cents(quotes.toll.price_insurance_ex),
          before + Math.round(before * 0.05) + 150,
        );
        assert.equal(quotes.allied.courier, 'Road');
      });

      test('handed over again with the key, the general surcharge is not added twice', async () => {
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

      test('a form that can not be used makes no key, and neither do a hundred of them', async () => {
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
  });
}
