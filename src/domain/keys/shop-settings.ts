// What a key tells its shop's plug-in: titles to show, which address type to ask with, which orders to hand in. The
// plug-in acts on it; only the address type also fills a blank of a request, and only where somebody has set it. What
// nobody has set is the default of the key's platform.

import type { Address } from '../places/address.ts';
import { homeDay } from '../time/home-clock.ts';
import type { ApiKey, ModuleType } from './api-key.ts';

/** Statuses of an order in a shop, as plug-ins name them. */
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

/** Undefined: nobody has set it. */
export type ShopSettings = {
  moduleTitle: string | undefined;
  shippingTitle: string | undefined;
  streetType: Address['type'] | undefined;
  syncsOrders: boolean | undefined;
  syncsAllOrders: boolean | undefined;
  /** `YYYY-MM-DD` */
  syncFromDate: string | undefined;
  /** Lets the plug-in send its products. */
  hasSeveralWarehouses: boolean;
  /** Whether orders with this status in the shop are handed in. */
  syncsStatus: Readonly<Partial<Record<ShopOrderStatus, boolean>>>;
};

export const noShopSettings: ShopSettings = Object.freeze({
  moduleTitle: undefined,
  shippingTitle: undefined,
  streetType: undefined,
  syncsOrders: undefined,
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
  // Its plug-in hands orders in only where all of them are asked for.
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
  syncsOrders: boolean;
  syncsAllOrders: boolean;
  syncFromDate: string;
  hasSeveralWarehouses: boolean;
  syncedStatuses: readonly ShopOrderStatus[];
};

/** Buyers at home cost more to deliver to: a shop that asks for their price is not surprised by it later. */
const usualStreetType = 'residential';
const usualShippingTitle = 'Freight';

export function completeShopSettings(
  shop: ShopSettings,
  key: Pick<ApiKey, 'moduleType' | 'createdAtMs'>,
): CompleteShopSettings {
  const platform = platformDefaults[key.moduleType];
  const isSynced = (status: ShopOrderStatus): boolean =>
    shop.syncsStatus[status] ?? platform.statuses.includes(status);
  return {
    moduleTitle: shop.moduleTitle ?? platform.moduleTitle,
    shippingTitle: shop.shippingTitle ?? usualShippingTitle,
    streetType: shop.streetType ?? usualStreetType,
    syncsOrders: shop.syncsOrders ?? platform.syncsOrders,
    syncsAllOrders: shop.syncsAllOrders ?? platform.syncsAllOrders,
    // What was sold before the key existed was sent some other way.
    syncFromDate: shop.syncFromDate ?? homeDay(key.createdAtMs),
    hasSeveralWarehouses: shop.hasSeveralWarehouses,
    syncedStatuses: shopOrderStatuses.filter(isSynced),
  };
}
