import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedCarriers } from './shared-carriers.ts';
import { noSignals } from './signals.ts';

test('forgets breakers of unused accounts and keeps those in use', () => {
  const nowMs = 1_000;
  const { breakerOf } = sharedCarriers(noSignals(), { nowMs: () => nowMs });
  const [used, idle] = [breakerOf('line:tnt'), breakerOf('line:auspost@1')];
  for (let n = 0; n < 5; n += 1) {
    used.failed(nowMs);
    idle.failed(nowMs);
  }
  for (let member = 2; member < 20_000; member += 1) {
    assert.equal(breakerOf(`line:auspost@${member}`).mayAsk(nowMs), true);
    assert.equal(used.mayAsk(nowMs), false);
  }
  assert.equal(breakerOf('line:tnt').isOpen(nowMs), true);
  assert.equal(idle.hasFailed(), false);
  // An old reference to a breaker still refers to the shared one.
  for (let n = 0; n < 5; n += 1) idle.failed(nowMs);
  assert.equal(breakerOf('line:auspost@1').isOpen(nowMs), true);
});
