// A key's settings while they are being changed: the stored document with the edits so far. What plug-ins keep in it for
// themselves is carried along untouched. Pure.
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

/** Only these are sent: what stays out stays as it is, also where another tab has changed it since. */
export function changedParts(stored: KeySettings, draft: SettingsDraft): Partial<SettingsDraft> {
  const before = draftOf(stored);
  const parts = Object.keys(draft) as (keyof SettingsDraft)[];
  const changed = parts.filter(
    (part) => JSON.stringify(draft[part]) !== JSON.stringify(before[part]),
  );
  return Object.fromEntries(changed.map((part) => [part, draft[part]]));
}

/** Whatever a plug-in stored, as a person would see it in a field. */
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

/** What is typed to compare with, as the operator needs it: several values, or one. */
export function comparedWith(operator: string, text: string): string | string[] {
  const values = textList(text);
  return operator === 'in' || operator === 'between' ? values : (values[0] ?? '');
}

/** A list was taken for `eq` once, and any of it will do: edited as what it is, it loses none. */
export function shownOperator({ operator, value }: RuleCondition): string {
  return operator === 'eq' && textList(value).length > 1 ? 'in' : operator;
}

/** With a field set; blank takes it out. */
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
