import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DatabaseClock } from './database-clock.ts';

describe('the clock of a database', () => {
  /** The test sets the steady clock. */
  const begin = () => {
    const steady = { ms: 5_000 };
    return { steady, clock: new DatabaseClock(() => steady.ms) };
  };

  test('returns the time of the database, continued by the steady clock', () => {
    const { steady, clock } = begin();
    clock.set({ askedMs: 4_990, answeredMs: 5_010, databaseMs: 1_000_000 });
    assert.equal(clock.nowMs(), 1_000_000);
    steady.ms += 1_234;
    assert.equal(clock.nowMs(), 1_001_234);
  });

  test('keeps a close answer when a slow one does not contradict it', () => {
    const { clock } = begin();
    clock.set({ askedMs: 4_999, answeredMs: 5_001, databaseMs: 1_000_000 });
    clock.set({ askedMs: 4_000, answeredMs: 5_000, databaseMs: 999_100 });
    assert.equal(clock.nowMs(), 1_000_000);
  });

  test('follows a database whose clock was set, as closely as the answer allows', () => {
    const { clock } = begin();
    clock.set({ askedMs: 4_999, answeredMs: 5_001, databaseMs: 1_000_000 });
    clock.set({ askedMs: 4_999, answeredMs: 5_001, databaseMs: 1_120_000 });
    assert.ok(Math.abs(clock.nowMs() - 1_120_000) <= 1);
    clock.set({ askedMs: 4_999, answeredMs: 5_001, databaseMs: 880_000 });
    assert.ok(Math.abs(clock.nowMs() - 880_000) <= 1);
  });
});
