import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAbn, writtenAbn } from './abn.ts';

test('accepts an ABN only with the right check digits, with or without spaces', () => {
  assert.ok(isAbn('51 824 753 556'));
  assert.ok(isAbn('53004085616'));
  for (const wrong of ['51 824 753 557', '5182475355', '518247535566', '', 'abn', '01824753556'])
    assert.ok(!isAbn(wrong), wrong);
  assert.equal(writtenAbn('51824753556'), '51 824 753 556');
});
