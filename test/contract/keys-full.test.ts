// The full settings of a key, in v5 only.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { addKey } from '../../src/application/keys/manage-keys.ts';
import type { Body } from '../support/bookings/quote-bodies.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`the full configuration of a key on ${setup.name}`, () => {
    let t: TestApp;
    /** A second process on the same database, with its own caches. */
    let other: TestApp;
    let jane: TestMember;
    let bob: TestMember;
    before(async () => {
      t = await startTestApp(setup);
      other = await startTestApp(setup, { place: t.place });
      jane = await t.addMember();
      bob = await t.addMember('bob@example.com');
    });
    after(async () => {
      await other.close();
      await t.close();
    });
    beforeEach(() => set({}));

    const get = async (path: string, key = jane.key, from = t): Promise<Body> => {
      const answer = await from.get(path, { 'api-key': key });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };
    const set = (parts: Body) =>
      changeKeySettings(t.app, jane.keyId, {
        parts: {
          module_setting: {},
          warehouses: [],
          rules: [],
          package_type_rules: [],
          ...parts,
        },
      });
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
            { field: 'state', operator: 'eq', value: 'WA' },
            { field: 'sku', operator: 'eq', value: 'TILE-1' },
            { field: 'postcode', operator: 'eq', value: '6000' },
            { field: 'postcode', operator: 'gte', value: '6000' },
            { field: 'weight', operator: 'in', value: [20.5, 21] },
            { field: 'cost', operator: 'eq', value: 9.95 },
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
      package_type_rules: [{ id: 2, min_weight: 0, max_weight: 3.5, package_type: 'Satchel 3kg' }],
    };

    test('shows every setting as it was set, under every name of the interface', async () => {
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

    test('accepts the full configuration it shows, without changing its meaning', async () => {
      await set(parts);
      const { api_key: _key, ...shown } = await get(url);
      await set(shown);
      const { api_key: _again, ...again } = await get(url);
      assert.deepEqual(again, shown);
    });

    test('shows every setting empty when none is set', async () => {
      const { module_setting, warehouses, rules, package_type_rules } = await get(url);
      assert.deepEqual([warehouses, rules, package_type_rules], [[], [], []]);
      const module = module_setting as Body;
      assert.deepEqual(module.enabled_courier, []);
      assert.deepEqual(
        [module.quote_diplay, module.multipickup, module.order_boxing, module.box_length],
        ['display_all', 'off', 'off', 0],
      );
    });

    test('marks a demo key and shows no site for a key without one', async () => {
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

    test('answers 404 on v4 and rejects a request without a key', async () => {
      const answer = await t.get('/api/bookings/v4/api_details/full', { 'api-key': jane.key });
      assert.equal(answer.statusCode, 404);
      assert.equal((await t.get(url)).statusCode, 401);
    });
  });
}
