import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { describePayments } from './notices.ts';

const noticeOf = (environment: Record<string, string>) => describePayments(readConfig(environment));

test('the test gateway is no cause for doubt while things are tried out', () => {
  assert.equal(noticeOf({}).isDoubtful, false);
  assert.match(noticeOf({}).sentence, /test gateway: no money moves/);
});

test('in production the test gateway, and no gateway at all, are said clearly', () => {
  const asked = noticeOf({ NODE_ENV: 'production', PAYMENTS: 'test' });
  assert.equal(asked.isDoubtful, true);
  assert.match(asked.sentence, /no money moves/);
  const unset = noticeOf({ NODE_ENV: 'production' });
  assert.equal(unset.isDoubtful, true);
  assert.match(unset.sentence, /cards and wallets are refused.*only with PAYMENTS=test/);
});

test("Stripe's test mode and a missing webhook secret are said, and doubtful in production", () => {
  const live = {
    STRIPE_SECRET_KEY: 'rk_live_51AbcdefghijKLMNOP',
    STRIPE_WEBHOOK_SECRET: 'whsec_abcdefghijklmnop',
  };
  const production = { ...live, NODE_ENV: 'production' };
  assert.equal(noticeOf(production).isDoubtful, false);
  assert.match(noticeOf(production).sentence, /^Saved cards and wallets are charged by Stripe \(/);
  const testMode = { ...production, STRIPE_SECRET_KEY: 'sk_test_51AbcdefghijKLMNOP' };
  assert.equal(noticeOf(testMode).isDoubtful, true);
  assert.match(noticeOf(testMode).sentence, /test mode: no money moves/);
  const deaf = { ...production, STRIPE_WEBHOOK_SECRET: '' };
  assert.equal(noticeOf(deaf).isDoubtful, true);
  assert.match(noticeOf(deaf).sentence, /STRIPE_WEBHOOK_SECRET is not set/);
  for (const environment of [production, testMode, deaf]) {
    assert.doesNotMatch(noticeOf(environment).sentence, /51Abc|abcdef/);
  }
});
