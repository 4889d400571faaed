import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDigit } from '../bookings/connote.ts';
import { fnc1 } from './code-128.ts';
import { gs1Data, gs1Readable, sscc } from './gs1.ts';

test('ends an element of variable length with FNC1 unless it is the last', () => {
  const elements = [
    { ai: '01', data: '99312650999998' },
    { ai: '91', data: '2JD541813301000870900' },
    { ai: '420', data: '3000' },
  ];
  assert.equal(gs1Data(elements), `${fnc1}0199312650999998912JD541813301000870900${fnc1}4203000`);
  assert.equal(gs1Readable(elements.slice(2)), '(420) 3000');
});

test('an SSCC has eighteen digits: extension, prefix, serial, check digit', () => {
  assert.equal(sscc('9327510', 0), '093275100000000001');
  const number = sscc('9327510', 9_999_999_999);
  assert.equal(number.slice(0, 17), '99327510999999999');
  assert.equal(checkDigit(number.slice(0, 17), 'mod10'), number.slice(17));
});

test('every serial gives another SSCC until the prefix is used up, then they repeat', () => {
  const prefix = '9327510361';
  const some = [0, 1, 9, 10, 999_999, 1_000_000, 9_999_999].map((serial) => sscc(prefix, serial));
  assert.equal(new Set(some).size, some.length);
  assert.equal(sscc(prefix, 10_000_000), sscc(prefix, 0));
  assert.throws(() => sscc('12', 1), /not a GS1/);
});

test('reproduces check digits of SSCCs that carriers have published', () => {
  assert.equal(sscc('9327510', 361_394_186), '093275103613941860');
  assert.equal(sscc('9327510', 341_761_002), '093275103417610023');
});
