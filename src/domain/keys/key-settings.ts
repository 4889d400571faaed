// The settings of an API key: which carriers its shop shows, price changes, warehouses and packing. Every part is
// optional, and empty settings leave quotes unchanged. `application/keys/settings-document.ts` reads and checks the
// stored document; `pricing.ts` applies the rules.

import { findPackagingType, gramsPerKg, type PackagingIndex } from '../bookings/item.ts';
import type { Cents } from '../money.ts';
import type { ModuleType } from './api-key.ts';
import { noShopSettings, type ShopSettings } from './shop-settings.ts';

export type KeySettings = {
  module: ModuleSettings;
  shop: ShopSettings;
  warehouses: readonly Warehouse[];
  rules: readonly MarginRule[];
  packageTypeRules: readonly PackageTypeRule[];
  /**
   * The operator agreed to the price reductions, so they also apply to the member's price. Otherwise only the shop's
   * buyers see them.
   */
  isAgreed: boolean;
};

/** The subset of the quotes that a shop shows. */
export type QuoteDisplay = 'all' | 'cheapest' | 'cheapest_and_fastest';

export type ModuleSettings = {
  /** Empty: every carrier. */
  enabledCarriers: readonly string[];
  display: QuoteDisplay;
  surchargeCents: Cents;
  carrierSurcharges: ReadonlyMap<string, Adjustment>;
  /** The shop's own names for its carriers. */
  carrierNames: ReadonlyMap<string, string>;
  defaultItem: Partial<ItemDefaults>;
  /** Replaces a declared value of zero. */
  insuranceCents: Cents | undefined;
  /** The shop shows the Frequent User price instead of the Everyday price. */
  showsFrequentPrice: boolean;
  boxing: Boxing | undefined;
};

export type ItemDefaults = {
  weightGrams: number;
  lengthTenthMm: number;
  widthTenthMm: number;
  heightTenthMm: number;
};

export type Boxing = {
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  weightLimitGrams: number;
  minimumFillPercent: number;
};

/** A change to a price: cents, or hundredths of a percent. */
export type Adjustment =
  | { unit: 'amount'; cents: Cents }
  | { unit: 'percent'; basisPoints: number };

export type Warehouse = {
  id: number;
  name: string;
  isDefault: boolean;
  companyName: string;
  contactName: string;
  email: string;
  phone: string;
  address: string;
  suburb: string;
  postcode: string;
  state: string;
  country: string;
  type: 'business' | 'residential';
  /** The products stored here. Products that no warehouse lists are in the default warehouse. */
  skus: ReadonlySet<string>;
};

export const comparisons = ['in', 'between', 'eq', 'lt', 'lte', 'gt', 'gte'] as const;

export type Comparison = (typeof comparisons)[number];

/**
 * Any of the values matches, with `eq` too, which older settings use with several values. A set, because it may hold
 * thousands and every quote searches it.
 */
export type Sameness<Value> = { operator: 'in' | 'eq'; values: ReadonlySet<Value> };

/** `between` has two inclusive values; the other operators have one. */
export type Order<Value> = {
  operator: Exclude<Comparison, 'in' | 'eq'>;
  values: readonly Value[];
};

export type Condition =
  | ({ field: 'sku' | 'state' } & Sameness<string>)
  // Four digits each, so that text order is numeric order.
  | ({ field: 'postcode' } & (Sameness<string> | Order<string>))
  // Kilograms, dollars or pieces times ten thousand, so that comparisons are exact.
  | ({ field: 'weight' | 'cost' | 'quantity' } & (Sameness<number> | Order<number>));

export type RuleAction =
  | { type: 'hide' }
  | { type: 'show_only' }
  | { type: 'free' }
  | { type: 'fixed_price'; cents: Cents }
  | { type: 'surcharge'; by: Adjustment }
  | { type: 'discount'; by: Adjustment };

/** Rules apply in rising order of priority number; the first that matches a carrier decides. */
export type MarginRule = {
  id: number;
  name: string;
  priority: number;
  isEnabled: boolean;
  /** Empty: every carrier. */
  carriers: ReadonlySet<string>;
  conditions: readonly Condition[];
  action: RuleAction;
};

/** Replaces the free-text packaging of an item in this weight range with this type. */
export type PackageTypeRule = {
  id: number;
  minWeightGrams: number;
  maxWeightGrams: number;
  packaging: PackagingIndex;
};

export const noSettings: KeySettings = Object.freeze({
  module: {
    enabledCarriers: [],
    display: 'all',
    surchargeCents: 0,
    carrierSurcharges: new Map(),
    carrierNames: new Map(),
    defaultItem: {},
    insuranceCents: undefined,
    showsFrequentPrice: false,
    boxing: undefined,
  },
  shop: noShopSettings,
  warehouses: [],
  rules: [],
  packageTypeRules: [],
  isAgreed: false,
} satisfies KeySettings);

/**
 * Magento's plug-in describes every item as "item description", so free text without a rule of its own becomes a
 * carton.
 */
export function withPlatformRules(settings: KeySettings, moduleType: ModuleType): KeySettings {
  const packaging = findPackagingType('Carton');
  if (moduleType !== 'magento' || packaging === undefined) return settings;
  const anyWeight = { minWeightGrams: 0, maxWeightGrams: 22_000 * gramsPerKg };
  const last = { id: settings.packageTypeRules.length + 1, ...anyWeight, packaging };
  return { ...settings, packageTypeRules: [...settings.packageTypeRules, last] };
}

function findDefaultWarehouse({ warehouses }: KeySettings): Warehouse | undefined {
  return warehouses.find(({ isDefault }) => isDefault) ?? warehouses[0];
}

/**
 * The warehouse that an order of these products leaves from. With several warehouses, one that stores all the
 * products, preferably the default one; `several` if none does.
 */
export function chooseWarehouse(
  settings: KeySettings,
  skus: readonly string[],
): Warehouse | 'several' | undefined {
  const usual = findDefaultWarehouse(settings);
  if (usual === undefined || !settings.shop.hasSeveralWarehouses) return usual;
  const keepers = skus.map((sku) => {
    const named = settings.warehouses.filter((one) => sku !== '' && one.skus.has(sku));
    return new Set(named.length > 0 ? named : [usual]);
  });
  const together = [usual, ...settings.warehouses].find((one) =>
    keepers.every((able) => able.has(one)),
  );
  return together ?? 'several';
}
