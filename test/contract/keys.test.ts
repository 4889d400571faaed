// What a key's shop reads and writes: api_details, its full form, the sync settings, the test of a key and a
// plug-in's settings.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { addKey, setKeyActive } from '../../src/application/keys/manage-keys.ts';
import type { KeyId, ModuleType } from '../../src/domain/keys/api-key.ts';
import type { Body } from '../support/bookings/quote-bodies.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
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
    /** A second process on the same database, with its own caches. */
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
      test(`${generation}: returns every curated field as a single value`, async () => {
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
            sync_from_date: '2026-11-15',
            quote_diplay: 'display_all',
            surcharge_amount: 0,
            mode: 'live',
            sync_all_order: 'off',
          },
        );
        assert.equal(details.module_id, jane.keyId);
      });

      test(`${generation}: shows changed settings on the next request in every process`, async () => {
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
        // The other process learns of the change after a moment.
        await until('the other process knows the new revision', () => {
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

      test(`${generation}: shows a key its own configuration only`, async () => {
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

      test(`${generation}: testing a key names its member`, async () => {
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

      test(`${generation}: merges, checks and shows settings that are sent by name`, async () => {
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
        for (const [sent, enabled, ignored] of [
          [
            ['TOLL', 'Allied Express', 'pony_express'],
            ['toll', 'allied'],
            ['enabled_courier: pony_express'],
          ],
          ['Couriers Please', undefined, []],
          // Without any known carrier the setting would leave no quotes, so it is not changed.
          ['pony_express', undefined, ['enabled_courier', 'enabled_courier: pony_express']],
        ] as const) {
          const named = await hand({ enabled_courier: sent });
          assert.equal(named.statusCode, 200, named.body);
          assert.deepEqual(named.json().ignored, ignored);
          if (enabled !== undefined) assert.deepEqual(named.json().enabled_courier, enabled);
          else assert.ok(named.json().enabled_courier.includes('couriers_please'), named.body);
        }
        const priced = await hand({ courier_settings: { Toll: { surcharge: 1 }, pony: {} } });
        assert.deepEqual(priced.json().ignored, ['courier_settings: pony']);
        const settings = await t.app.store.keys.findSettings(jane.keyId);
        assert.deepEqual(settings?.module_setting.courier_settings, { toll: { surcharge: 1 } });
        for (const wrong of [[], 'x', 1, null])
          assert.equal((await hand(wrong)).statusCode, 400, JSON.stringify(wrong));
        assert.equal((await get(`${prefix}/api_details`)).shipping_title, 'New');
      });
    }

    for (const [generation, url] of [
      ['v4', '/api/bookings/sync'],
      ['v5', '/api/v5/bookings/sync'],
    ] as const) {
      test(`${generation}: the sync settings name only the wanted statuses`, async () => {
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

    for (const path of [
      '/api/bookings/v4/api_details',
      '/api/v5/bookings/v4/api_details/full',
      '/api/bookings/sync',
    ])
      test(`${path} may be kept by its caller for a minute, and is not sent again unchanged`, async () => {
        const first = await t.get(path, { 'api-key': jane.key });
        assert.equal(first.headers['cache-control'], 'private, max-age=60');
        assert.equal(first.headers.vary, 'Api-Key, Authorization');
        const tag = String(first.headers.etag);
        const again = () => t.get(path, { 'api-key': jane.key, 'if-none-match': tag });
        const second = await again();
        assert.deepEqual([second.statusCode, second.body], [304, '']);
        await set({ module_setting: { shipping_title: 'Changed', failed: 'on' } });
        const third = await again();
        assert.equal(third.statusCode, 200);
        assert.notEqual(third.headers.etag, tag);
        assert.equal((await t.get(path, { 'if-none-match': tag })).statusCode, 401);
      });

    test('shows enable_sync and a display mode as they were set', async () => {
      for (const [enable_sync, mode] of [
        ['on', 'simplified_mode'],
        ['off', 'no_display_mode'],
        ['enabled', 'live'],
      ]) {
        await set({ module_setting: { enable_sync, mode } });
        const details = await get('/api/bookings/v4/api_details');
        assert.deepEqual([details.enable_sync, details.mode], [enable_sync, mode]);
        const { enable_sync: off } = await get('/api/bookings/sync');
        assert.equal(off, enable_sync === 'off' ? 'disabled' : undefined);
      }
    });

    test('each platform has its own defaults for settings', async () => {
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
  });
}
