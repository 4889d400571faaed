import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSecretText, isSignedWith } from './notice-proof.ts';

const body = Buffer.from('{"kind":"event.delivery_status"}');
// printf '{"kind":"event.delivery_status"}' | openssl dgst -sha256 -hmac webhook-key
const signature = '42d8ef51aa52562c6d08f3432f7eae368a6d41a2cf642b5422bc2426d0dbadab';

test('accepts the signature of the body in either case', () => {
  assert.equal(isSignedWith('webhook-key', body, signature), true);
  assert.equal(isSignedWith('webhook-key', body, signature.toUpperCase()), true);
});

test('rejects another key, an altered body, a cut signature and an empty key', () => {
  assert.equal(isSignedWith('other-key', body, signature), false);
  assert.equal(isSignedWith('webhook-key', Buffer.from('{}'), signature), false);
  assert.equal(isSignedWith('webhook-key', body, signature.slice(1)), false);
  assert.equal(isSignedWith('webhook-key', body, ''), false);
  assert.equal(isSignedWith('', body, signature), false);
});

test('an empty secret is never known', () => {
  assert.equal(isSecretText('a', 'a'), true);
  assert.equal(isSecretText('a', 'b'), false);
  assert.equal(isSecretText('', ''), false);
});
