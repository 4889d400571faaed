import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appCode } from '../../../test/support/totp.ts';
import { base32, findTotpStep, plainRecoveryCode, totpUrl, writtenRecoveryCode } from './totp.ts';

/** The secret of the examples in RFC 6238. */
const secret = base32(Buffer.from('12345678901234567890'));

test('accepts the codes of the examples in RFC 6238', () => {
  assert.equal(secret, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ] as const) {
    const nowMs = seconds * 1000;
    assert.equal(appCode(secret, nowMs), code);
    const step = findTotpStep(secret, code, { nowMs, afterStep: -1 });
    assert.equal(step, Math.floor(seconds / 30));
  }
});

test('accepts a code one step early or late, and none up to the last used one', () => {
  const nowMs = 59_000;
  const at = (code: string, afterStep = -1) => findTotpStep(secret, code, { nowMs, afterStep });
  for (const later of [-1, 0, 1]) assert.equal(at(appCode(secret, nowMs, later)), 1 + later);
  assert.equal(at(appCode(secret, nowMs, 2)), undefined);
  assert.equal(at('287 082'), 1);
  assert.equal(at('287082', 1), undefined);
  assert.equal(at(appCode(secret, nowMs, 1), 1), 2);
  for (const wrong of ['', '28708', '287083', '２８７０８２']) assert.equal(at(wrong), undefined);
});

test('a recovery code is read in any case and with any punctuation', () => {
  const code = writtenRecoveryCode(Buffer.from('0123456789'));
  assert.match(code, /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}.`;
  assert.equal(plainRecoveryCode(typed), code.replaceAll('-', ''));
});

test('the address for apps escapes the names', () => {
  assert.equal(
    totpUrl('ABC', { issuer: 'A & B', email: 'jo+x@example.com' }),
    'otpauth://totp/A%20%26%20B:jo%2Bx%40example.com?secret=ABC&issuer=A%20%26%20B',
  );
});
