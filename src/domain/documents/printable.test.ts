import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable, printableAscii } from './printable.ts';

test('a text of plain letters is printed as it is', () => {
  for (const text of ['', 'Acme Pty Ltd', '12/7 George St.']) assert.equal(printable(text), text);
});

test('spaces are one and inside, control characters are spaces', () => {
  for (const text of [' a  b ', 'a\tb', 'a\u0000b', 'a\u00a0b', '\u202ea\u200bb\ufeff', 'a\r\nb '])
    assert.equal(printable(text), 'a b');
});

test('letters and their accents are joined, and taken apart for codes that hold none', () => {
  assert.equal(printable('Cafe\u0301'), 'Café');
  assert.equal(printableAscii('Café  Ωmega'), 'Cafe ?mega');
});
