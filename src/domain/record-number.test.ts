import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRecordNumber } from './record-number.ts';

test('reads digits as a record number and nothing else', () => {
  assert.equal(findRecordNumber('17'), 17);
  assert.equal(findRecordNumber('0017'), 17);
  assert.equal(findRecordNumber('999999999999999'), 999_999_999_999_999);
  for (const text of ['', ' 17', '-1', '1.5', '1e3', 'ABC17', '1000000000000000'])
    assert.equal(findRecordNumber(text), undefined, text);
});
