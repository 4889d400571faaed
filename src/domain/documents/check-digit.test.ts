import assert from 'node:assert/strict';
import { test } from 'node:test';
import { articleCheckDigit, gs1CheckDigit, isAbn, writtenAbn } from './check-digit.ts';

test('check digits of SSCCs that carriers have published', () => {
  for (const number of ['093275103613941860', '093275103417610023']) {
    assert.equal(String(gs1CheckDigit(number.slice(0, -1))), number.slice(-1));
  }
});

test('a weighted sum that is a multiple of ten has the check digit 0, not 10', () => {
  assert.equal(gs1CheckDigit('0'), 0);
  assert.equal(gs1CheckDigit('13'), 0);
});

test('check digits of Australia Post articles count a letter as the last digit of its code', () => {
  for (const article of [
    'ABC123456701000930304',
    '2JD541813301000870900',
    'ZLE000119601000930207',
    '33W4P345499501000965104',
  ]) {
    assert.equal(String(articleCheckDigit(article.slice(0, -1))), article.slice(-1), article);
  }
});

test('business numbers are right to the last digit, with or without spaces', () => {
  assert.ok(isAbn('51 824 753 556'));
  assert.ok(isAbn('53004085616'));
  for (const wrong of ['51 824 753 557', '5182475355', '518247535566', '', 'abn', '01824753556'])
    assert.ok(!isAbn(wrong), wrong);
  assert.equal(writtenAbn('51824753556'), '51 824 753 556');
});
