// Limits the lists of a settings document, because every quote reads all of them.

import type { Path } from '../../domain/document-reader.ts';
import { type Issue, mostIssues } from '../../domain/refusal.ts';
import type { SettingsDocument } from './settings-document.ts';

const mostRules = 500;
const mostWarehouses = 200;
const mostPackageTypeRules = 200;
const mostConditions = 50;
/** In enabled_courier, courier_settings or a rule. */
const mostCarriers = 1000;
/** In a condition: Australia has some 3000 postcodes, and a shop may have more products than that. */
const mostValues = 10_000;
const mostSkus = 10_000;

/** One issue for each list that is too long. */
export function lengthIssues(document: SettingsDocument): Issue[] {
  const { module_setting: module, warehouses, rules, package_type_rules } = document;
  const found: Issue[] = [];
  const count = (value: unknown, path: Path, most: number): unknown[] => {
    const list: unknown[] = Array.isArray(value) ? value : [];
    if (list.length > most && found.length < mostIssues)
      found.push({ path, problem: 'too_many_entries', entries: list.length, most });
    return list;
  };
  count(module.enabled_courier, ['module_setting', 'enabled_courier'], mostCarriers);
  const carriers = Object.keys(Object(module.courier_settings));
  count(carriers, ['module_setting', 'courier_settings'], mostCarriers);
  for (const [n, one] of count(warehouses, ['warehouses'], mostWarehouses).entries())
    count(Object(one).skus, ['warehouses', n, 'skus'], mostSkus);
  for (const [n, one] of count(rules, ['rules'], mostRules).entries()) {
    const { couriers, conditions } = Object(one);
    count(couriers, ['rules', n, 'couriers'], mostCarriers);
    const at: Path = ['rules', n, 'conditions'];
    for (const [m, condition] of count(conditions, at, mostConditions).entries())
      count(Object(condition).value, [...at, m, 'value'], mostValues);
  }
  count(package_type_rules, ['package_type_rules'], mostPackageTypeRules);
  return found;
}
