// Reading a key's settings document.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { conditionOf, moduleOf, read, settingsOf } from '../../../test/support/settings-parts.ts';
import { findPackagingType } from '../../domain/bookings/item.ts';
import { chooseWarehouse, noSettings } from '../../domain/keys/key-settings.ts';

describe('a settings document', () => {
  test('changes nothing when it is empty', () => {
    assert.deepEqual(settingsOf({}), noSettings);
  });

  test('changes nothing when it holds only blanks, as shops save an empty form', () => {
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

  test('ignores what plug-ins store for themselves', () => {
    assert.deepEqual(
      moduleOf({ shipping_title: 'Freight', colour: {}, mode: 'live', default_length: 'x' }),
      noSettings.module,
    );
  });

  test('returns sizes, weights and amounts, written as text or as numbers', () => {
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

  test('returns the carton for order boxing', () => {
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

  test('accepts a warehouse address of any length', () => {
    const address = 'x'.repeat(1000);
    const { warehouses } = settingsOf({
      warehouses: [{ suburb: 'Perth', postcode: '6000', address }],
    });
    assert.equal(warehouses[0]?.address, address);
  });

  test('accepts the list that PHP writes for an empty object', () => {
    assert.equal(
      settingsOf({ module_setting: { courier_settings: [] } }).module.carrierNames.size,
      0,
    );
  });

  test('returns warehouses, with the default one or else the first', () => {
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
    const [first, main] = warehouses;
    assert.ok(first);
    assert.equal(chooseWarehouse({ ...noSettings, warehouses }, []), main);
    assert.equal(chooseWarehouse({ ...noSettings, warehouses: [first] }, []), first);
    assert.equal(chooseWarehouse(noSettings, []), undefined);
  });

  test('returns package-type rules in grams', () => {
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

  test('returns rules with every action', () => {
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
        carriers: new Set(),
        conditions: [],
        action: undefined,
      },
    );
  });

  test('returns conditions by every operator', () => {
    for (const field of ['weight', 'cost', 'quantity']) {
      for (const operator of ['eq', 'lt', 'lte', 'gt', 'gte'])
        assert.deepEqual(conditionOf(field, operator, '2.5'), {
          field,
          operator,
          values: operator === 'eq' ? new Set([25_000]) : [25_000],
        });
      assert.deepEqual(conditionOf(field, 'between', [1, '2']), {
        field,
        operator: 'between',
        values: [10_000, 20_000],
      });
      assert.deepEqual(conditionOf(field, 'in', [2, '1', 3]), {
        field,
        operator: 'in',
        values: new Set([20_000, 10_000, 30_000]),
      });
    }
    for (const field of ['postcode', 'sku'])
      for (const operator of ['in', 'eq'])
        assert.deepEqual(conditionOf(field, operator, ['3000', 3001]), {
          field,
          operator,
          values: new Set(['3000', '3001']),
        });
    for (const operator of ['lt', 'lte', 'gt', 'gte'])
      assert.deepEqual(conditionOf('postcode', operator, 3000), {
        field: 'postcode',
        operator,
        values: ['3000'],
      });
    assert.deepEqual(conditionOf('state', 'in', ['nsw', 'Vic']), {
      field: 'state',
      operator: 'in',
      values: new Set(['NSW', 'VIC']),
    });
    assert.deepEqual(conditionOf('postcode', 'between', [2000, '2999']), {
      field: 'postcode',
      operator: 'between',
      values: ['2000', '2999'],
    });
  });

  test("reads numeric postcodes without their leading zero as Darwin's", () => {
    assert.deepEqual(conditionOf('postcode', 'in', [800, '0810']), {
      field: 'postcode',
      operator: 'in',
      values: new Set(['0800', '0810']),
    });
    assert.deepEqual(conditionOf('postcode', 'between', [800, 999]), {
      field: 'postcode',
      operator: 'between',
      values: ['0800', '0999'],
    });
  });

  test('applies its valid settings despite mistakes in others', () => {
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
