import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { connectedCarriersWarning, describePayments, secretKeyWarning } from './notices.ts';

const noticeOf = (environment: Record<string, string>) => describePayments(readConfig(environment));

test('accepts the test gateway without a warning during a trial', () => {
  assert.equal(noticeOf({}).isDoubtful, false);
  assert.match(noticeOf({}).sentence, /test gateway: no money moves/);
});

test('warns in production of the test gateway and of a missing gateway', () => {
  const explicit = noticeOf({ NODE_ENV: 'production', PAYMENTS: 'test' });
  assert.equal(explicit.isDoubtful, true);
  assert.match(explicit.sentence, /no money moves/);
  const unset = noticeOf({ NODE_ENV: 'production' });
  assert.equal(unset.isDoubtful, true);
  assert.match(unset.sentence, /cards and wallets are refused.*only with PAYMENTS=test/);
});

test("reports Stripe's test mode and a missing webhook secret, as doubtful in production", () => {
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

test('accepts any SECRET_KEY and warns of a weak one without repeating it', () => {
  for (const [text, isShort] of [
    ['short', true],
    ['x'.repeat(31), true],
    ['x'.repeat(32), false],
  ] as const) {
    const config = readConfig({ SECRET_KEY: text, SECRET_KEY_PREVIOUS: 'old' });
    assert.deepEqual([config.secretKey, config.previousSecretKey], [text, 'old']);
    const warning = secretKeyWarning(config);
    assert.equal(warning !== undefined, isShort);
    assert.ok(warning === undefined || !warning.includes(text));
  }
  // A blank key counts as missing, and is not a weak one.
  const blank = readConfig({ SECRET_KEY: '  ' });
  assert.deepEqual([blank.secretKey, secretKeyWarning(blank)], [undefined, undefined]);
});

test('warns of connected carriers while the gateway moves no money, and names the setting to change', () => {
  const accounts = [{ carrier: 'auspost' }, { carrier: 'fedex' }];
  const warningOf = (environment: Record<string, string>, connected = accounts) =>
    connectedCarriersWarning(readConfig(environment), connected);
  assert.match(warningOf({}) ?? '', /auspost, fedex\. Bookings .* are refused.*PAYMENTS=stripe/);
  const testMode = { STRIPE_SECRET_KEY: 'sk_test_51AbcdefghijKLMNOP' };
  assert.match(warningOf(testMode) ?? '', /test mode.*auspost, fedex.*live STRIPE_SECRET_KEY/);
  assert.equal(warningOf({ STRIPE_SECRET_KEY: 'sk_live_51AbcdefghijKLMNOP' }), undefined);
  assert.equal(warningOf({ PAYMENTS: 'none' }), undefined);
  assert.equal(warningOf({}, []), undefined);
  assert.equal(
    connectedCarriersWarning({ ...readConfig({}), isSimulated: true }, accounts),
    undefined,
  );
});
