// Limits of the lists in a key's settings.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Parts, rule } from '../../../test/support/settings-parts.ts';
import { emptyDocument } from './settings-document.ts';
import { lengthIssues } from './settings-limits.ts';

const issuesOf = (parts: Parts) => lengthIssues({ ...emptyDocument, ...parts });

const some = <One>(count: number, one: One): One[] => Array<One>(count).fill(one);
const free = { action: { type: 'free' } };
const warehouse = { suburb: 'Perth', postcode: '6000' };
const heavy = { field: 'weight', operator: 'gt', value: 5 };
const skus = (count: number) => Array.from({ length: count }, (_, n) => `SKU-${n}`);

describe('a list of a settings document', () => {
  const lists: [path: string, most: number, of: (count: number) => Parts][] = [
    ['rules', 500, (count) => ({ rules: some(count, free) })],
    ['warehouses', 200, (count) => ({ warehouses: some(count, warehouse) })],
    [
      'package_type_rules',
      200,
      (count) => ({ package_type_rules: some(count, { package_type: 'Box' }) }),
    ],
    [
      'module_setting.enabled_courier',
      1000,
      (count) => ({ module_setting: { enabled_courier: skus(count) } }),
    ],
    [
      'module_setting.courier_settings',
      1000,
      (count) => ({
        module_setting: {
          courier_settings: Object.fromEntries(skus(count).map((name) => [name, {}])),
        },
      }),
    ],
    ['rules.0.couriers', 1000, (count) => rule({ couriers: skus(count) })],
    ['rules.0.conditions', 50, (count) => rule({ conditions: some(count, heavy) })],
    [
      'rules.0.conditions.0.value',
      10_000,
      (count) => rule({ conditions: [{ field: 'sku', operator: 'in', value: skus(count) }] }),
    ],
    [
      'warehouses.0.skus',
      10_000,
      (count) => ({ warehouses: [{ ...warehouse, skus: skus(count) }] }),
    ],
  ];
  for (const [path, most, of] of lists) {
    test(`${path} has at most ${most} entries`, () => {
      assert.deepEqual(issuesOf(of(most)), []);
      assert.deepEqual(issuesOf(of(most + 1)), [
        {
          path: path.split('.').map((name) => (/^\d+$/.test(name) ? Number(name) : name)),
          problem: 'too_many_entries',
          entries: most + 1,
          most,
        },
      ]);
    });
  }

  test('has no length limit when it is not a list', () => {
    const nothing = [
      null,
      0,
      'x',
      [],
      { conditions: 'all' },
      { conditions: [null, 1, { value: 2 }] },
    ];
    assert.deepEqual(
      issuesOf({
        module_setting: { enabled_courier: 'tnt', courier_settings: null },
        rules: nothing,
        warehouses: nothing,
      }),
      [],
    );
  });

  test('reports at most a hundred lists that are too long', () => {
    const rules = some(500, { conditions: some(51, heavy) });
    assert.equal(issuesOf({ rules }).length, 100);
  });
});
