import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberId } from '../members/member.ts';
import { Refusal } from '../refusal.ts';
import { chooseFunding, type FundingFacts, fundingName, isDemo } from './funding.ts';
import { findPaymentChoice, type PaymentMethod, paymentMethodId } from './payment-method.ts';

const card: PaymentMethod = {
  id: paymentMethodId(12),
  memberId: memberId(1),
  kind: 'card',
  gateway: 'test',
  token: 'tok_ok',
  customer: undefined,
  maskedLabel: 'Visa •••• 4242',
  isDefault: true,
};
const credit = { limitCents: 100, usedCents: 0 };

function outcome(facts: Partial<FundingFacts>, input = ''): string {
  try {
    return fundingName(
      chooseFunding(findPaymentChoice(input), {
        mayBookLive: true,
        credit: undefined,
        methods: [],
        ...facts,
      }),
    );
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.data.code;
  }
}

test('chooses the payment method for every combination of request and available methods', () => {
  const table: [Partial<FundingFacts>, string, string][] = [
    [{ credit }, '', 'credit'],
    [{ credit }, 'credit', 'credit'],
    [{ credit, methods: [card] }, '', 'credit'],
    [{ credit, methods: [card] }, 'bankcard_12', 'bankcard_12'],
    [{ methods: [card] }, 'bankcard_12', 'bankcard_12'],
    // A saved card is not a credit account and is charged only if the request names it.
    [{ methods: [card] }, '', 'no_payment_method'],
    [{ methods: [card] }, 'credit', 'no_payment_method'],
    [{}, '', 'no_payment_method'],
    [{}, 'credit', 'no_payment_method'],
    // Rejects an unknown card, and a wallet with the number of a saved card.
    [{ methods: [card] }, 'bankcard_13', 'validation'],
    [{ methods: [card] }, 'wallet_12', 'validation'],
    [{ credit, methods: [card], mayBookLive: false }, '', 'api_access_disabled'],
    [{ credit, methods: [card], mayBookLive: false }, 'bankcard_12', 'api_access_disabled'],
  ];
  for (const [facts, input, expected] of table) assert.equal(outcome(facts, input), expected);
});

test('the refusal says how to pay with a saved card', () => {
  assert.throws(
    () => chooseFunding(undefined, { mayBookLive: true, credit: undefined, methods: [card] }),
    /payment_method/,
  );
});

test('a key in demo mode books only demos', () => {
  assert.ok(isDemo(undefined, true));
  assert.ok(isDemo({ kind: 'credit' }, true));
  assert.ok(isDemo({ kind: 'demo' }, false));
  assert.ok(!isDemo({ kind: 'credit' }, false));
  assert.ok(!isDemo(undefined, false));
});
