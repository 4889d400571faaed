import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaymentMethod } from '../api/wire.ts';
import { methodName } from './method-name.ts';

test('names a saved card as its owner knows it, and says when it was removed', () => {
  const saved = [{ id: 'bankcard_3', masked_label: 'Visa 4242' } as PaymentMethod];
  assert.equal(methodName('credit', saved), 'Credit account');
  assert.equal(methodName('own_account', undefined), 'Billed by the carrier');
  assert.equal(methodName('bankcard_3', saved), 'Visa 4242');
  assert.equal(methodName('bankcard_4', saved), 'A card that was removed');
  assert.equal(methodName('wallet_3', saved), 'A wallet that was removed');
  assert.equal(methodName('bankcard_3', undefined), 'A saved card');
});
