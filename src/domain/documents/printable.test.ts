import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable, printableAscii } from './printable.ts';

test('keeps a text of plain letters unchanged', () => {
  for (const text of ['', 'Acme Pty Ltd', '12/7 George St.']) assert.equal(printable(text), text);
});

test('joins and trims spaces and replaces control characters by spaces', () => {
  for (const text of [' a  b ', 'a\tb', 'a\u0000b', 'a\u00a0b', '\u202ea\u200bb\ufeff', 'a\r\nb '])
    assert.equal(printable(text), 'a b');
});

test('composes letters with their accents, and removes accents for ASCII codes', () => {
  assert.equal(printable('Cafe\u0301'), 'Café');
  assert.equal(printableAscii('Café  Ωmega'), 'Cafe ?mega');
});
