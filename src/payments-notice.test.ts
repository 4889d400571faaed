import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { describePayments } from './payments-notice.ts';

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
