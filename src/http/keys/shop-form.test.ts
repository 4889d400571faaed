import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseShopForm } from './shop-form.ts';

const moduleOf = (body: object) => parseShopForm(body).form.module;

test('reads how many quotes the plug-in showed', () => {
  for (const [quotes, quote_diplay] of [
    ['Display all Quotes', 'display_all'],
    ['Display Cheapest', 'display_cheapest'],
    ['Display Cheapest Fastest', 'display_cheapest_fastest'],
    ['Display Cheapest & Fastest', 'display_cheapest_fastest'],
  ])
    assert.deepEqual(moduleOf({ quotes }), { quote_diplay });
  assert.deepEqual(parseShopForm({ quotes: 'Surprise me' }).ignored, ['quotes']);
});

test('reads a general surcharge in dollars as a setting, in percent as a rule, and skips one that is off', () => {
  const form = (unit: string, surcharge = 'yes') =>
    parseShopForm({ surcharge, surcharge_price: '5', unit }).form;
  assert.deepEqual(form('$').module, { surcharge_amount: '5' });
  assert.equal(form('$').generalPercent, undefined);
  assert.deepEqual(form('%').module, {});
  assert.equal(form('%').generalPercent, '5');
  assert.deepEqual(form('$', 'no').module, {});
  assert.equal(form('%', '').generalPercent, undefined);
});

test('prefers current names of settings to older ones', () => {
  assert.deepEqual(
    moduleOf({ title: 'A', trans_title: 'B', shipping_title: 'C', height: 1, default_height: 2 }),
    { shipping_title: 'C', default_height: 2 },
  );
  assert.deepEqual(moduleOf({ title: 'A', trans_title: 'B' }), { shipping_title: 'B' });
});

test('skips blanks and a postcode without its suburb', () => {
  const { form, ignored } = parseShopForm({
    shipping_title: ' ',
    street_type: null,
    postcode: '2000',
    requesting_site: 'http://shop.example//',
  });
  assert.deepEqual(form.module, {});
  assert.deepEqual(form.warehouses, []);
  assert.equal(form.site, 'shop.example');
  assert.deepEqual(ignored, ['postcode']);
});

test('reads names that every JavaScript object has like other fields', () => {
  const body = JSON.parse(
    '{"__proto__": {"x": 1}, "constructor": "y", "toString": "z", "rename_group___proto__": "p"}',
  ) as object;
  const { form, ignored } = parseShopForm(body);
  assert.deepEqual(ignored, ['__proto__', 'constructor', 'toString']);
  assert.equal(Object.getPrototypeOf(form.module), Object.prototype);
  assert.equal(({} as { x?: number }).x, undefined);
});

test('reads warehouses, ticked order statuses and couriers of the form with lists', () => {
  const { form, ignored } = parseShopForm({
    postcode: ['3066,COLLINGWOOD', '', '4006,FORTITUDE VALLEY'],
    postcode_type: { 0: ['business'], 2: ['residential'] },
    order_name: 'Kettle & Co',
    order_address: '9 Smith St',
    order_status: ['Processing', 'On hold', 'Pending payment'],
    cor_toll_proirity_overnight: 'yes',
    cor_allied: 'yes',
    cor_tnt: 'no',
    rg_allied: 'Road',
    cg_allied: '3',
    cu_allied: '%',
    cg_toll: '2.50',
    cu_toll: '$',
    cu_tnt: '$',
    authtype: 'API Key',
    fpval_toll: '9',
  });
  assert.deepEqual(form.warehouses, [
    {
      name: 'Shop',
      postcode: '3066',
      suburb: 'COLLINGWOOD',
      type: 'business',
      company_name: 'Kettle & Co',
      email: '',
      phone: '',
      address: '9 Smith St',
    },
    { name: 'Shop 2', postcode: '4006', suburb: 'FORTITUDE VALLEY', type: 'residential' },
  ]);
  assert.deepEqual(form.carriers, ['toll_proirity_overnight', 'allied']);
  assert.deepEqual(form.module, {
    pending: 'on',
    processing: 'on',
    onhold: 'on',
    completed: 'off',
    cancelled: 'off',
    refunded: 'off',
    failed: 'off',
    courier_settings: {
      allied: { name: 'Road', surcharge: '3', unit: 'percent' },
      toll: { surcharge: '2.50', unit: 'amount' },
    },
  });
  assert.deepEqual(ignored, ['fpval_toll']);
});

test('keeps how the calculator is shown, and skips the mode of the key', () => {
  assert.deepEqual(moduleOf({ mode: 'simplified_mode' }), { mode: 'simplified_mode' });
  for (const mode of ['live', 'demo', 'other'])
    assert.deepEqual(parseShopForm({ mode }), { ...parseShopForm({}) });
});
