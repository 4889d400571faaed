import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sealer } from './sealer.ts';

const mine = sealer('a secret key', 'carrier accounts');

test('opens any text that it sealed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.deepEqual(mine.open(mine.seal(text)), { text, isOutdated: false });
    }),
  );
});

test('seals the same text differently each time and never shows it', () => {
  const [one, two] = [mine.seal('api-key-123456'), mine.seal('api-key-123456')];
  assert.notEqual(one, two);
  assert.ok(!one.includes('api-key'));
});

test('opens no text sealed with another key or for another purpose', () => {
  const sealed = mine.seal('text');
  assert.equal(sealer('another key', 'carrier accounts').open(sealed), undefined);
  assert.equal(sealer('a secret key', 'something else').open(sealed), undefined);
});

test('does not open an altered text', () => {
  const sealed = mine.seal('text');
  const last = sealed.at(-2) === 'A' ? 'B' : 'A';
  assert.equal(mine.open(`${sealed.slice(0, -2)}${last}${sealed.at(-1)}`), undefined);
  for (const junk of ['', 'v1', 'v1.x.y', `${sealed.slice(0, 20)}`])
    assert.equal(mine.open(junk), undefined);
});

test('opens text sealed with the previous key and marks it as outdated', () => {
  const after = sealer('a new key', 'carrier accounts', 'a secret key');
  assert.deepEqual(after.open(mine.seal('text')), { text: 'text', isOutdated: true });
  assert.deepEqual(after.open(after.seal('text')), { text: 'text', isOutdated: false });
});
