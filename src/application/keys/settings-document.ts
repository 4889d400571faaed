// The stored configuration of a key: a JSON document with the spellings that plug-ins know (`quote_diplay`,
// `default_lenght`; both are real), read into KeySettings. Everything wrong is reported at once, with its path. What
// plug-ins keep in `module_setting` for themselves is left as it is. Rules have a file of their own, and so
// have the lengths of its lists.

import { mostItemGrams } from '../../domain/bookings/booking.ts';
import { findPackagingType, gramsPerKg } from '../../domain/bookings/item.ts';
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
import type { WordedIssue } from '../../domain/refusal.ts';
import { DocumentReader, longestAddress, type Path } from './document-reader.ts';
import { readAdjustment, readRule } from './rules-document.ts';
import { readShop } from './shop-document.ts';

export type SettingsWish = {
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
  /** Not a part that anybody sends or is shown: that the operator was the last to set what prices are made by. */
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
  issues: readonly WordedIssue[];
} {
  const reader = new DocumentReader();
  const settings: KeySettings = {
    module: readModule(reader, document.module_setting),
    shop: readShop(reader, document.module_setting),
    warehouses: document.warehouses.flatMap(
      (one, n) => readWarehouse(reader, one, ['warehouses', n], n + 1) ?? [],
    ),
    rules: document.rules.flatMap((one, n) => readRule(reader, one, ['rules', n], n + 1) ?? []),
    packageTypeRules: document.package_type_rules.flatMap(
      (one, n) => readPackageTypeRule(reader, one, ['package_type_rules', n], n + 1) ?? [],
    ),
    isAgreed: document.prices_agreed === true,
  };
  return { settings, issues: reader.issues };
}

const displays: Readonly<Record<string, QuoteDisplay>> = {
  display_all: 'all',
  display_cheapest: 'cheapest',
  display_cheapest_fastest: 'cheapest_and_fastest',
};

const cmToTenthMm = 100;
const cmToMm = 10;

function readModule(reader: DocumentReader, module: Record<string, unknown>): ModuleSettings {
  const at = (name: string): Path => ['module_setting', name];
  const isInsured = reader.isOn(module.insurance_select, at('insurance_select'));
  // Read while it is off too: a mistake is told when it is made, not when the switch is turned.
  const insuranceCents = reader.cents(module.insurance_value, at('insurance_value'));
  return {
    enabledCarriers: reader
      .texts(module.enabled_courier, at('enabled_courier'))
      .map((stringId) => stringId.toLowerCase()),
    display:
      displays[
        reader.choice(module.quote_diplay, at('quote_diplay'), Object.keys(displays), 'display_all')
      ] ?? 'all',
    surchargeCents: reader.cents(module.surcharge_amount, at('surcharge_amount')) ?? 0,
    ...readCarrierSettings(reader, module.courier_settings),
    defaultItem: readItemDefaults(reader, module),
    insuranceCents: isInsured ? insuranceCents : undefined,
    showsFrequentPrice: reader.isOn(module.multipickup, at('multipickup')),
    boxing: readBoxing(reader, module),
  };
}

function readItemDefaults(
  reader: DocumentReader,
  module: Record<string, unknown>,
): Partial<ItemDefaults> {
  const measure = (name: string, scale: number): number | undefined =>
    reader.positive(module[name], ['module_setting', name], scale);
  const defaults = {
    weightGrams: measure('default_weight', gramsPerKg),
    // The misspelling is real: plug-ins read this key.
    lengthTenthMm: measure('default_lenght', cmToTenthMm),
    widthTenthMm: measure('default_width', cmToTenthMm),
    heightTenthMm: measure('default_height', cmToTenthMm),
  };
  return Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== undefined));
}

function readBoxing(reader: DocumentReader, module: Record<string, unknown>): Boxing | undefined {
  const measure = (name: string, scale: number): number | undefined =>
    reader.positive(module[name], ['module_setting', name], scale);
  const isOn = reader.isOn(module.order_boxing, ['module_setting', 'order_boxing']);
  const lengthMm = measure('box_length', cmToMm);
  const widthMm = measure('box_width', cmToMm);
  const heightMm = measure('box_height', cmToMm);
  const weightLimitGrams = measure('box_weight', gramsPerKg) ?? mostItemGrams;
  const minimumFillPercent =
    reader.numberBetween(
      module.minimum_fill_percent,
      ['module_setting', 'minimum_fill_percent'],
      0,
      100,
    ) ?? 0;
  if (!isOn) return undefined;
  if (lengthMm === undefined || widthMm === undefined || heightMm === undefined) {
    reader.complain(
      ['module_setting', 'order_boxing'],
      'order_boxing is on but box_length, box_width and box_height are not all given.',
    );
    return undefined;
  }
  return { lengthMm, widthMm, heightMm, weightLimitGrams, minimumFillPercent };
}

function readCarrierSettings(
  reader: DocumentReader,
  value: unknown,
): Pick<ModuleSettings, 'carrierSurcharges' | 'carrierNames'> {
  const path: Path = ['module_setting', 'courier_settings'];
  const carrierSurcharges = new Map<string, Adjustment>();
  const carrierNames = new Map<string, string>();
  for (const [carrier, entry] of Object.entries(reader.record(value, path) ?? {})) {
    const own = reader.record(entry, [...path, carrier]);
    if (own === undefined) continue;
    const by = readAdjustment(reader, own, 'surcharge', [...path, carrier]);
    if (by !== undefined) carrierSurcharges.set(carrier, by);
    const name = reader.text(own.name, [...path, carrier, 'name']);
    if (name !== '') carrierNames.set(carrier, name);
  }
  return { carrierSurcharges, carrierNames };
}

function readWarehouse(
  reader: DocumentReader,
  value: unknown,
  path: Path,
  number: number,
): Warehouse | undefined {
  const one = reader.requiredRecord(value, path);
  if (one === undefined) return undefined;
  const text = (name: string): string => reader.text(one[name], [...path, name]);
  const required = (name: string): string => {
    const given = text(name);
    if (given === '') reader.complain([...path, name], `${name} of a warehouse is missing.`);
    return given;
  };
  return {
    id: reader.id(one.id, [...path, 'id'], number),
    name: text('name'),
    isDefault: reader.flag(one.is_default, [...path, 'is_default']),
    companyName: text('company_name'),
    contactName: text('contact_name'),
    email: text('email'),
    phone: text('phone'),
    address: reader.text(one.address, [...path, 'address'], longestAddress),
    suburb: required('suburb'),
    postcode: required('postcode'),
    state: text('state'),
    country: text('country') || 'AU',
    type: reader.choice(one.type, [...path, 'type'], ['business', 'residential'], 'business'),
    skus: new Set(reader.texts(one.skus, [...path, 'skus'])),
  };
}

function readPackageTypeRule(
  reader: DocumentReader,
  value: unknown,
  path: Path,
  number: number,
): PackageTypeRule | undefined {
  const one = reader.requiredRecord(value, path);
  if (one === undefined) return undefined;
  const text = reader.text(one.package_type, [...path, 'package_type']);
  const packaging = findPackagingType(text);
  if (packaging === undefined) {
    reader.complain([...path, 'package_type'], `"${text}" is not a packaging type.`);
    return undefined;
  }
  const weight = (name: string): number | undefined =>
    reader.numberBetween(one[name], [...path, name], 0, 22_000);
  const least = weight('min_weight') ?? 0;
  const most = weight('max_weight') ?? mostItemGrams / gramsPerKg;
  if (least > most)
    reader.complain([...path, 'min_weight'], 'min_weight is greater than max_weight.');
  return {
    id: reader.id(one.id, [...path, 'id'], number),
    minWeightGrams: Math.round(least * gramsPerKg),
    maxWeightGrams: Math.round(most * gramsPerKg),
    packaging,
  };
}
