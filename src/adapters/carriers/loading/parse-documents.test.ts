// Identifiers issued by carriers must match the numbering of the connotes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed, problemsOf } from '../../../../test/support/rate-cards/packs.ts';
import type { DocumentTerms } from '../../../domain/rate-cards/carrier-terms.ts';
import { loadCarriers } from './load-carriers.ts';

const before = '"connote": { "prefix": "ACM", "digits": 6, "start": 1, "end": 999999 }';

/** The good carrier with these documents and connotes. */
function pack(documents: string, prefix: string, digits: number): Map<string, string> {
  const connote = `"connote": { "prefix": "${prefix}", "digits": ${digits}, "start": 1, "end": 9999 }`;
  return changed('card', before, `"documents": ${documents},\n  ${connote}`);
}

function documentsOf(files: ReadonlyMap<string, string>): DocumentTerms | undefined {
  const folder = loadCarriers(files).get('acme');
  assert.deepEqual(folder?.problems, []);
  return folder?.carrier?.cards[0]?.card?.definition.documents;
}

const auspost = (mlid: string, service: string): string =>
  `{ "label": "auspost_eparcel", "auspost": { "mlid": ${mlid}, "products": { ${service}: { "product": "00093", "service": "03" } } } }`;
const startrack = (id: string, depots: string): string =>
  `{ "label": "startrack", "startrack": { "despatch_id": ${id}, "payer_account": "10123456", "sender_account": "10123457", "products": { "road": "EXP" }, "depots": ${depots} } }`;

test('reads identifiers of Australia Post and StarTrack', () => {
  assert.deepEqual(documentsOf(pack(auspost('"2JD"', '"road"'), '2JD', 7))?.issued, {
    kind: 'auspost',
    products: { road: { product: '00093', service: '03' } },
  });
  const depots = '{ "MEL": ["3000-3207", "3335"], "SYD": ["2000-2234"] }';
  assert.deepEqual(documentsOf(pack(startrack('"ABCD"', depots), 'ABCD', 8))?.issued, {
    kind: 'startrack',
    payerAccount: '10123456',
    senderAccount: '10123457',
    products: { road: 'EXP' },
    depots: [
      { depot: 'MEL', from: '3000', to: '3207' },
      { depot: 'MEL', from: '3335', to: '3335' },
      { depot: 'SYD', from: '2000', to: '2234' },
    ],
  });
});

test('marks a number range as issued when the carrier issued it or its prefix', () => {
  const isIssued = (files: ReadonlyMap<string, string>): unknown => {
    const folder = loadCarriers(files).get('acme');
    assert.deepEqual(folder?.problems, []);
    return folder?.carrier?.cards[0]?.card?.definition.connote?.isIssued;
  };
  const withField = (field: string) => changed('card', before, before.replace(' }', `${field} }`));
  assert.equal(isIssued(withField('')), undefined);
  assert.equal(isIssued(withField(', "issued": false')), undefined);
  assert.equal(isIssued(withField(', "issued": true')), true);
  assert.equal(isIssued(pack(auspost('"2JD"', '"road"'), '2JD', 7)), true);
});

test('reads a GS1 prefix, and documents without identifiers', () => {
  const sscc = '{ "label": "sscc", "manifest": true, "gs1_prefix": "9327510" }';
  assert.deepEqual(documentsOf(pack(sscc, 'ACM', 6)), {
    label: 'sscc',
    manifest: true,
    issued: { kind: 'gs1', prefix: '9327510' },
  });
  assert.deepEqual(documentsOf(pack('{}', 'ACM', 6)), {
    label: 'generic',
    manifest: false,
    issued: undefined,
  });
});

const mistakes: readonly (readonly [code: string, value: string, files: Map<string, string>])[] = [
  ['issued_id_not_in_connote', '2JD', pack(auspost('¦"2JD"', '"road"'), 'ACM', 7)],
  ['issued_id_not_in_connote', 'ACM', pack(auspost('¦"ACM"', '"road"'), 'ACM', 6)],
  [
    'issued_id_not_in_connote',
    'ABCD',
    pack(startrack('¦"ABCD"', '{ "MEL": ["3000"] }'), 'ABCD', 7),
  ],
  ['unknown_service', 'sea', pack(auspost('"2JD"', '¦"sea"'), '2JD', 7)],
  ['bad_depot', 'Melbourne', pack(startrack('"ABCD"', '{ ¦"Melbourne": ["3000"] }'), 'ABCD', 8)],
  [
    'range_reversed',
    '3207-3000',
    pack(startrack('"ABCD"', '{ "MEL": [¦"3207-3000"] }'), 'ABCD', 8),
  ],
];

for (const [code, value, files] of mistakes) {
  test(`reports ${code} at the place of ${value}`, () => {
    const { problems, mark } = problemsOf(files);
    const found = problems.find((problem) => problem.code === code);
    assert.deepEqual(
      { ...mark, value: found?.value },
      {
        file: found?.file,
        line: found?.line,
        column: found?.column,
        value,
      },
    );
  });
}
