import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyDocument, readSettings } from './settings-document.ts';

const read = (module_setting: Record<string, unknown>) =>
  readSettings({ ...emptyDocument, module_setting });

describe("settings document as shown to the shop's plug-in", () => {
  const shopOf = (module_setting: Record<string, unknown>) => {
    const { settings, issues } = read(module_setting);
    assert.deepEqual(issues, []);
    return settings.shop;
  };

  test('shows titles, the address type and the orders to send', () => {
    assert.deepEqual(
      shopOf({
        module_title: 'Shop',
        shipping_title: ' Delivery ',
        street_type: 'business',
        mode: 'simplified_mode',
        enable_sync: 'enabled',
        sync_all_order: 'off',
        sync_from_date: '2026-11-15',
        multiwarehouse_enabled: 'on',
        processing: 'on',
        failed: 'off',
        completed: '',
      }),
      {
        moduleTitle: 'Shop',
        shippingTitle: 'Delivery',
        streetType: 'business',
        displayMode: 'simplified_mode',
        syncWord: 'enabled',
        syncsAllOrders: false,
        syncFromDate: '2026-11-15',
        hasSeveralWarehouses: true,
        syncsStatus: { processing: true, failed: false },
      },
    );
    for (const enable_sync of ['disabled', 'on', 'off'])
      assert.equal(shopOf({ enable_sync }).syncWord, enable_sync);
    assert.equal(shopOf({ mode: 'no_display_mode' }).displayMode, 'no_display_mode');
    for (const mode of ['live', 'demo']) assert.equal(shopOf({ mode }).displayMode, undefined);
  });

  test('rejects values that a plug-in would not understand, field by field', () => {
    const wrong = {
      module_title: {},
      shipping_title: 'x'.repeat(256),
      street_type: 'castle',
      mode: 'hidden',
      enable_sync: true,
      sync_all_order: 'yes',
      sync_from_date: '15/11/2026',
      multiwarehouse_enabled: 1,
      processing: 'sometimes',
    };
    const { issues } = read(wrong);
    assert.deepEqual(
      issues.map(({ path }) => path[1]),
      Object.keys(wrong),
    );
    assert.equal(read({ sync_from_date: '2026-02-30' }).issues.length, 1);
  });
});
