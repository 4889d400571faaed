// The settings that a shop's plug-in reads from its key: titles, the address type, and which orders to send. Only the
// address type has an effect here: it fills a receiver's missing type. Missing settings get the platform's defaults.

import type { Address } from '../places/address.ts';
import { homeDay } from '../time/home-clock.ts';
import type { ApiKey, ModuleType } from './api-key.ts';

/** A shop's order statuses as plug-ins name them. */
export const shopOrderStatuses = [
  'pending',
  'processing',
  'onhold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
] as const;

export type ShopOrderStatus = (typeof shopOrderStatuses)[number];

/** The accepted spellings of `enable_sync`. Plug-ins compare the word, so it is returned as it was set. */
export const syncWords = ['enabled', 'disabled', 'on', 'off'] as const;

type SyncWord = (typeof syncWords)[number];

/** The plug-in's display of its calculator, instead of `live` and `demo`. */
export const displayModes = ['simplified_mode', 'no_display_mode'] as const;

type DisplayMode = (typeof displayModes)[number];

/** Undefined: not set. */
export type ShopSettings = {
  moduleTitle: string | undefined;
  shippingTitle: string | undefined;
  streetType: Address['type'] | undefined;
  displayMode: DisplayMode | undefined;
  syncWord: SyncWord | undefined;
  syncsAllOrders: boolean | undefined;
  /** `YYYY-MM-DD` */
  syncFromDate: string | undefined;
  /** Lets the plug-in send its products. */
  hasSeveralWarehouses: boolean;
  /** Whether the plug-in sends orders that have this status in the shop. */
  syncsStatus: Readonly<Partial<Record<ShopOrderStatus, boolean>>>;
};

export const noShopSettings: ShopSettings = Object.freeze({
  moduleTitle: undefined,
  shippingTitle: undefined,
  streetType: undefined,
  displayMode: undefined,
  syncWord: undefined,
  syncsAllOrders: undefined,
  syncFromDate: undefined,
  hasSeveralWarehouses: false,
  syncsStatus: {},
});

type PlatformDefaults = {
  moduleTitle: string;
  syncsOrders: boolean;
  syncsAllOrders: boolean;
  statuses: readonly ShopOrderStatus[];
};

const paidFor: readonly ShopOrderStatus[] = ['processing', 'completed'];

const platformDefaults: Readonly<Record<ModuleType, PlatformDefaults>> = {
  custom_site: {
    moduleTitle: 'Custom Site',
    syncsOrders: false,
    syncsAllOrders: false,
    statuses: [],
  },
  // The WooCommerce plug-in sends orders only if all of them are requested.
  wordpress: {
    moduleTitle: 'WooCommerce',
    syncsOrders: true,
    syncsAllOrders: true,
    statuses: paidFor,
  },
  shopify: { moduleTitle: 'Shopify', syncsOrders: true, syncsAllOrders: false, statuses: paidFor },
  magento: { moduleTitle: 'Magento', syncsOrders: true, syncsAllOrders: false, statuses: paidFor },
};

export type CompleteShopSettings = {
  moduleTitle: string;
  shippingTitle: string;
  streetType: Address['type'];
  displayMode: DisplayMode | undefined;
  syncWord: SyncWord;
  syncsOrders: boolean;
  syncsAllOrders: boolean;
  syncFromDate: string;
  hasSeveralWarehouses: boolean;
  syncedStatuses: readonly ShopOrderStatus[];
};

/** Delivery to a home costs more, so a price for one also covers businesses. */
const usualStreetType = 'residential';
const usualShippingTitle = 'Freight';

export function completeShopSettings(
  shop: ShopSettings,
  key: Pick<ApiKey, 'moduleType' | 'createdAtMs'>,
): CompleteShopSettings {
  const platform = platformDefaults[key.moduleType];
  const syncWord = shop.syncWord ?? (platform.syncsOrders ? 'enabled' : 'disabled');
  const isSynced = (status: ShopOrderStatus): boolean =>
    shop.syncsStatus[status] ?? platform.statuses.includes(status);
  return {
    moduleTitle: shop.moduleTitle ?? platform.moduleTitle,
    shippingTitle: shop.shippingTitle ?? usualShippingTitle,
    streetType: shop.streetType ?? usualStreetType,
    displayMode: shop.displayMode,
    syncWord,
    syncsOrders: syncWord === 'enabled' || syncWord === 'on',
    syncsAllOrders: shop.syncsAllOrders ?? platform.syncsAllOrders,
    // Excludes orders from before the key. A day earlier, because plug-ins compare with UTC and Sydney is ahead.
    syncFromDate: shop.syncFromDate ?? homeDay(key.createdAtMs, -1),
    hasSeveralWarehouses: shop.hasSeveralWarehouses,
    syncedStatuses: shopOrderStatuses.filter(isSynced),
  };
}
