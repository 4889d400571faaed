import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseShopForm } from './shop-form.ts';

const moduleOf = (body: object) => parseShopForm(body).form.module;

test('how many quotes an older plug-in showed', () => {
  for (const [quotes, quote_diplay] of [
    ['Display all Quotes', 'display_all'],
    ['Display Cheapest', 'display_cheapest'],
    ['Display Cheapest Fastest', 'display_cheapest_fastest'],
    ['Display Cheapest & Fastest', 'display_cheapest_fastest'],
  ])
    assert.deepEqual(moduleOf({ quotes }), { quote_diplay });
  assert.deepEqual(parseShopForm({ quotes: 'Surprise me' }).ignored, ['quotes']);
});

test('a general surcharge in dollars is a setting, in percent a rule, and nothing when it is off', () => {
  const form = (unit: string, surcharge = 'yes') =>
    parseShopForm({ surcharge, surcharge_price: '5', unit }).form;
  assert.deepEqual(form('$').module, { surcharge_amount: '5' });
  assert.equal(form('$').generalPercent, undefined);
  assert.deepEqual(form('%').module, {});
  assert.equal(form('%').generalPercent, '5');
  assert.deepEqual(form('$', 'no').module, {});
  assert.equal(form('%', '').generalPercent, undefined);
});

test('a name of today goes before one of years ago', () => {
  assert.deepEqual(
    moduleOf({ title: 'A', trans_title: 'B', shipping_title: 'C', height: 1, default_height: 2 }),
    { shipping_title: 'C', default_height: 2 },
  );
  assert.deepEqual(moduleOf({ title: 'A', trans_title: 'B' }), { shipping_title: 'B' });
});

test('blanks say nothing, and a warehouse needs its suburb', () => {
  const { form, ignored } = parseShopForm({
    shipping_title: ' ',
    street_type: null,
    postcode: '2000',
    requesting_site: 'http://shop.example//',
  });
  assert.deepEqual(form.module, {});
  assert.equal(form.warehouse, undefined);
  assert.equal(form.site, 'shop.example');
  assert.deepEqual(ignored, ['postcode']);
});

test('names that every object has are fields like others', () => {
  const body = JSON.parse(
    '{"__proto__": {"x": 1}, "constructor": "y", "toString": "z", "rename_group___proto__": "p"}',
  ) as object;
  const { form, ignored } = parseShopForm(body);
  assert.deepEqual(ignored, ['__proto__', 'constructor', 'toString']);
  assert.equal(Object.getPrototypeOf(form.module), Object.prototype);
  assert.equal(({} as { x?: number }).x, undefined);
});
