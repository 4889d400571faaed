// The stored settings of a key: a JSON document with the spellings that plug-ins use (`quote_diplay` and `default_lenght` are
// real), read into KeySettings. Every mistake is reported at once, with its path. Other fields of `module_setting` belong to
// plug-ins. The lengths of lists are checked in settings-limits.ts.

import { mostItemGrams } from '../../domain/bookings/booking.ts';
import { findPackagingType, gramsPerKg } from '../../domain/bookings/item.ts';
import { DocumentReader, longestLine } from '../../domain/document-reader.ts';
import type {
  Adjustment,
  Boxing,
  ItemDefaults,
  KeySettings,
  ModuleSettings,
  PackageTypeRule,
  QuoteDisplay,
  Warehouse,
} from '../../domain/keys/key-settings.ts';
import { firstOfEachPlace, type Issue } from '../../domain/refusal.ts';
import { mostEntries, readAdjustment, readId, readRule } from './rules-document.ts';
import { readShop } from './shop-document.ts';

export type SettingsInput = {
  /** `{module_setting?, warehouses?, rules?, package_type_rules?}`, as a file or form gives it. */
  parts?: unknown;
  /** Fields of module_setting; JSON values where the text is JSON, else the text itself. */
  fields?: readonly (readonly [name: string, text: string])[];
};

/** The four parts of a document; a change may bring any of them. */
export const documentParts = [
  'module_setting',
  'warehouses',
  'rules',
  'package_type_rules',
] as const;

export type SettingsDocument = {
  module_setting: Record<string, unknown>;
  warehouses: unknown[];
  rules: unknown[];
  package_type_rules: unknown[];
  /** Set by us, never sent or shown: the operator was the last to change what prices depend on. */
  prices_agreed?: true;
};

export const emptyDocument: SettingsDocument = {
  module_setting: {},
  warehouses: [],
  rules: [],
  package_type_rules: [],
};

export function readSettings(document: SettingsDocument): {
  settings: KeySettings;
  issues: readonly Issue[];
} {
  const reader = new DocumentReader(document);
  const module = reader.object('module_setting') ?? new DocumentReader({});
  const each = <Part>(
    part: 'warehouses' | 'rules' | 'package_type_rules',
    read: (entry: DocumentReader, number: number) => Part | undefined,
  ): Part[] =>
    (reader.list(part, mostEntries)?.entries ?? []).flatMap((entry, n) => read(entry, n + 1) ?? []);
  const settings: KeySettings = {
    module: readModule(module),
    shop: readShop(module),
    warehouses: each('warehouses', readWarehouse),
    rules: each('rules', readRule),
    packageTypeRules: each('package_type_rules', readPackageTypeRule),
    isAgreed: document.prices_agreed === true,
  };
  return { settings, issues: firstOfEachPlace(reader.issues) };
}

const displays: Readonly<Record<string, QuoteDisplay>> = {
  display_all: 'all',
  display_cheapest: 'cheapest',
  display_cheapest_fastest: 'cheapest_and_fastest',
};

const cmToTenthMm = 100;
const cmToMm = 10;

function readModule(module: DocumentReader): ModuleSettings {
  // Checked while insurance is off too: a mistake is reported when it is made.
  const insuranceCents = module.cents('insurance_value');
  return {
    enabledCarriers: module.texts('enabled_courier').map((stringId) => stringId.toLowerCase()),
    display: displays[module.choice('quote_diplay', Object.keys(displays), 'display_all')] ?? 'all',
    surchargeCents: module.cents('surcharge_amount') ?? 0,
    ...readCarrierSettings(module.object('courier_settings')),
    defaultItem: readItemDefaults(module),
    insuranceCents: isOn(module, 'insurance_select') ? insuranceCents : undefined,
    showsFrequentPrice: isOn(module, 'multipickup'),
    boxing: readBoxing(module),
  };
}

function isOn(reader: DocumentReader, field: string): boolean {
  return reader.choice(field, ['on', 'off'], 'off') === 'on';
}

/** A size or weight above zero, as an integer of a smaller unit. Shops save an empty form as zeros. */
function readMeasure(reader: DocumentReader, field: string, scale: number): number | undefined {
  const number = reader.numberBetween(field, 0, 1_000_000) ?? 0;
  return number === 0 ? undefined : Math.max(1, Math.round(number * scale));
}

function readItemDefaults(module: DocumentReader): Partial<ItemDefaults> {
  const defaults = {
    weightGrams: readMeasure(module, 'default_weight', gramsPerKg),
    // Plug-ins use this misspelt key.
    lengthTenthMm: readMeasure(module, 'default_lenght', cmToTenthMm),
    widthTenthMm: readMeasure(module, 'default_width', cmToTenthMm),
    heightTenthMm: readMeasure(module, 'default_height', cmToTenthMm),
  };
  return Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== undefined));
}

function readBoxing(module: DocumentReader): Boxing | undefined {
  const lengthMm = readMeasure(module, 'box_length', cmToMm);
  const widthMm = readMeasure(module, 'box_width', cmToMm);
  const heightMm = readMeasure(module, 'box_height', cmToMm);
  const weightLimitGrams = readMeasure(module, 'box_weight', gramsPerKg) ?? mostItemGrams;
  const minimumFillPercent = module.numberBetween('minimum_fill_percent', 0, 100) ?? 0;
  if (!isOn(module, 'order_boxing')) return undefined;
  if (lengthMm === undefined || widthMm === undefined || heightMm === undefined)
    return module.complain('order_boxing', { problem: 'box_size_missing' });
  return { lengthMm, widthMm, heightMm, weightLimitGrams, minimumFillPercent };
}

function readCarrierSettings(
  carriers: DocumentReader | undefined,
): Pick<ModuleSettings, 'carrierSurcharges' | 'carrierNames'> {
  const carrierSurcharges = new Map<string, Adjustment>();
  const carrierNames = new Map<string, string>();
  for (const carrier of carriers?.fields ?? []) {
    const own = carriers?.object(carrier);
    if (own === undefined) continue;
    const by = readAdjustment(own, 'surcharge');
    if (by !== undefined) carrierSurcharges.set(carrier, by);
    const name = own.text('name');
    if (name !== '') carrierNames.set(carrier, name);
  }
  return { carrierSurcharges, carrierNames };
}

function readWarehouse(reader: DocumentReader, number: number): Warehouse | undefined {
  if (!reader.isObject) return undefined;
  const required = (field: string): string => {
    const text = reader.text(field);
    if (text === '') reader.complain(field, { problem: 'warehouse_field_missing' });
    return text;
  };
  return {
    id: readId(reader, number),
    name: reader.text('name'),
    isDefault: reader.flag('is_default', false),
    companyName: reader.text('company_name'),
    contactName: reader.text('contact_name'),
    email: reader.text('email'),
    phone: reader.text('phone'),
    address: reader.text('address', longestLine),
    suburb: required('suburb'),
    postcode: required('postcode'),
    state: reader.text('state'),
    country: reader.text('country') || 'AU',
    type: reader.choice('type', ['business', 'residential'], 'business'),
    skus: new Set(reader.texts('skus')),
  };
}

function readPackageTypeRule(reader: DocumentReader, number: number): PackageTypeRule | undefined {
  if (!reader.isObject) return undefined;
  const text = reader.text('package_type');
  const packaging = findPackagingType(text);
  if (packaging === undefined)
    return reader.complain('package_type', { problem: 'no_packaging', value: text });
  const least = reader.numberBetween('min_weight', 0, 22_000) ?? 0;
  const most = reader.numberBetween('max_weight', 0, 22_000) ?? mostItemGrams / gramsPerKg;
  if (least > most) reader.complain('min_weight', { problem: 'above_max_weight' });
  return {
    id: readId(reader, number),
    minWeightGrams: Math.round(least * gramsPerKg),
    maxWeightGrams: Math.round(most * gramsPerKg),
    packaging,
  };
}
