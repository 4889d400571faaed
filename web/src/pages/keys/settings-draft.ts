// A key's settings while they are edited: the stored document with the edits so far. Fields that plug-ins store for
// themselves are kept. Pure.
import type { ApiError } from '../../api/client.ts';
import type { KeySettings } from '../../api/wire.ts';

export type Warehouse = {
  id?: number;
  name?: string;
  is_default?: boolean;
  company_name?: string;
  contact_name?: string;
  email?: string;
  phone?: string;
  address?: string;
  suburb?: string;
  postcode?: string;
  state?: string;
  country?: string;
  type?: string;
  skus?: string[];
};

export type RuleCondition = { field: string; operator: string; value: unknown };
export type Rule = {
  id?: number;
  name?: string;
  priority?: number;
  enabled?: boolean;
  couriers?: string[];
  conditions?: RuleCondition[];
  action: { type: string; unit?: string; value?: string | number };
};
export type PackageTypeRule = {
  id?: number;
  min_weight?: string | number;
  max_weight?: string | number;
  package_type: string;
};

export type SettingsDraft = {
  module_setting: Record<string, unknown>;
  warehouses: Warehouse[];
  rules: Rule[];
  package_type_rules: PackageTypeRule[];
};

export type PartProps = {
  draft: SettingsDraft;
  refusal: ApiError | undefined;
  onChange: (draft: SettingsDraft) => void;
};

export function draftOf(stored: KeySettings): SettingsDraft {
  return structuredClone(stored) as SettingsDraft;
}

/** Only changed parts are sent, so that a change from another tab is not overwritten. */
export function changedParts(stored: KeySettings, draft: SettingsDraft): Partial<SettingsDraft> {
  const before = draftOf(stored);
  const parts = Object.keys(draft) as (keyof SettingsDraft)[];
  const changed = parts.filter(
    (part) => JSON.stringify(draft[part]) !== JSON.stringify(before[part]),
  );
  return Object.fromEntries(changed.map((part) => [part, draft[part]]));
}

/** The text of a stored value in a field; blank for anything but a string or number. */
export function shownText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function isOn(value: unknown): boolean {
  return value === true || /^(on|yes|true|1|enabled)$/i.test(shownText(value));
}

export function textList(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(shownText).filter((text) => text !== '');
  return shownText(value)
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** The value in the operator's form: a list or a single value. */
export function comparedWith(operator: string, text: string): string | string[] {
  const values = textList(text);
  return operator === 'in' || operator === 'between' ? values : (values[0] ?? '');
}

/**
 * Stored `eq` conditions may have a list, of which any value matches. Shows them as `in`, so that editing keeps every
 * value.
 */
export function shownOperator({ operator, value }: RuleCondition): string {
  return operator === 'eq' && textList(value).length > 1 ? 'in' : operator;
}

/** A draft with the field set, or removed if the value is blank. */
export function withField(draft: SettingsDraft, name: string, value: unknown): SettingsDraft {
  const { [name]: _before, ...rest } = draft.module_setting;
  const isBlank =
    value === '' || value === undefined || (Array.isArray(value) && value.length === 0);
  return { ...draft, module_setting: isBlank ? rest : { ...rest, [name]: value } };
}

export type CarrierSurcharge = { surcharge?: string | number; unit?: string; name?: string };

export function surchargesOf(draft: SettingsDraft): Record<string, CarrierSurcharge> {
  const value = draft.module_setting.courier_settings;
  return typeof value === 'object' && value !== null
    ? (value as Record<string, CarrierSurcharge>)
    : {};
}

const operatorWords: Readonly<Record<string, string>> = {
  in: 'is',
  eq: 'is',
  between: 'is between',
  lt: 'is below',
  lte: 'is at most',
  gt: 'is above',
  gte: 'is at least',
};

const fieldWords: Readonly<Record<string, string>> = {
  postcode: 'the postcode',
  state: 'the state',
  weight: 'the weight in kg',
  cost: 'the price in $',
  sku: 'an SKU',
  quantity: 'the number of pieces',
};

/** "When the postcode is between 3000 and 3999: 10 % off." */
export function ruleInWords(rule: Rule): string {
  const conditions = (rule.conditions ?? []).map(({ field, operator, value }) => {
    const values = textList(value);
    const shown = operator === 'between' ? values.join(' and ') : values.join(' or ');
    return `${fieldWords[field] ?? field} ${operatorWords[operator] ?? operator} ${shown}`;
  });
  const when = conditions.length === 0 ? 'Always' : `When ${conditions.join(' and ')}`;
  return `${when}: ${actionInWords(rule.action)}`;
}

function actionInWords({ type, unit, value }: Rule['action']): string {
  const amount = unit === 'percent' ? `${shownText(value)} %` : `$${shownText(value)}`;
  switch (type) {
    case 'hide':
      return 'not shown';
    case 'show_only':
      return 'shown, and no others';
    case 'free':
      return 'free';
    case 'fixed_price':
      return `costs $${shownText(value)}`;
    case 'surcharge':
      return `${amount} more`;
    case 'discount':
      return `${amount} off`;
    default:
      return type;
  }
}
