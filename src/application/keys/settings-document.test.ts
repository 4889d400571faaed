import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findDefaultWarehouse, noSettings } from '../../domain/accounts/key-settings.ts';
import { findPackagingType } from '../../domain/bookings/item.ts';
import { emptyDocument, readSettings, type SettingsDocument } from './settings-document.ts';

type Parts = Partial<SettingsDocument>;

const read = (parts: Parts) => readSettings({ ...emptyDocument, ...parts });

/** The settings of a document without mistakes. */
function settingsOf(parts: Parts) {
  const { settings, issues } = read(parts);
  assert.deepEqual(issues, []);
  return settings;
}
const moduleOf = (module_setting: Record<string, unknown>) => settingsOf({ module_setting }).module;
const rule = (change: Record<string, unknown>): Parts => ({
  rules: [{ action: { type: 'free' }, ...change }],
});
const condition = (field: unknown, operator: unknown, value?: unknown): Parts =>
  rule({ conditions: [{ field, operator, value }] });
const conditionOf = (...given: Parameters<typeof condition>) =>
  settingsOf(condition(...given)).rules[0]?.conditions[0];

describe('a settings document', () => {
  test('that is empty changes nothing', () => {
    assert.deepEqual(settingsOf({}), noSettings);
  });

  test('of blanks, as shops save an empty form, changes nothing', () => {
    assert.deepEqual(
      moduleOf({
        enabled_courier: '',
        quote_diplay: '',
        surcharge_amount: '',
        courier_settings: null,
        default_weight: '0',
        default_lenght: 0,
        default_width: '',
        default_height: null,
        insurance_select: '',
        insurance_value: '',
        multipickup: null,
        order_boxing: '',
        box_length: '0',
        minimum_fill_percent: '',
      }),
      noSettings.module,
    );
  });

  test('leaves alone what plug-ins keep in it for themselves', () => {
    assert.deepEqual(
      moduleOf({ shipping_title: 'Freight', colour: {}, mode: 'live', default_length: 'x' }),
      noSettings.module,
    );
  });

  test('gives sizes, weights and amounts, whether written as text or as numbers', () => {
    const module = moduleOf({
      enabled_courier: ['allied', '', 'toll'],
      quote_diplay: 'display_cheapest_fastest',
      surcharge_amount: '4.5',
      courier_settings: {
        allied: { surcharge: 1.25 },
        toll: { surcharge: '12.50', unit: 'percent', name: 'IPEC' },
        tnt: { name: 'no surcharge' },
      },
      default_weight: '2.5',
      default_lenght: 30.55,
      default_width: '0.25',
      default_height: 10,
      insurance_select: 'on',
      insurance_value: '750.00',
      multipickup: 'on',
    });
    assert.deepEqual(module, {
      enabledCarriers: ['allied', 'toll'],
      display: 'cheapest_and_fastest',
      surchargeCents: 450,
      carrierSurcharges: new Map([
        ['allied', { unit: 'amount', cents: 125 }],
        ['toll', { unit: 'percent', basisPoints: 1250 }],
      ]),
      carrierNames: new Map([
        ['toll', 'IPEC'],
        ['tnt', 'no surcharge'],
      ]),
      defaultItem: {
        weightGrams: 2500,
        lengthTenthMm: 3055,
        widthTenthMm: 25,
        heightTenthMm: 1000,
      },
      insuranceCents: 75_000,
      showsFrequentPrice: true,
      boxing: undefined,
    });
    assert.deepEqual(moduleOf({ enabled_courier: 'allied' }).enabledCarriers, ['allied']);
  });

  test('gives a carton to pack orders in', () => {
    const box = { order_boxing: 'on', box_length: '40', box_width: 30.5, box_height: 20 };
    assert.deepEqual(moduleOf({ ...box, box_weight: 22, minimum_fill_percent: '60' }).boxing, {
      lengthMm: 400,
      widthMm: 305,
      heightMm: 200,
      weightLimitGrams: 22_000,
      minimumFillPercent: 60,
    });
    assert.equal(moduleOf(box).boxing?.minimumFillPercent, 0);
    assert.equal(moduleOf({ ...box, order_boxing: 'off' }).boxing, undefined);
  });

  test('gives warehouses; the default one, else the first', () => {
    const { warehouses } = settingsOf({
      warehouses: [
        { suburb: 'Perth', postcode: 6000 },
        { id: 7, name: 'Main', is_default: 1, suburb: 'Sydney', postcode: '2000', country: 'AU' },
      ],
    });
    assert.deepEqual(
      warehouses.map(({ id, postcode, isDefault, type, country }) => [
        id,
        postcode,
        isDefault,
        type,
        country,
      ]),
      [
        [1, '6000', false, 'business', 'AU'],
        [7, '2000', true, 'business', 'AU'],
      ],
    );
    assert.equal(findDefaultWarehouse({ ...noSettings, warehouses })?.name, 'Main');
    const [first] = warehouses;
    assert.ok(first);
    assert.equal(findDefaultWarehouse({ ...noSettings, warehouses: [first] }), first);
    assert.equal(findDefaultWarehouse(noSettings), undefined);
  });

  test('gives package-type rules in grams', () => {
    assert.deepEqual(
      settingsOf({
        package_type_rules: [
          { id: 4, min_weight: '0.5', max_weight: 3, package_type: 'satchel_3kg' },
          { package_type: 'Pallet' },
        ],
      }).packageTypeRules,
      [
        {
          id: 4,
          minWeightGrams: 500,
          maxWeightGrams: 3000,
          packaging: findPackagingType('Satchel 3kg'),
        },
        {
          id: 2,
          minWeightGrams: 0,
          maxWeightGrams: 22_000_000,
          packaging: findPackagingType('Pallet'),
        },
      ],
    );
  });

  test('gives rules with every action', () => {
    const actions = [
      [{ type: 'hide' }, { type: 'hide' }],
      [{ type: 'show_only', value: '' }, { type: 'show_only' }],
      [{ type: 'free' }, { type: 'free' }],
      [
        { type: 'fixed_price', unit: 'amount', value: '9.95' },
        { type: 'fixed_price', cents: 995 },
      ],
      [
        { type: 'surcharge', value: 2 },
        { type: 'surcharge', by: { unit: 'amount', cents: 200 } },
      ],
      [
        { type: 'discount', unit: 'percent', value: '7.5' },
        { type: 'discount', by: { unit: 'percent', basisPoints: 750 } },
      ],
    ];
    const { rules } = settingsOf({ rules: actions.map(([action]) => ({ action })) });
    assert.deepEqual(
      rules.map(({ action }) => action),
      actions.map(([, action]) => action),
    );
    assert.deepEqual(
      { ...rules[1], action: undefined },
      {
        id: 2,
        name: 'Rule 2',
        priority: 2,
        isEnabled: true,
        carriers: [],
        conditions: [],
        action: undefined,
      },
    );
  });

  test('gives conditions by every operator', () => {
    for (const field of ['weight', 'cost', 'quantity']) {
      for (const operator of ['eq', 'lt', 'lte', 'gt', 'gte'])
        assert.deepEqual(conditionOf(field, operator, '2.5'), {
          field,
          operator,
          figures: [25_000],
        });
      assert.deepEqual(conditionOf(field, 'between', [1, '2']), {
        field,
        operator: 'between',
        figures: [10_000, 20_000],
      });
    }
    for (const field of ['postcode', 'sku'])
      for (const operator of ['in', 'eq'])
        assert.deepEqual(conditionOf(field, operator, ['3000', 3001]), {
          field,
          operator: 'in',
          values: ['3000', '3001'],
        });
    assert.deepEqual(conditionOf('state', 'in', ['nsw', 'Vic']), {
      field: 'state',
      operator: 'in',
      values: ['NSW', 'VIC'],
    });
    assert.deepEqual(conditionOf('postcode', 'between', [2000, '2999']), {
      field: 'postcode',
      operator: 'between',
      from: '2000',
      to: '2999',
    });
  });

  test('postcodes that lost their zero as numbers are Darwin’s all the same', () => {
    assert.deepEqual(conditionOf('postcode', 'in', [800, '0810']), {
      field: 'postcode',
      operator: 'in',
      values: ['0800', '0810'],
    });
    assert.deepEqual(conditionOf('postcode', 'between', [800, 999]), {
      field: 'postcode',
      operator: 'between',
      from: '0800',
      to: '0999',
    });
  });

  test('that holds mistakes still gives everything that is right', () => {
    const { settings, issues } = read({
      module_setting: { surcharge_amount: 'much', quote_diplay: 'display_cheapest' },
      rules: [{ action: { type: 'explode' } }, { action: { type: 'hide' } }],
    });
    assert.equal(issues.length, 2);
    assert.equal(settings.module.display, 'cheapest');
    assert.equal(settings.module.surchargeCents, 0);
    assert.deepEqual(
      settings.rules.map(({ id }) => id),
      [2],
    );
  });
});

describe('every mistake in a settings document is named with its path', () => {
  const module = (name: string, value: unknown): Parts => ({ module_setting: { [name]: value } });
  const box = { order_boxing: 'on', box_length: 40, box_width: 40, box_height: 40 };
  const mistakes: [what: string, parts: Parts, path: string][] = [
    ['an unknown display', module('quote_diplay', 'cheapest'), 'module_setting.quote_diplay'],
    [
      'a carrier that is no text',
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
      module('courier_settings', []),
      'module_setting.courier_settings',
    ],
    [
      'a carrier setting that is a text',
      module('courier_settings', { tnt: '5' }),
      'module_setting.courier_settings.tnt',
    ],
    [
      'a surcharge that is no amount',
      module('courier_settings', { tnt: { surcharge: 'x' } }),
      'module_setting.courier_settings.tnt.surcharge',
    ],
    [
      'a unit that is none',
      module('courier_settings', { tnt: { surcharge: 1, unit: 'euro' } }),
      'module_setting.courier_settings.tnt.unit',
    ],
    ['a negative weight', module('default_weight', -1), 'module_setting.default_weight'],
    ['a size that is a text', module('default_lenght', 'long'), 'module_setting.default_lenght'],
    ['a size of blanks', module('default_width', '  x'), 'module_setting.default_width'],
    ['an immense size', module('default_height', 1e9), 'module_setting.default_height'],
    [
      'a switch that is neither on nor off',
      module('insurance_select', 'yes'),
      'module_setting.insurance_select',
    ],
    [
      'insurance of no amount',
      { module_setting: { insurance_select: 'on', insurance_value: 'all' } },
      'module_setting.insurance_value',
    ],
    ['multipickup that is a boolean', module('multipickup', true), 'module_setting.multipickup'],
    ['boxing without a box', module('order_boxing', 'on'), 'module_setting.order_boxing'],
    [
      'a fill above a hundred percent',
      { module_setting: { ...box, minimum_fill_percent: 101 } },
      'module_setting.minimum_fill_percent',
    ],
    [
      'a box weight that is none',
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
      'a warehouse of no type',
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
    ['a rule that is a number', { rules: [5] }, 'rules.0'],
    ['a rule that is nothing', { rules: [null] }, 'rules.0'],
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
      'a discount of words',
      rule({ action: { type: 'discount', value: 'half' } }),
      'rules.0.action.value',
    ],
    [
      'a discount in euros',
      rule({ action: { type: 'discount', value: 5, unit: 'euro' } }),
      'rules.0.action.unit',
    ],
    ['a priority below zero', rule({ priority: -1 }), 'rules.0.priority'],
    ['a number that is no whole one', rule({ id: 1.5 }), 'rules.0.id'],
    ['enabled by a word', rule({ enabled: 'sometimes' }), 'rules.0.enabled'],
    ['carriers that are objects', rule({ couriers: [{}] }), 'rules.0.couriers.0'],
    ['conditions that are none', rule({ conditions: 'all' }), 'rules.0.conditions'],
    ['a condition that is a text', rule({ conditions: ['x'] }), 'rules.0.conditions.0'],
    ['a condition on nothing', condition('colour', 'in', ['red']), 'rules.0.conditions.0.field'],
    ['a condition by nothing', condition('weight', 'like', 5), 'rules.0.conditions.0.operator'],
    ['a weight within a list', condition('weight', 'in', [5]), 'rules.0.conditions.0.operator'],
    [
      'a state between two',
      condition('state', 'between', ['NSW', 'VIC']),
      'rules.0.conditions.0.operator',
    ],
    ['a sku below another', condition('sku', 'lt', 'X'), 'rules.0.conditions.0.operator'],
    [
      'a postcode above another',
      condition('postcode', 'gt', '3000'),
      'rules.0.conditions.0.operator',
    ],
    ['a weight that is a word', condition('weight', 'lt', 'heavy'), 'rules.0.conditions.0.value'],
    ['a weight that is missing', condition('weight', 'lt'), 'rules.0.conditions.0.value'],
    ['a range of one', condition('cost', 'between', [5]), 'rules.0.conditions.0.value'],
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
    ['a list of nothing', condition('state', 'in', []), 'rules.0.conditions.0.value'],
    [
      'a state that is none',
      condition('state', 'in', ['NSW', 'Narnia']),
      'rules.0.conditions.0.value',
    ],
    [
      'a postcode that is none',
      condition('postcode', 'in', ['Sydney']),
      'rules.0.conditions.0.value',
    ],
    ['a package rule that is a text', { package_type_rules: ['Box'] }, 'package_type_rules.0'],
    [
      'a package of no type',
      { package_type_rules: [{ package_type: 'Toaster' }] },
      'package_type_rules.0.package_type',
    ],
    [
      'a package rule without a type',
      { package_type_rules: [{}] },
      'package_type_rules.0.package_type',
    ],
    [
      'a weight that no item has',
      { package_type_rules: [{ package_type: 'Box', max_weight: 30_000 }] },
      'package_type_rules.0.max_weight',
    ],
    [
      'weights the wrong way round',
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
        issues.map(({ sentence }) => sentence).join(' '),
      );
      assert.ok(issues[0]?.sentence.startsWith(`${path}: `));
    });
  }

  test('all of them at once', () => {
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
