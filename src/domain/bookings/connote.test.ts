import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckDigit, ConnoteTerms } from '../rate-cards/carrier-terms.ts';
import { checkDigit, demoConnote, formatConnote, neutralTerms, rangeName } from './connote.ts';

test('check digits agree with numbers published by carriers and standards', () => {
  const published: [string, CheckDigit, string][] = [
    // Australia Post articles; a letter counts as the last digit of its ASCII code.
    ['ABC12345670100093030', 'mod10', '4'],
    ['2JD54181330100087090', 'mod10', '0'],
    ['ZLE00011960100093020', 'mod10', '7'],
    ['33W4P34549950100096510', 'mod10', '4'],
    // SSCCs; the weighted sum of the first is a multiple of ten.
    ['09327510361394186', 'mod10', '0'],
    ['09327510341761002', 'mod10', '3'],
    // The example of ISO/IEC 7812, and a well-known test card.
    ['7992739871', 'luhn', '3'],
    ['411111111111111', 'luhn', '1'],
    ['123456789', 'none', ''],
  ];
  for (const [body, kind, expected] of published) assert.equal(checkDigit(body, kind), expected);
});

test('uses eleven mod 11 check digits, with X for ten', () => {
  const found = new Set(
    Array.from({ length: 200 }, (_, n) => checkDigit(String(1000 + n), 'mod11')),
  );
  assert.equal(found.size, 11);
  assert.ok(found.has('X'));
  // 6×2 + 5×3 + 4×4 + 3×5 + 2×6 + 1×7 = 77, a multiple of eleven.
  assert.equal(checkDigit('123456', 'mod11'), '0');
});

test('a connote is prefix, padded number and check digit', () => {
  const terms: ConnoteTerms = {
    prefix: 'DFX',
    digits: 8,
    start: 1,
    end: 99_999_999,
    check: 'mod10',
    itemSuffix: '',
  };
  assert.equal(formatConnote({ ...terms, check: 'none' }, 42), 'DFX00000042');
  assert.match(formatConnote(terms, 42), /^DFX00000042\d$/);
  assert.match(formatConnote(neutralTerms, 7), /^LH000000007\d$/);
  assert.throws(() => formatConnote(terms, 0), /not in the range/);
  assert.throws(() => formatConnote(terms, 100_000_000), /not in the range/);
});

test('carriers with the same number form share a count, others do not', () => {
  const form = { ...neutralTerms, prefix: 'AB', digits: 4 };
  assert.equal(rangeName(form), rangeName({ ...form, start: 500, check: 'none' }));
  assert.notEqual(rangeName(form), rangeName({ ...form, digits: 5 }));
  assert.notEqual(
    rangeName({ ...form, prefix: 'AB', digits: 11 }),
    rangeName({ ...form, prefix: 'AB1', digits: 1 }),
  );
});

test('makes a demo connote of DEMO- and eight unambiguous characters', () => {
  assert.equal(demoConnote('aBcD-_0O1Iefgh9'), 'DEMO-ABCDEFGH');
  assert.equal(demoConnote('0O1I-_abc'), undefined);
});
