// When jobs that delete or give up records trust the clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs, minuteMs, secondMs } from '../../domain/time/durations.ts';
import type { JobPlace, Store } from '../ports.ts';
import { TrustedHour } from './trusted-hour.ts';

const startMs = 1_800_000_000_000;

function storeOf(): Pick<Store, 'jobPlaces'> {
  const places = new Map<string, JobPlace>();
  return {
    jobPlaces: {
      find: async (job) => places.get(job),
      keep: async (job, place) => void places.set(job, place),
    },
  };
}

test('distrusts a clock that jumped ahead, and trusts the right one at once', async () => {
  const store = storeOf();
  const hour = new TrustedHour('loop');
  assert.equal(await hour.isNow(store, startMs), true, 'the first reading is trusted');
  assert.equal(await hour.isNow(store, startMs + 10 * minuteMs), true);
  for (let n = 0; n < 60; n += 1)
    assert.equal(await hour.isNow(store, startMs + 60 * dayMs + n * secondMs), false);
  assert.equal(await hour.isNow(store, startMs + 12 * minuteMs), true);
  assert.equal(await hour.isNow(store, startMs + 60 * dayMs), false, 'a second jump is distrusted');
});

test('a process that starts with a clock ahead knows the last trusted time', async () => {
  const store = storeOf();
  await new TrustedHour('loop').isNow(store, startMs);
  assert.equal(await new TrustedHour('loop').isNow(store, startMs + 2 * dayMs), false);
  assert.equal(await new TrustedHour('loop').isNow(store, startMs + minuteMs), true);
  assert.equal(await new TrustedHour('other').isNow(store, startMs + 2 * dayMs), true);
});

test('trusts a steady clock within minutes after a long standstill', async () => {
  const store = storeOf();
  await new TrustedHour('loop').isNow(store, startMs);
  const hour = new TrustedHour('loop');
  const backMs = startMs + 30 * dayMs;
  let waitedMs = 0;
  while (!(await hour.isNow(store, backMs + waitedMs))) waitedMs += secondMs;
  assert.equal(waitedMs, 5 * minuteMs);
  assert.equal(await hour.isNow(store, backMs + hourMs), true);
  assert.equal(await new TrustedHour('loop').isNow(store, backMs + hourMs), true);
});

test('trusts a clock that was set back at once', async () => {
  const store = storeOf();
  const hour = new TrustedHour('loop');
  await hour.isNow(store, startMs);
  assert.equal(await hour.isNow(store, startMs - 30 * dayMs), true);
  assert.equal(await new TrustedHour('loop').isNow(store, startMs - 30 * dayMs), true);
});
