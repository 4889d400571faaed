import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  base32,
  findTotpStep,
  plainRecoveryCode,
  totpCode,
  totpUrl,
  writtenRecoveryCode,
} from './totp.ts';

/** The secret of the examples in RFC 6238. */
const secret = base32(Buffer.from('12345678901234567890'));

test('codes are those of the examples in RFC 6238', () => {
  assert.equal(secret, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const codes = [59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((seconds) =>
    totpCode(secret, Math.floor(seconds / 30)),
  );
  assert.deepEqual(codes, ['287082', '081804', '005924', '353130']);
});

test('accepts a code one step early or late, and none up to the last used one', () => {
  const nowMs = 59_000;
  const at = (code: string, afterStep = -1) => findTotpStep(secret, code, { nowMs, afterStep });
  for (const step of [0, 1, 2]) assert.equal(at(totpCode(secret, step)), step);
  assert.equal(at(totpCode(secret, 3)), undefined);
  assert.equal(at('287 082'), 1);
  assert.equal(at('287082', 1), undefined);
  assert.equal(at(totpCode(secret, 2), 1), 2);
  for (const wrong of ['', '28708', '287083', '２８７０８２']) assert.equal(at(wrong), undefined);
});

test('a recovery code is read in any case and with any punctuation', () => {
  const code = writtenRecoveryCode(Buffer.from('0123456789'));
  assert.match(code, /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  assert.equal(
    plainRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')}.`),
    code.replaceAll('-', ''),
  );
});

test('the address for apps escapes the names', () => {
  assert.equal(
    totpUrl('ABC', { issuer: 'A & B', email: 'jo+x@example.com' }),
    'otpauth://totp/A%20%26%20B:jo%2Bx%40example.com?secret=ABC&issuer=A%20%26%20B',
  );
});
