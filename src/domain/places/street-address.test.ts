import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatStreet, isBox, parseStreet } from './street-address.ts';

// The line, then its unit | number | street | type, then its printed form.
const addressLines: readonly [line: string, fields: string, printed: string][] = [
  ['12 Smith St', ' | 12 | Smith | Street', '12 Smith Street'],
  ['12 SMITH STREET', ' | 12 | Smith | Street', '12 Smith Street'],
  ['12 smith st.', ' | 12 | Smith | Street', '12 Smith Street'],
  ['12A Smith St', ' | 12A | Smith | Street', '12A Smith Street'],
  ['12-14 Smith Rd', ' | 12-14 | Smith | Road', '12-14 Smith Road'],
  ['12 – 14 Smith Rd', ' | 12-14 | Smith | Road', '12-14 Smith Road'],
  ['4/12 Smith St', '4 | 12 | Smith | Street', '4/12 Smith Street'],
  ['4 / 12 Smith St', '4 | 12 | Smith | Street', '4/12 Smith Street'],
  ['#4/12 Smith St', '4 | 12 | Smith | Street', '4/12 Smith Street'],
  ['G02/12-14 Smith St', 'G02 | 12-14 | Smith | Street', 'G02/12-14 Smith Street'],
  ['4 12 Smith St', '4 | 12 | Smith | Street', '4/12 Smith Street'],
  ['Unit 4 12 Smith St', '4 | 12 | Smith | Street', '4/12 Smith Street'],
  ['Unit 4, 12 Smith St', '4 | 12 | Smith | Street', '4/12 Smith Street'],
  ['unit 4/12 smith st', '4 | 12 | Smith | Street', '4/12 Smith Street'],
  ['U4/12 Smith St', '4 | 12 | Smith | Street', '4/12 Smith Street'],
  ['U4 12 Smith St', '4 | 12 | Smith | Street', '4/12 Smith Street'],
  ['Apt B 12 Smith St', 'B | 12 | Smith | Street', 'B/12 Smith Street'],
  ['Flat 2, 7 Ocean Pde', '2 | 7 | Ocean | Parade', '2/7 Ocean Parade'],
  ['Shop 5, 12 Smith St', 'Shop 5 | 12 | Smith | Street', 'Shop 5, 12 Smith Street'],
  ['Shop 5/12 Smith St', 'Shop 5 | 12 | Smith | Street', 'Shop 5, 12 Smith Street'],
  ['Ste 301 10 Queen St', 'Suite 301 | 10 | Queen | Street', 'Suite 301, 10 Queen Street'],
  [
    'Suite 301, Level 3, 10 Queen St',
    'Suite 301, Level 3 | 10 | Queen | Street',
    'Suite 301, Level 3, 10 Queen Street',
  ],
  ['L3/10 Queen St', 'Level 3 | 10 | Queen | Street', 'Level 3, 10 Queen Street'],
  [
    'Unit 4, Level 2, 10 Eagle St',
    'Unit 4, Level 2 | 10 | Eagle | Street',
    'Unit 4, Level 2, 10 Eagle Street',
  ],
  [
    'Factory 3/22 Industrial Dr',
    'Factory 3 | 22 | Industrial | Drive',
    'Factory 3, 22 Industrial Drive',
  ],
  ['Bldg B, 5 Talavera Rd', 'Building B | 5 | Talavera | Road', 'Building B, 5 Talavera Road'],
  [
    'Westfield Shop 12, 500 Oxford St',
    'Westfield, Shop 12 | 500 | Oxford | Street',
    'Westfield, Shop 12, 500 Oxford Street',
  ],
  [
    'Shop 5 Westfield, 500 Oxford St',
    'Shop 5, Westfield | 500 | Oxford | Street',
    'Shop 5, Westfield, 500 Oxford Street',
  ],
  [
    'St Vincents Hospital, 41 Victoria Pde',
    'St Vincents Hospital | 41 | Victoria | Parade',
    'St Vincents Hospital, 41 Victoria Parade',
  ],
  ['Lot 7 Princes Hwy', ' | Lot 7 | Princes | Highway', 'Lot 7 Princes Highway'],
  ['108 St Georges Tce', ' | 108 | St Georges | Terrace', '108 St Georges Terrace'],
  ['1 St Kilda Rd', ' | 1 | St Kilda | Road', '1 St Kilda Road'],
  ['100 Great Western Hwy', ' | 100 | Great Western | Highway', '100 Great Western Highway'],
  ['12 Smith St North', ' | 12 | Smith | Street North', '12 Smith Street North'],
  ['12 Smith St W', ' | 12 | Smith | Street West', '12 Smith Street West'],
  ['15 The Esplanade', ' | 15 | The Esplanade | ', '15 The Esplanade'],
  ['200 Broadway', ' | 200 | Broadway | ', '200 Broadway'],
  ['5 Park Avenue', ' | 5 | Park | Avenue', '5 Park Avenue'],
  ['7 Bay St', ' | 7 | Bay | Street', '7 Bay Street'],
  ['12 1st Ave', ' | 12 | 1st | Avenue', '12 1st Avenue'],
  ["33 O'CONNELL ST", " | 33 | O'Connell | Street", "33 O'Connell Street"],
  ['3 MCKINNON RD', ' | 3 | McKinnon | Road', '3 McKinnon Road'],
  ['9 Saint-Martin Cres', ' | 9 | Saint-Martin | Crescent', '9 Saint-Martin Crescent'],
  ['No. 12 Jones St', ' | 12 | Jones | Street', '12 Jones Street'],
  ['c/- 12 High St', ' | 12 | High | Street', '12 High Street'],
  ['Unit 2\n14 High Street', '2 | 14 | High | Street', '2/14 High Street'],
  ['Unit 3 Beach Rd', '3 |  | Beach | Road', 'Unit 3, Beach Road'],
  ['High St', ' |  | High | Street', 'High Street'],
  ['Smith St 12 Rear', ' |  | Smith St 12 Rear | ', 'Smith St 12 Rear'],
  ['Smith St 12', ' |  | Smith St 12 | ', 'Smith St 12'],
  ['12 Smith', ' | 12 | Smith | ', '12 Smith'],
  ['PO Box 123', ' |  | PO Box 123 | ', 'PO Box 123'],
  ['P.O. Box 123', ' |  | PO Box 123 | ', 'PO Box 123'],
  ['GPO BOX 9a', ' |  | GPO Box 9A | ', 'GPO Box 9A'],
  ['locked bag 20', ' |  | Locked Bag 20 | ', 'Locked Bag 20'],
  ['RMB 12', ' |  | RMB 12 | ', 'RMB 12'],
  ['PO BOX12', ' |  | PO Box 12 | ', 'PO Box 12'],
  ['post office bx 4', ' |  | PO Box 4 | ', 'PO Box 4'],
  ['private mail bag 3', ' |  | Private Mail Bag 3 | ', 'Private Mail Bag 3'],
  ['parcel locker 10123 55555', ' |  | Parcel Locker 10123 55555 | ', 'Parcel Locker 10123 55555'],
  ['5 Private Bag Lane', ' | 5 | Private Bag | Lane', '5 Private Bag Lane'],
  ['', ' |  |  | ', ''],
  ['12', ' |  | 12 | ', '12'],
];

test('parses street lines and prints their parts in order', () => {
  for (const [line, fields, printed] of addressLines) {
    const parsed = parseStreet(line);
    const { unit, streetNumber, street, streetType } = parsed;
    assert.equal([unit, streetNumber, street, streetType].join(' | '), fields, `«${line}»`);
    assert.equal(formatStreet(parsed), printed, `«${line}»`);
  }
});

test('reads back a printed line as the same address', () => {
  for (const [line] of addressLines) {
    const parsed = parseStreet(line);
    assert.deepEqual(parseStreet(formatStreet(parsed)), parsed, `«${line}»`);
  }
});

test('distinguishes boxes from streets', () => {
  for (const line of ['PO Box 1', 'GPO Box 2', 'Locked Bag 3', 'RMB 4', 'Post Office Box 5']) {
    assert.equal(isBox(parseStreet(line)), true, line);
  }
  for (const line of ['12 Box St', '1 Bag Rd', 'Box Rd', '']) {
    assert.equal(isBox(parseStreet(line)), false, line);
  }
});

test('prints a line without a street so that it reads back the same', () => {
  for (const line of [
    '/',
    '-',
    ',,,',
    '#',
    'Unit',
    'Unit /',
    'Lot',
    '1/2/3/4',
    '((',
    'U'.repeat(999),
  ]) {
    const printed = formatStreet(parseStreet(line));
    assert.equal(formatStreet(parseStreet(printed)), printed, `«${line}»`);
  }
});
