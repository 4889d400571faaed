// Order files as people save them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from '../../parts/csv.ts';
import { readOrderFile, templateFile } from './order-file.ts';

test('CSV as spreadsheets write it', () => {
  assert.deepEqual(parseCsv('\uFEFFa;b\r\n"x;""y""";2\r\n\r\n'), [
    ['a', 'b'],
    ['x;"y"', '2'],
  ]);
  assert.deepEqual(parseCsv('a,b\n"two\nlines",3'), [
    ['a', 'b'],
    ['two\nlines', '3'],
  ]);
  assert.deepEqual(parseCsv('a\tb\n1\t2'), [
    ['a', 'b'],
    ['1', '2'],
  ]);
  assert.deepEqual(parseCsv(''), []);
});

test('our own template reads as one whole order', () => {
  const { orders, problem } = readOrderFile(templateFile);
  assert.equal(problem, undefined);
  assert.equal(orders.length, 1);
  assert.deepEqual(orders[0]?.problems, []);
  assert.equal(orders[0]?.receiver.suburb, 'Richmond');
  assert.equal(orders[0]?.items[0]?.weight, '5');
});

test('rows with one number are one order with several items; names of columns may vary', () => {
  const { orders } = readOrderFile(
    'Order Number,Customer,City,Post code,Weight (kg),Qty\nA1,Rita,Richmond,3121,5,1\nA1,,,,7,2\nB2,Ben,Perth,6000,1,1',
  );
  assert.deepEqual(
    orders.map(({ order_id, items, lines }) => [order_id, items.length, lines]),
    [
      ['A1', 2, [2, 3]],
      ['B2', 1, [4]],
    ],
  );
  assert.equal(orders[0]?.items[1]?.quantity, '2');
  assert.equal(orders[0]?.items[1]?.description, 'Carton');
});

test('what is missing is said, for the file or for the line', () => {
  assert.match(readOrderFile('order_id,name\n1,x').problem ?? '', /suburb, postcode are missing/);
  const { orders } = readOrderFile('order_id,suburb,postcode\n,Perth,6000\nA1,,6000');
  assert.deepEqual(
    orders.map(({ problems }) => problems),
    [['the order number is missing'], ['the suburb is missing']],
  );
});

test('a file with too many orders is refused whole', () => {
  const rows = Array.from({ length: 501 }, (_, n) => `A${n},Perth,6000`).join('\n');
  assert.match(
    readOrderFile(`order_id,suburb,postcode\n${rows}`).problem ?? '',
    /501 orders; at most 500/,
  );
});
