import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPaymentWish, paymentMethodId, wishName } from './payment-method.ts';

test('reads every payment_method and writes it back the same', () => {
  assert.deepEqual(findPaymentWish('demo'), { kind: 'demo' });
  assert.deepEqual(findPaymentWish('credit'), { kind: 'credit' });
  assert.deepEqual(findPaymentWish('bankcard_12'), { kind: 'card', id: paymentMethodId(12) });
  assert.deepEqual(findPaymentWish('wallet_7'), { kind: 'wallet', id: paymentMethodId(7) });
  for (const text of ['demo', 'credit', 'bankcard_12', 'wallet_7']) {
    const wish = findPaymentWish(text);
    assert.ok(wish);
    assert.equal(wishName(wish), text);
  }
});

test('nothing else is', () => {
  for (const text of ['', 'cash', 'bankcard', 'bankcard_', 'bankcard_-1', 'bankcard_1.5', 'card_1'])
    assert.equal(findPaymentWish(text), undefined, text);
});
