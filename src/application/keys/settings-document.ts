// The stored configuration of a key: a JSON document with the spellings that plug-ins know (`quote_diplay`,
// `default_lenght`; both are real), read into KeySettings. Everything wrong is reported at once, with its path. What
// plug-ins keep in `module_setting` for themselves is left as it is.

import {
  type Adjustment,
  type Boxing,
  type Comparison,
  type Condition,
  comparisons,
  type ItemDefaults,
  type KeySettings,
  type MarginRule,
  type ModuleSettings,
  type PackageTypeRule,
  type QuoteDisplay,
  type RuleAction,
  type Warehouse,
} from '../../domain/accounts/key-settings.ts';
import { findPackagingType } from '../../domain/bookings/item.ts';
import type { Issue } from '../../domain/refusal.ts';
import { DocumentReader, longestAddress, type Path } from './document-reader.ts';
import { readShop } from './shop-document.ts';

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
  issues: readonly Issue[];
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

const kgToGrams = 1000;
const cmToTenthMm = 100;
const cmToMm = 10;

function readModule(reader: DocumentReader, module: Record<string, unknown>): ModuleSettings {
  const at = (name: string): Path => ['module_setting', name];
  const insured = reader.isOn(module.insurance_select, at('insurance_select'));
  return {
    enabledCarriers: reader.texts(module.enabled_courier, at('enabled_courier')),
    display:
      displays[
        reader.choice(module.quote_diplay, at('quote_diplay'), Object.keys(displays), 'display_all')
      ] ?? 'all',
    surchargeCents: reader.cents(module.surcharge_amount, at('surcharge_amount')) ?? 0,
    ...readCarrierSettings(reader, module.courier_settings),
    defaultItem: readItemDefaults(reader, module),
    insuranceCents: insured
      ? reader.cents(module.insurance_value, at('insurance_value'))
      : undefined,
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
    weightGrams: measure('default_weight', kgToGrams),
    // The misspelling is real: plug-ins read this key.
    lengthTenthMm: measure('default_lenght', cmToTenthMm),
    widthTenthMm: measure('default_width', cmToTenthMm),
    heightTenthMm: measure('default_height', cmToTenthMm),
  };
  return Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== undefined));
}

const unlimitedGrams = 22_000_000;

function readBoxing(reader: DocumentReader, module: Record<string, unknown>): Boxing | undefined {
  const measure = (name: string, scale: number): number | undefined =>
    reader.positive(module[name], ['module_setting', name], scale);
  const isOn = reader.isOn(module.order_boxing, ['module_setting', 'order_boxing']);
  const lengthMm = measure('box_length', cmToMm);
  const widthMm = measure('box_width', cmToMm);
  const heightMm = measure('box_height', cmToMm);
  const weightLimitGrams = measure('box_weight', kgToGrams) ?? unlimitedGrams;
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

function readAdjustment(
  reader: DocumentReader,
  one: Record<string, unknown>,
  field: 'surcharge' | 'value',
  path: Path,
): Adjustment | undefined {
  const kind = reader.choice(one.unit, [...path, 'unit'], ['amount', 'percent'], 'amount');
  const hundredths = reader.cents(one[field], [...path, field]);
  if (hundredths === undefined) return undefined;
  return kind === 'percent'
    ? { unit: 'percent', basisPoints: hundredths }
    : { unit: 'amount', cents: hundredths };
}

const mostSkus = 10_000;

function readSkus(reader: DocumentReader, value: unknown, path: Path): string[] {
  const skus = reader.texts(value, path);
  if (skus.length > mostSkus) reader.complain(path, `must be a list of at most ${mostSkus}.`);
  return skus;
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
    skus: readSkus(reader, one.skus, [...path, 'skus']),
  };
}

function readRule(
  reader: DocumentReader,
  value: unknown,
  path: Path,
  number: number,
): MarginRule | undefined {
  const one = reader.requiredRecord(value, path);
  if (one === undefined) return undefined;
  const action = readAction(reader, one.action, [...path, 'action']);
  const conditions = reader
    .list(one.conditions, [...path, 'conditions'])
    .map((condition, n) => readCondition(reader, condition, [...path, 'conditions', n]));
  if (action === undefined || conditions.includes(undefined)) return undefined;
  return {
    id: reader.id(one.id, [...path, 'id'], number),
    name: reader.text(one.name, [...path, 'name']) || `Rule ${number}`,
    priority: reader.numberBetween(one.priority, [...path, 'priority'], 0, 1_000_000) ?? number,
    isEnabled: one.enabled === undefined ? true : reader.flag(one.enabled, [...path, 'enabled']),
    carriers: reader.texts(one.couriers, [...path, 'couriers']),
    conditions: conditions.filter((condition) => condition !== undefined),
    action,
  };
}

const actionTypes = ['hide', 'show_only', 'surcharge', 'discount', 'fixed_price', 'free'] as const;

function readAction(reader: DocumentReader, value: unknown, path: Path): RuleAction | undefined {
  const one = reader.record(value, path);
  if (one === undefined) {
    reader.complain(path, 'a rule needs an action.');
    return undefined;
  }
  const type = reader.choice(one.type, [...path, 'type'], actionTypes, undefined);
  switch (type) {
    case undefined:
      return undefined;
    case 'hide':
    case 'show_only':
    case 'free':
      return { type };
    case 'fixed_price': {
      const cents = reader.cents(one.value, [...path, 'value']);
      if (cents === undefined) reader.complain([...path, 'value'], 'a fixed price needs a value.');
      return cents === undefined ? undefined : { type, cents };
    }
    case 'surcharge':
    case 'discount': {
      const by = readAdjustment(reader, one, 'value', path);
      if (by === undefined) reader.complain([...path, 'value'], `a ${type} needs a value.`);
      return by === undefined ? undefined : { type, by };
    }
  }
}

const figureScale = 10_000;

function readCondition(reader: DocumentReader, value: unknown, path: Path): Condition | undefined {
  const one = reader.requiredRecord(value, path);
  if (one === undefined) return undefined;
  const fields = ['postcode', 'state', 'weight', 'cost', 'sku', 'quantity'] as const;
  const field = reader.choice(one.field, [...path, 'field'], fields, undefined);
  const operator = reader.choice(one.operator, [...path, 'operator'], comparisons, undefined);
  if (field === undefined || operator === undefined) return undefined;
  const at: Path = [...path, 'value'];
  switch (field) {
    case 'weight':
    case 'cost':
    case 'quantity': {
      const figures = readFigures(reader, one.value, at);
      return isCompared(reader, operator, figures, 'number', at)
        ? { field, operator, figures }
        : undefined;
    }
    case 'postcode': {
      const values = readWords(reader, field, one.value, at);
      // A list with eq was taken before, for any of them.
      const how = operator === 'eq' ? 'in' : operator;
      return isCompared(reader, how, values, field, at) ? { field, operator, values } : undefined;
    }
    case 'state':
    case 'sku': {
      if (operator !== 'in' && operator !== 'eq') {
        reader.complain([...path, 'operator'], `${field} is compared with in or eq.`);
        return undefined;
      }
      const values = readWords(reader, field, one.value, at);
      return isCompared(reader, 'in', values, field, at) ? { field, operator, values } : undefined;
    }
  }
}

function readFigures(reader: DocumentReader, value: unknown, at: Path): number[] {
  return reader
    .list(Array.isArray(value) ? value : [value], at)
    .map((figure) => reader.numberBetween(figure, at, 0, 1e9))
    .filter((figure) => figure !== undefined)
    .map((figure) => Math.round(figure * figureScale));
}

const textShapes = {
  // A number in JSON has lost its leading zero: 800 is Darwin's 0800.
  postcode: { shape: /^\d{4}$/, normal: (text: string) => text.padStart(4, '0') },
  state: {
    shape: /^(NSW|VIC|QLD|SA|WA|TAS|NT|ACT)$/,
    normal: (text: string) => text.toUpperCase(),
  },
  sku: { shape: /./, normal: (text: string) => text },
};

function readWords(
  reader: DocumentReader,
  field: 'postcode' | 'state' | 'sku',
  value: unknown,
  at: Path,
): string[] {
  const { shape, normal } = textShapes[field];
  const values = reader.texts(value, at).map(normal);
  const wrong = values.find((text) => !shape.test(text));
  if (wrong !== undefined) reader.complain(at, `"${wrong}" is not a ${field}.`);
  return values;
}

/** Whether there are as many values as the operator compares with, and in their order; complains where not. */
function isCompared<Value extends string | number>(
  reader: DocumentReader,
  operator: Comparison,
  values: readonly Value[],
  noun: string,
  at: Path,
): boolean {
  const [first, second] = values;
  if (operator === 'between') {
    if (values.length === 2 && first !== undefined && second !== undefined && first <= second)
      return true;
    reader.complain(at, `between needs two ${noun}s, [from, to].`);
    return false;
  }
  if (operator === 'in' ? values.length > 0 : values.length === 1) return true;
  reader.complain(at, `${operator} needs a ${noun}.`);
  return false;
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
  const most = weight('max_weight') ?? unlimitedGrams / kgToGrams;
  if (least > most)
    reader.complain([...path, 'min_weight'], 'min_weight is greater than max_weight.');
  return {
    id: reader.id(one.id, [...path, 'id'], number),
    minWeightGrams: Math.round(least * kgToGrams),
    maxWeightGrams: Math.round(most * kgToGrams),
    packaging,
  };
}
