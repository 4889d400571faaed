import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleTypes } from './api-key.ts';
import { completeShopSettings, noShopSettings } from './shop-settings.ts';

/** 15 November 2026, 23:00 UTC: already the 16th in Sydney. */
const createdAtMs = Date.UTC(2026, 10, 15, 23);

test('every platform has defaults that its plug-in can act on', () => {
  for (const moduleType of Object.keys(moduleTypes) as (keyof typeof moduleTypes)[]) {
    const shop = completeShopSettings(noShopSettings, { moduleType, createdAtMs });
    assert.ok(shop.moduleTitle !== '' && shop.shippingTitle !== '', moduleType);
    assert.equal(shop.streetType, 'residential');
    // Plug-ins compare with UTC, where it is still the 15th.
    assert.equal(shop.syncFromDate, '2026-11-15');
    assert.equal(shop.syncsOrders, moduleType !== 'custom_site');
    assert.deepEqual(
      shop.syncedStatuses,
      moduleType === 'custom_site' ? [] : ['processing', 'completed'],
    );
  }
});

test('prefers set values, including off, to defaults', () => {
  const shop = completeShopSettings(
    {
      moduleTitle: 'A',
      shippingTitle: 'B',
      streetType: 'business',
      displayMode: 'simplified_mode',
      syncWord: 'off',
      syncsAllOrders: false,
      syncFromDate: '2026-01-01',
      hasSeveralWarehouses: true,
      syncsStatus: { processing: false, failed: true },
    },
    { moduleType: 'wordpress', createdAtMs },
  );
  assert.deepEqual(shop, {
    moduleTitle: 'A',
    shippingTitle: 'B',
    streetType: 'business',
    displayMode: 'simplified_mode',
    syncWord: 'off',
    syncsOrders: false,
    syncsAllOrders: false,
    syncFromDate: '2026-01-01',
    hasSeveralWarehouses: true,
    syncedStatuses: ['completed', 'failed'],
  });
});
