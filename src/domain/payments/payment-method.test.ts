import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPaymentChoice, paymentChoiceName, paymentMethodId } from './payment-method.ts';

test('reads every payment_method and writes it back the same', () => {
  assert.deepEqual(findPaymentChoice('demo'), { kind: 'demo' });
  assert.deepEqual(findPaymentChoice('credit'), { kind: 'credit' });
  assert.deepEqual(findPaymentChoice('bankcard_12'), { kind: 'card', id: paymentMethodId(12) });
  assert.deepEqual(findPaymentChoice('wallet_7'), { kind: 'wallet', id: paymentMethodId(7) });
  for (const text of ['demo', 'credit', 'bankcard_12', 'wallet_7']) {
    const input = findPaymentChoice(text);
    assert.ok(input);
    assert.equal(paymentChoiceName(input), text);
  }
});

test('rejects every other payment_method', () => {
  for (const text of ['', 'cash', 'bankcard', 'bankcard_', 'bankcard_-1', 'bankcard_1.5', 'card_1'])
    assert.equal(findPaymentChoice(text), undefined, text);
});
