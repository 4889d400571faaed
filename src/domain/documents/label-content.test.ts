import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aCarrier,
  aConsignment,
  aLine,
  aParty,
  auspostCarrier,
  starTrackCarrier,
} from '../../../test/support/documents/consignments.ts';
import { fnc1 } from './code-128.ts';
import { type LabelNumbers, labelContents, labelStyle } from './label-content.ts';
import { labelMarkTexts } from './label-marks.ts';
import { starTrackAuthority } from './startrack-numbers.ts';

const none: LabelNumbers = { sscc: undefined, authorityNumber: undefined };

test('a neutral label has our own piece number, or an SSCC with a GS1 prefix', () => {
  const consignment = aConsignment();
  const own = labelContents(consignment, none, '');
  assert.deepEqual(
    own.map(({ linear }) => linear.data),
    ['NL00001234001', 'NL00001234002', 'NL00001234003'],
  );
  assert.equal(own[1]?.matrix.data, 'LH1|NL00001234|2|3|3000|NL00001234002');
  // 093275103613941860 and the next two numbers.
  const sscc = { prefix: '9327510', first: 361_394_186 };
  const [first, second] = labelContents(consignment, { ...none, sscc }, '');
  assert.equal(first?.linear.data, `${fnc1}00093275103613941860`);
  assert.equal(first?.linear.readable, '(00) 093275103613941860');
  assert.equal(second?.linear.data, `${fnc1}00093275103613941877`);
});

test('never imitates a carrier that issued no identifiers', () => {
  const documents = { label: 'auspost_eparcel' as const, manifest: true, issued: undefined };
  assert.equal(labelStyle(aConsignment({ carrier: aCarrier({ documents }) })), 'neutral');
});

test('Australia Post: prints article, GS1-128 and DataMatrix by its specification', () => {
  const consignment = aConsignment({
    carrier: auspostCarrier(),
    connote: '2JD5418133',
    items: [aLine({ quantity: 2 })],
  });
  const [first, second] = labelContents(consignment, none, '');
  assert.equal(first?.style, 'auspost');
  assert.equal(first?.linear.readable, '2JD541813301000870900');
  assert.equal(first?.linear.data, `${fnc1}0199312650999998912JD541813301000870900`);
  assert.equal(
    first?.matrix.data,
    `${fnc1}0199312650999998912JD541813301000870900${fnc1}4203000${fnc1}8008261116100000`,
  );
  assert.match(second?.linear.readable ?? '', /^2JD54181330200087090\d$/);
});

test('Australia Post: prints neutral labels beyond twenty articles and abroad', () => {
  const carrier = auspostCarrier();
  const style = (change: Parameters<typeof aConsignment>[0]) =>
    labelStyle(aConsignment({ carrier, connote: '2JD5418133', ...change }));
  assert.equal(style({ items: [aLine({ quantity: 20 })] }), 'auspost');
  // A connote entered by hand may not have the form of an Australia Post number.
  assert.equal(style({ connote: 'BY-HAND-2026-000123456789' }), 'neutral');
  assert.equal(style({ items: [aLine({ quantity: 21 })] }), 'neutral');
  assert.equal(style({ items: [aLine()], isInternational: true }), 'neutral');
  assert.equal(style({ items: [aLine()], isDemo: true }), 'neutral');
  const other = { ...carrier, serviceId: 'unknown' };
  assert.equal(style({ items: [aLine()], carrier: other }), 'neutral');
});

test('StarTrack: prints item, routing, authority and the record of 334 columns', () => {
  const consignment = aConsignment({
    carrier: starTrackCarrier(),
    connote: 'ABCD00000001',
    items: [aLine({ quantity: 2 })],
    receiver: aParty({ phone: '+61 3 9555 0142' }),
  });
  const authorityNumber = starTrackAuthority(1);
  const [label] = labelContents(consignment, { ...none, authorityNumber }, '');
  assert.equal(label?.style, 'startrack');
  assert.equal(label?.linear.data, 'ABCD00000001FPP00001');
  assert.deepEqual(
    label?.others.map(({ name, data }) => [name, data]),
    [
      ['routing', 'FPP3000MEL'],
      ['authority', 'C000000001'],
    ],
  );
  const record = label?.matrix.data ?? '';
  assert.equal(record.length, 334);
  const column = (from: number, length: number): string =>
    record.slice(from - 1, from - 1 + length);
  assert.equal(column(1, 30).trimEnd(), 'MELBOURNE');
  assert.equal(column(31, 4), '3000');
  assert.equal(column(35, 12), 'ABCD00000001');
  assert.equal(column(47, 20), 'ABCD00000001FPP00001');
  assert.equal(column(67, 3), 'FPP');
  assert.equal(column(70, 8), '10123456');
  assert.equal(column(86, 4), '0002');
  assert.equal(column(90, 5), '00025');
  assert.equal(column(95, 5), '00192');
  assert.equal(column(100, 8), '20261116');
  assert.equal(column(108, 40).trimEnd(), 'Harbour Bathrooms');
  assert.equal(column(188, 3), 'CTN');
  assert.equal(column(191, 4), 'MEL ');
  assert.equal(column(275, 14).trimEnd(), '+61395550142');
  assert.equal(column(289, 2), 'NN');
  assert.equal(column(315, 10), 'C000000001');
});

test('StarTrack: a street longer than its column continues in the next without loss', () => {
  const columns = (...street: string[]): string[] => {
    const consignment = aConsignment({
      carrier: starTrackCarrier(),
      connote: 'ABCD00000001',
      items: [aLine()],
      receiver: aParty({ street }),
    });
    const record = labelContents(consignment, none, '')[0]?.matrix.data ?? '';
    return [record.slice(194, 234).trimEnd(), record.slice(234, 274).trimEnd()];
  };
  assert.deepEqual(columns('Warehouse 12, Harbour Industrial Estate, 1140 Old Princes Highway'), [
    'Warehouse 12, Harbour Industrial Estate,',
    '1140 Old Princes Highway',
  ]);
  assert.deepEqual(columns('Level 2', '216 Flinders Lane'), ['Level 2', '216 Flinders Lane']);
  assert.deepEqual(columns('Dock 3', 'Level 2', '216 Flinders Lane'), [
    'Dock 3 Level 2 216 Flinders Lane',
    '',
  ]);
  assert.deepEqual(columns('x'.repeat(60), 'Perth'), ['x'.repeat(40), `${'x'.repeat(20)} Perth`]);
});

test('StarTrack: a label without a depot for the postcode is neutral', () => {
  const carrier = starTrackCarrier();
  const receiver = aParty({ postcode: '6000', state: 'WA', suburb: 'PERTH' });
  assert.equal(labelStyle(aConsignment({ carrier, receiver })), 'neutral');
});

test('marks show what a handler must not miss', () => {
  const [label] = labelContents(
    aConsignment({
      instructions: ['UN1263 on board'],
      isInternational: true,
      receiver: aParty({ countryCode: 'NZ' }),
      tailgatePickup: true,
    }),
    none,
    '',
  );
  assert.deepEqual(labelMarkTexts(label?.marks ?? []), [
    'DANGEROUS GOODS UN1263',
    'INTERNATIONAL NZ',
    'AUTHORITY TO LEAVE',
    'TAILGATE PICKUP',
    'TAILGATE DELIVERY',
  ]);
});
