import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTable, parsePasted } from './paste.ts';

const packagings = ['Carton', 'Box', 'Pallet', 'Satchel 500g'];
const parsed = (text: string) => parsePasted(text, packagings);
const shown = (text: string) =>
  parsed(text).items.map(
    ({ quantity, packaging, weight, length, width, height }) =>
      `${quantity} ${packaging} ${weight} ${length}x${width}x${height}`,
  );

test('reads tab-separated cells in the usual order', () => {
  assert.deepEqual(shown('2\tCarton\t12.5\t40\t30\t25\n1\tPallet\t250\t120\t120\t100\n'), [
    '2 Carton 12.5 40x30x25',
    '1 Pallet 250 120x120x100',
  ]);
});

test('a header row names the columns in any order', () => {
  assert.deepEqual(shown('Height (cm),Width,Length,Weight (kg),Type,Qty\n1,2,3,4,box,5'), [
    '5 Box 4 3x2x1',
  ]);
  assert.deepEqual(shown('SKU\tWeight\tL\tW\tH\nA-1\t3\t10\t20\t30'), ['1 Carton 3 10x20x30']);
});

test('without a header, reads packaging first or figures only', () => {
  assert.deepEqual(shown('pallets\t2\t300\t120\t100\t90'), ['2 Pallet 300 120x100x90']);
  assert.deepEqual(shown('3\t10\t20\t30\t40'), ['3 Carton 10 20x30x40']);
  assert.deepEqual(shown('10\t20\t30\t40'), ['1 Carton 10 20x30x40']);
});

test('reads units, thousands separators and quoted cells', () => {
  assert.deepEqual(shown('1\tsatchel_500G\t0.4 kg\t30cm\t20 cm\t.5'), [
    '1 Satchel 500g 0.4 30x20x.5',
  ]);
  assert.deepEqual(shown('1,"Pallet","1,250.5",120,100,90'), ['1 Pallet 1250.5 120x100x90']);
});

test('names a line that it cannot read and reads the others', () => {
  const { items, problems } = parsed(
    '1\tCarton\t5\t10\t10\t10\n1\tSofa\t5\t10\t10\t10\n1\tBox\theavy\t1\t1\t1',
  );
  assert.equal(items.length, 1);
  assert.deepEqual(problems, [
    'Line 2: “Sofa” is not a packaging type.',
    'Line 3: the weight “heavy” is not a number.',
  ]);
});

test('leaves out a line whose figures cannot be right, and names each of them', () => {
  const { items, problems } = parsed(
    ['Qty\tType\tkg\tL\tW\tH', 'x\tBox\t5\t1\t1\t1', '0\tBox\t5\t1\t1\t1']
      .concat('2.5\tBox\t5\t1\t1\t1', '1\tBox\t-5\t1\t1\t0', '2x\tBox\t5 kg\t1\t1\t1')
      .join('\n'),
  );
  assert.deepEqual(
    items.map(({ line, quantity }) => [line, quantity]),
    [[6, '2']],
  );
  assert.deepEqual(problems, [
    'Line 2: the quantity “x” is not a number.',
    'Line 3: the quantity must be a whole number from 1, not 0.',
    'Line 4: the quantity must be a whole number from 1, not 2.5.',
    'Line 5: the weight must be greater than 0, not -5.',
    'Line 5: the height must be greater than 0, not 0.',
  ]);
});

test('a wrong quantity in the first line is not read as packaging', () => {
  assert.deepEqual(parsed('x\tCarton\t5\t10\t10\t10').problems, [
    'Line 1: the quantity “x” is not a number.',
  ]);
});

test('counts blank lines, so that line numbers in problems are right', () => {
  assert.deepEqual(parsed('Qty\tWeight\n\n1\t5\n\n1\theavy').problems, [
    'Line 5: the weight “heavy” is not a number.',
  ]);
});

test('cuts lines beyond the limit of a booking and reports it', () => {
  const { items, problems } = parsed('1\tBox\t1\t1\t1\t1\n'.repeat(201));
  assert.equal(items.length, 200);
  assert.match(problems[0] ?? '', /can have 200 lines/);
});

test('names a malformed line and leaves it out', () => {
  const { items, problems } = parsed('2\tCarton\t12.5\t40\t30\t30\nrubbish line');
  assert.equal(items.length, 1);
  assert.deepEqual(problems, ['Line 2: the quantity “rubbish line” is not a number.']);
});

test('reads empty text as no lines', () => {
  assert.deepEqual(parsed(' \n\n'), { items: [], problems: [] });
});

test('one pasted value is not a table', () => {
  assert.equal(isTable('12.5'), false);
  assert.equal(isTable('12.5\n'), false);
  assert.equal(isTable('1\t2'), true);
  assert.equal(isTable('1\n2'), true);
});
