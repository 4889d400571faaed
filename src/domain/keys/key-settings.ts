// An API key's configuration: what its shop shows, adds to prices, sends from and packs in. Every part is
// optional; an empty configuration changes nothing about a quote. Reading and checking the stored document is
// `application/keys/settings-document.ts`; what the rules do to a price is `pricing.ts`.

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
  /** The operator has set what makes prices lower, and takes them. What a shop has set itself only its buyers see. */
  isAgreed: boolean;
};

/** Which of the priced carriers a shop sees. */
export type QuoteDisplay = 'all' | 'cheapest' | 'cheapest_and_fastest';

export type ModuleSettings = {
  /** Empty: every carrier. */
  enabledCarriers: readonly string[];
  display: QuoteDisplay;
  surchargeCents: Cents;
  carrierSurcharges: ReadonlyMap<string, Adjustment>;
  /** What the shop calls its carriers. */
  carrierNames: ReadonlyMap<string, string>;
  defaultItem: Partial<ItemDefaults>;
  /** Tops a zero declared value up. */
  insuranceCents: Cents | undefined;
  /** The Frequent User price is shown in place of the Everyday price. */
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

/** Added to a price: cents, or hundredths of a percent of it. */
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
  /** The products that are kept here; those that no warehouse names are in the default one. */
  skus: ReadonlySet<string>;
};

export const comparisons = ['in', 'between', 'eq', 'lt', 'lte', 'gt', 'gte'] as const;

export type Comparison = (typeof comparisons)[number];

/** Of several values, which were taken for `eq` once, any will do. A set: it may be thousands, and each quote asks. */
export type Sameness<Value> = { operator: 'in' | 'eq'; values: ReadonlySet<Value> };

/** `between` has two values, both included; the others have one. */
export type Order<Value> = {
  operator: Exclude<Comparison, 'in' | 'eq'>;
  values: readonly Value[];
};

export type Condition =
  | ({ field: 'sku' | 'state' } & Sameness<string>)
  // Four digits each: as texts they have the order of their numbers.
  | ({ field: 'postcode' } & (Sameness<string> | Order<string>))
  // Kilograms, dollars or pieces times ten thousand, so that they compare exactly.
  | ({ field: 'weight' | 'cost' | 'quantity' } & (Sameness<number> | Order<number>));

export type RuleAction =
  | { type: 'hide' }
  | { type: 'show_only' }
  | { type: 'free' }
  | { type: 'fixed_price'; cents: Cents }
  | { type: 'surcharge'; by: Adjustment }
  | { type: 'discount'; by: Adjustment };

/** Lower priority numbers come first, and the first rule that fits a carrier decides. */
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

/** Free-text packaging of an item in this weight range becomes this type. */
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

/** Magento's plug-in sends "item description" for every item: there, free text that no rule covers is a carton. */
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
 * Where an order of these products leaves from: with several warehouses switched on, one that keeps all of them, the
 * default one before others; `several` when none does.
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
