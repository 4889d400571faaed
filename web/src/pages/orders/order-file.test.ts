// Order files as spreadsheets save them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from '../../parts/csv.ts';
import { readOrderFile, templateFile } from './order-file.ts';

const cells = (text: string) => parseCsv(text).map((row) => row.cells);

test('reads CSV as spreadsheets write it', () => {
  assert.deepEqual(cells('\uFEFFa;b\r\n"x;""y""";2\r\n\r\n'), [
    ['a', 'b'],
    ['x;"y"', '2'],
  ]);
  assert.deepEqual(cells('a,b\n"two\nlines",3'), [
    ['a', 'b'],
    ['two\nlines', '3'],
  ]);
  assert.deepEqual(cells('a\tb\n1\t2'), [
    ['a', 'b'],
    ['1', '2'],
  ]);
  assert.deepEqual(cells(''), []);
});

test("knows each row's line after blank and multi-line rows", () => {
  const rows = parseCsv('a,b\r\n\r\n"two\nlines",3\r\n\r\nlast,4');
  assert.deepEqual(
    rows.map(({ line }) => line),
    [1, 3, 6],
  );
});

test('leaves out an order whose rows name different places, and names the line', () => {
  const { orders } = readOrderFile(
    'order_id,suburb,postcode\n\nA1,Perth,6000\nA1,,\nA1,Hobart,7000\n',
  );
  assert.deepEqual(
    orders.map(({ lines, problems }) => [lines, problems]),
    [
      [
        [3, 4, 5],
        ['line 5 names another suburb', 'line 5 names another postcode'],
      ],
    ],
  );
});

test('our own template reads as one complete order', () => {
  const { orders, problem } = readOrderFile(templateFile);
  assert.equal(problem, undefined);
  assert.equal(orders.length, 1);
  assert.deepEqual(orders[0]?.problems, []);
  assert.equal(orders[0]?.receiver.suburb, 'Richmond');
  assert.equal(orders[0]?.items[0]?.weight, '5');
  assert.deepEqual(orders[0]?.sale, { sale_price: '249.00', goods_summary: 'Ceramic tiles' });
});

test('reads prices and goods of an order, and leaves it out when prices contradict', () => {
  const { orders } = readOrderFile(
    'order_id,suburb,postcode,Order Total,Goods\nA1,Perth,6000,"$1,250.00",Tiles\nA1,,,"$1,250.00",Grout\nA1,,,,Tiles\nB2,Perth,6000,,\nB2,,,5,\nB2,,,6,',
  );
  assert.deepEqual(
    orders.map(({ sale, problems }) => [sale, problems]),
    [
      [{ sale_price: '1250.00', goods_summary: 'Tiles, Grout' }, []],
      [{ sale_price: '5' }, ['line 7 names another sale price']],
    ],
  );
});

test("does not take a piece's price for the order's value, and reads one of two value columns", () => {
  const { orders, unused } = readOrderFile(
    'order_id,suburb,postcode,Price,Order total,Total\nA1,Perth,6000,5,249,250\nA1,,,7,249.00,250',
  );
  assert.deepEqual(unused, ['Price', 'Total']);
  assert.deepEqual([orders[0]?.sale, orders[0]?.problems], [{ sale_price: '249' }, []]);
});

test('names unused columns as the file names them', () => {
  const { unused } = readOrderFile(
    'order_id,Suburb,postcode,,Colour code,Weight (kg)\nA1,Perth,6000',
  );
  assert.deepEqual(unused, ['Colour code']);
});

test('joins rows of one number to one order, under various column names', () => {
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

test('names missing columns of the file and missing values of a line', () => {
  assert.match(readOrderFile('order_id,name\n1,x').problem ?? '', /suburb, postcode are missing/);
  const { orders } = readOrderFile('order_id,suburb,postcode\n,Perth,6000\nA1,,6000');
  assert.deepEqual(
    orders.map(({ problems }) => problems),
    [['the order number is missing'], ['the suburb is missing']],
  );
});

test('rejects a file with too many orders as a whole', () => {
  const rows = Array.from({ length: 501 }, (_, n) => `A${n},Perth,6000`).join('\n');
  assert.match(
    readOrderFile(`order_id,suburb,postcode\n${rows}`).problem ?? '',
    /501 orders; at most 500/,
  );
});

test('reports out-of-range numbers with their line before sending anything', () => {
  const { orders } = readOrderFile(
    [
      'order_id,suburb,postcode,quantity,weight,length,sale_price',
      'A1,Perth,6000,1,5,40,10',
      'A1,,,two,5,40,',
      'A1,,,1,0,40cm,',
      'A1,,,1,-5,40,',
      'B2,Perth,6000,1.5,5.5,40,about 10',
      'C3,Perth,6000,1.0,,,"1,250.50"',
    ].join('\n'),
  );
  assert.deepEqual(
    orders.map(({ problems }) => problems),
    [
      [
        'line 3: the quantity “two” is not a number',
        'line 4: the weight must be greater than 0, not 0',
        'line 4: the length “40cm” is not a number',
        'line 5: the weight must be greater than 0, not -5',
      ],
      [
        'line 6: the quantity must be a whole number from 1, not 1.5',
        'line 6: the price “about 10” is not an amount',
      ],
      [],
    ],
  );
  assert.equal(orders[2]?.sale.sale_price, '1250.50');
});
