import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemSecrets } from './system.ts';

test('random texts have the requested length and never repeat', () => {
  const lengths = [1, 16, 20, 32, 4_095, 4_096, 5_000];
  const texts = Array.from({ length: 700 }, (_, n) => {
    const bytes = lengths[n % lengths.length] ?? 1;
    const text = systemSecrets.randomText(bytes);
    assert.equal(Buffer.from(text, 'base64url').length, bytes);
    return text;
  });
  const long = texts.filter((text) => text.length > 16);
  assert.equal(new Set(long).size, long.length);
  // Used bytes are overwritten with zeros, which base64 writes as "A": no text may contain them.
  assert.ok(long.every((text) => !/A{12}/.test(text)));
});
