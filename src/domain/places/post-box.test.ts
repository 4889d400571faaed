import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPoBoxPostcode, namesPostBox } from './post-box.ts';

const boxes = [
  'PO Box 7',
  'P.O. Box 7',
  'P. O. Box 7',
  'P O BOX 7',
  'POBox 7',
  'PO BOX12',
  'PO Bx 7',
  'PO Box',
  'PO Box #7',
  'PO Box A14',
  'GPO Box 4',
  'G.P.O. Box 4',
  'Post Office Box 4',
  'General Post Office Box 4',
  'Acme Pty Ltd, PO Box 7',
  'c/- PO Box 7',
  'Locked Bag 20',
  'Locked Bag No. 20',
  'Locked Bag',
  'Locked Mail Bag 2',
  'Private Bag 5',
  'Private Mail Bag 3',
  'private mailbag 3',
  'Community Mail Bag 4',
  'P/O Box 7',
  'Post Box 12',
  'Acme Stores, PMB 12',
  'PMB 3',
  'P.M.B. 3',
  'PMB3',
  'CMB 4',
  'Reply Paid 83000',
  'Parcel Locker 10123 55555',
  'Parcel Collect 10123 55555',
];

const streets = [
  '',
  '12 Smith St',
  '12 Poboxer St',
  '1 Box Hill Rd',
  '7 Box Rd',
  '5 Private Bag Lane',
  '3 Locked Bag Way',
  'Suite 4, PMB House',
  'Level 3 PMB 200 George St',
  'Unit 5 CMB1 Building',
  '9 Depot Box St',
  '12 Post Office Rd',
  'Post Office Lane 4',
  '2 Parcel Locker Parade',
  'RMB 12',
  'RSD 4',
  'Care PO',
  '8 Gpoboxton Ave',
];

test('distinguishes post boxes from streets', () => {
  for (const line of boxes) assert.ok(namesPostBox(line), `«${line}» is a box`);
  for (const line of streets) assert.ok(!namesPostBox(line), `«${line}» is a street`);
});

test('recognises the ranges of box postcodes', () => {
  for (const postcode of [200, 299, 900, 1999, 5800, 6999, 7800, 8000, 9999]) {
    assert.ok(isPoBoxPostcode(postcode), String(postcode));
  }
  for (const postcode of [199, 300, 899, 2000, 5799, 6000, 6799, 7000, 7799]) {
    assert.ok(!isPoBoxPostcode(postcode), String(postcode));
  }
});
