// Edits of a key's settings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changedParts,
  comparedWith,
  draftOf,
  isOn,
  ruleInWords,
  shownOperator,
  textList,
  withField,
} from './settings-draft.ts';

const stored = {
  module_setting: { own: { kept: true } },
  warehouses: [],
  rules: [],
  package_type_rules: [],
};

test("keeps a plug-in's own settings through a change", () => {
  const changed = withField(draftOf(stored), 'quote_diplay', 'display_all');
  assert.deepEqual(changed.module_setting, { own: { kept: true }, quote_diplay: 'display_all' });
  assert.deepEqual(withField(changed, 'quote_diplay', '').module_setting, stored.module_setting);
  assert.deepEqual(withField(changed, 'quote_diplay', []).module_setting, stored.module_setting);
});

test('saves only the changed parts, because another tab may have changed the others', () => {
  const draft = draftOf(stored);
  assert.deepEqual(changedParts(stored, draft), {});
  const rules = [{ action: { type: 'hide' } }];
  assert.deepEqual(changedParts(stored, { ...draft, rules }), { rules });
  const { module_setting } = withField(draft, 'quote_diplay', 'display_all');
  assert.deepEqual(changedParts(stored, { ...draft, module_setting, rules }), {
    module_setting,
    rules,
  });
});

test('reads lists and switches in every stored form', () => {
  assert.deepEqual(textList(['a', 1, '']), ['a', '1']);
  assert.deepEqual(textList('a, b'), ['a', 'b']);
  assert.deepEqual(textList(undefined), []);
  for (const value of ['on', 'Yes', true, '1']) assert.ok(isOn(value), String(value));
  for (const value of ['off', '', undefined, false]) assert.ok(!isOn(value), String(value));
});

test('compares with one value or several, depending on the operator', () => {
  assert.deepEqual(comparedWith('between', '3000, 3999'), ['3000', '3999']);
  assert.deepEqual(comparedWith('in', 'VIC'), ['VIC']);
  assert.equal(comparedWith('lt', '5, 6'), '5');
  assert.equal(comparedWith('lt', ''), '');
});

test('a condition keeps its operator, and a list stored with eq is read as in', () => {
  const shown = (operator: string, value: unknown) =>
    shownOperator({ field: 'state', operator, value });
  assert.deepEqual(
    [shown('eq', 'VIC'), shown('eq', ['VIC']), shown('in', ['VIC']), shown('eq', ['VIC', 'NSW'])],
    ['eq', 'eq', 'in', 'in'],
  );
});

test('describes a rule in words', () => {
  assert.equal(
    ruleInWords({
      conditions: [
        { field: 'postcode', operator: 'between', value: ['3000', '3999'] },
        { field: 'weight', operator: 'lte', value: 5 },
      ],
      action: { type: 'discount', unit: 'percent', value: 10 },
    }),
    'When the postcode is between 3000 and 3999 and the weight in kg is at most 5: 10 % off',
  );
  assert.equal(
    ruleInWords({ action: { type: 'fixed_price', value: '9.95' } }),
    'Always: costs $9.95',
  );
  assert.equal(ruleInWords({ action: { type: 'hide' } }), 'Always: not shown');
});
