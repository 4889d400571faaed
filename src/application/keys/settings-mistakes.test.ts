// Every mistake in a key's settings document is reported with its path, all at once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { condition, type Parts, read, rule } from '../../../test/support/settings-parts.ts';
import { issueSentence } from '../../wording/problems.ts';

describe('a mistake in a settings document is named with its path', () => {
  const module = (name: string, value: unknown): Parts => ({ module_setting: { [name]: value } });
  const box = { order_boxing: 'on', box_length: 40, box_width: 40, box_height: 40 };
  const mistakes: [what: string, parts: Parts, path: string][] = [
    ['an unknown display', module('quote_diplay', 'cheapest'), 'module_setting.quote_diplay'],
    [
      'a carrier that is not a text',
      module('enabled_courier', ['tnt', {}]),
      'module_setting.enabled_courier.1',
    ],
    [
      'an amount with three decimals',
      module('surcharge_amount', 1.234),
      'module_setting.surcharge_amount',
    ],
    ['a negative amount', module('surcharge_amount', '-1'), 'module_setting.surcharge_amount'],
    [
      'an amount that is a list',
      module('surcharge_amount', [1]),
      'module_setting.surcharge_amount',
    ],
    [
      'carrier settings that are a list',
      module('courier_settings', [{}]),
      'module_setting.courier_settings',
    ],
    [
      'a carrier setting that is a text',
      module('courier_settings', { tnt: '5' }),
      'module_setting.courier_settings.tnt',
    ],
    [
      'an invalid surcharge',
      module('courier_settings', { tnt: { surcharge: 'x' } }),
      'module_setting.courier_settings.tnt.surcharge',
    ],
    [
      'an unknown unit',
      module('courier_settings', { tnt: { surcharge: 1, unit: 'euro' } }),
      'module_setting.courier_settings.tnt.unit',
    ],
    ['a negative weight', module('default_weight', -1), 'module_setting.default_weight'],
    ['a size that is a text', module('default_lenght', 'long'), 'module_setting.default_lenght'],
    ['a blank size', module('default_width', '  x'), 'module_setting.default_width'],
    ['an oversized dimension', module('default_height', 1e9), 'module_setting.default_height'],
    [
      'a switch that is neither on nor off',
      module('insurance_select', 'yes'),
      'module_setting.insurance_select',
    ],
    [
      'insurance with an invalid amount',
      { module_setting: { insurance_select: 'on', insurance_value: 'all' } },
      'module_setting.insurance_value',
    ],
    [
      'negative insurance while insurance is off',
      { module_setting: { insurance_select: 'off', insurance_value: -1 } },
      'module_setting.insurance_value',
    ],
    [
      'negative insurance without a switch',
      module('insurance_value', '-1'),
      'module_setting.insurance_value',
    ],
    ['a boolean as multipickup', module('multipickup', true), 'module_setting.multipickup'],
    ['boxing without a box', module('order_boxing', 'on'), 'module_setting.order_boxing'],
    [
      'a fill above 100 per cent',
      { module_setting: { ...box, minimum_fill_percent: 101 } },
      'module_setting.minimum_fill_percent',
    ],
    [
      'an invalid box weight',
      { module_setting: { ...box, box_weight: 'x' } },
      'module_setting.box_weight',
    ],
    ['a warehouse that is a text', { warehouses: ['Perth'] }, 'warehouses.0'],
    ['a warehouse without a suburb', { warehouses: [{ postcode: '6000' }] }, 'warehouses.0.suburb'],
    [
      'a warehouse without a postcode',
      { warehouses: [{ suburb: 'Perth' }] },
      'warehouses.0.postcode',
    ],
    [
      'a warehouse of unknown type',
      { warehouses: [{ suburb: 'Perth', postcode: '6000', type: 'barn' }] },
      'warehouses.0.type',
    ],
    [
      'a default that is neither true nor false',
      { warehouses: [{ suburb: 'Perth', postcode: '6000', is_default: 'main' }] },
      'warehouses.0.is_default',
    ],
    [
      'a name that is too long',
      { warehouses: [{ suburb: 'Perth', postcode: '6000', name: 'x'.repeat(256) }] },
      'warehouses.0.name',
    ],
    [
      'an address that is too long',
      { warehouses: [{ suburb: 'Perth', postcode: '6000', address: 'x'.repeat(1001) }] },
      'warehouses.0.address',
    ],
    ['a rule that is a number', { rules: [5] }, 'rules.0'],
    ['a rule that is null', { rules: [null] }, 'rules.0'],
    ['a rule without an action', { rules: [{}] }, 'rules.0.action'],
    ['an unknown action', rule({ action: { type: 'explode' } }), 'rules.0.action.type'],
    [
      'a fixed price without a price',
      rule({ action: { type: 'fixed_price' } }),
      'rules.0.action.value',
    ],
    [
      'a surcharge without a value',
      rule({ action: { type: 'surcharge' } }),
      'rules.0.action.value',
    ],
    [
      'a discount in words',
      rule({ action: { type: 'discount', value: 'half' } }),
      'rules.0.action.value',
    ],
    [
      'a discount in euros',
      rule({ action: { type: 'discount', value: 5, unit: 'euro' } }),
      'rules.0.action.unit',
    ],
    ['a priority below zero', rule({ priority: -1 }), 'rules.0.priority'],
    ['a number that is not whole', rule({ id: 1.5 }), 'rules.0.id'],
    ['a word as enabled', rule({ enabled: 'sometimes' }), 'rules.0.enabled'],
    ['carriers that are objects', rule({ couriers: [{}] }), 'rules.0.couriers.0'],
    ['invalid conditions', rule({ conditions: 'all' }), 'rules.0.conditions'],
    ['a condition that is a text', rule({ conditions: ['x'] }), 'rules.0.conditions.0'],
    [
      'a condition without a field',
      condition('colour', 'in', ['red']),
      'rules.0.conditions.0.field',
    ],
    [
      'a condition without an operator',
      condition('weight', 'like', 5),
      'rules.0.conditions.0.operator',
    ],
    ['a weight in an empty list', condition('weight', 'in', []), 'rules.0.conditions.0.value'],
    ['a weight above two values', condition('weight', 'gt', [5, 6]), 'rules.0.conditions.0.value'],
    [
      'a state between two states',
      condition('state', 'between', ['NSW', 'VIC']),
      'rules.0.conditions.0.operator',
    ],
    ['a sku below another sku', condition('sku', 'lt', 'X'), 'rules.0.conditions.0.operator'],
    [
      'a postcode above two values',
      condition('postcode', 'gt', ['3000', '4000']),
      'rules.0.conditions.0.value',
    ],
    ['a postcode above an empty value', condition('postcode', 'gt'), 'rules.0.conditions.0.value'],
    ['a weight that is a word', condition('weight', 'lt', 'heavy'), 'rules.0.conditions.0.value'],
    ['a weight that is missing', condition('weight', 'lt'), 'rules.0.conditions.0.value'],
    ['a range with one end', condition('cost', 'between', [5]), 'rules.0.conditions.0.value'],
    [
      'a range that ends before it begins',
      condition('cost', 'between', [9, 5]),
      'rules.0.conditions.0.value',
    ],
    [
      'a range of postcodes backwards',
      condition('postcode', 'between', ['3000', '2000']),
      'rules.0.conditions.0.value',
    ],
    [
      'a range of one postcode',
      condition('postcode', 'between', ['3000']),
      'rules.0.conditions.0.value',
    ],
    ['an empty list', condition('state', 'in', []), 'rules.0.conditions.0.value'],
    ['an unknown state', condition('state', 'in', ['NSW', 'Narnia']), 'rules.0.conditions.0.value'],
    ['an invalid postcode', condition('postcode', 'in', ['Sydney']), 'rules.0.conditions.0.value'],
    ['a package rule that is a text', { package_type_rules: ['Box'] }, 'package_type_rules.0'],
    [
      'a package of unknown type',
      { package_type_rules: [{ package_type: 'Toaster' }] },
      'package_type_rules.0.package_type',
    ],
    [
      'a package rule without a type',
      { package_type_rules: [{}] },
      'package_type_rules.0.package_type',
    ],
    [
      'an impossible item weight',
      { package_type_rules: [{ package_type: 'Box', max_weight: 30_000 }] },
      'package_type_rules.0.max_weight',
    ],
    [
      'weights in the wrong order',
      { package_type_rules: [{ package_type: 'Box', min_weight: 5, max_weight: 3 }] },
      'package_type_rules.0.min_weight',
    ],
  ];
  for (const [what, parts, path] of mistakes) {
    test(what, () => {
      const { issues } = read(parts);
      assert.deepEqual(
        issues.map((issue) => issue.path.join('.')),
        [path],
        issues.map(issueSentence).join(' '),
      );
      assert.ok(issueSentence(issues[0] ?? assert.fail()).startsWith(`${path} `));
    });
  }

  test('reports the first hundred mistakes of a document', () => {
    const { issues } = read({
      module_setting: { enabled_courier: Array(5000).fill([]) },
      rules: Array(5000).fill(0),
    });
    assert.equal(issues.length, 100);
    assert.equal(issues[99]?.path.join('.'), 'module_setting.enabled_courier.99');
  });

  test('reports all mistakes at once', () => {
    const { issues } = read({
      module_setting: { quote_diplay: 'x', surcharge_amount: 'x' },
      warehouses: [{}],
      rules: [{ action: { type: 'x' } }],
      package_type_rules: [{ package_type: 'x' }],
    });
    assert.deepEqual(
      issues.map(({ path }) => path.join('.')),
      [
        'module_setting.quote_diplay',
        'module_setting.surcharge_amount',
        'warehouses.0.suburb',
        'warehouses.0.postcode',
        'rules.0.action.type',
        'package_type_rules.0.package_type',
      ],
    );
  });
});
