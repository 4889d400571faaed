// How long a loop pauses between two rounds: its tick, or less if a job with more to do may continue sooner.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setups } from '../../../test/support/setups.ts';
import { startTestApp } from '../../../test/support/test-app.ts';
import { until } from '../../../test/support/until.ts';
import { type Job, runJobLoop } from './job-loop.ts';

const tickMs = 1_000;
const steady: Pick<Job, 'name' | 'everyMs'> = { name: 'a job', everyMs: 3_600_000 };

/** The pauses after steps of these lengths; each step except the last leaves more to do. */
async function restsAfter(
  stepsMs: readonly number[],
  job: Pick<Job, 'timeShare'>,
): Promise<number[]> {
  const [setup] = setups;
  assert.ok(setup);
  const t = await startTestApp(setup);
  const rests: number[] = [];
  let steps = 0;
  const work = async (): Promise<boolean> => {
    t.advanceClock(stepsMs[steps] ?? 0);
    steps += 1;
    return steps < stepsMs.length;
  };
  const pause = async (ms: number, stop: AbortSignal): Promise<void> => {
    rests.push(ms);
    if (steps === stepsMs.length && !stop.aborted) await once(stop, 'abort');
  };
  const jobs = [{ ...steady, ...job, work }];
  const running = runJobLoop(t.app, { name: 'loop', announcement: '', jobs, tickMs, pause });
  await until('it has nothing more to do', () => rests.length === stepsMs.length);
  await running.stop();
  await t.close();
  return rests;
}

test('a job limited to a quarter of the time rests three times as long as it worked, at most one round', async () => {
  const rests = await restsAfter([40, 0, 5_000, 7], { timeShare: 0.25 });
  assert.deepEqual(rests, [120, 0, tickMs, tickMs]);
});

test('a job without a time share continues with the next round', async () => {
  assert.deepEqual(await restsAfter([40, 0, 7], {}), [tickMs, tickMs, tickMs]);
});

test('only jobs that expire old records wait while the clock has jumped ahead', async () => {
  const [setup] = setups;
  assert.ok(setup);
  const t = await startTestApp(setup);
  const did: string[] = [];
  const named = (name: string): Job => ({
    name,
    everyMs: 1,
    work: async () => {
      did.push(name);
      return false;
    },
  });
  const jobs: Job[] = [{ ...named('purges'), needsTrustedHour: true }, named('books')];
  const jumpsMs = [1_000, 60 * 24 * 3_600_000, 1_000, -60 * 24 * 3_600_000];
  let rounds = 0;
  const pause = async (_ms: number, stop: AbortSignal): Promise<void> => {
    did.push('');
    t.advanceClock(jumpsMs[rounds] ?? 0);
    rounds += 1;
    if (rounds > jumpsMs.length && !stop.aborted) await once(stop, 'abort');
  };
  const running = runJobLoop(t.app, { name: 'loop', announcement: '', jobs, tickMs, pause });
  await until('all rounds are done', () => rounds > jumpsMs.length);
  await running.stop();
  await t.close();
  assert.deepEqual(
    did
      .join(' ')
      .split('  ')
      .join(' | ')
      .trim()
      .split(/\s*\|\s*/),
    ['purges books', 'purges books', 'books', 'books', 'purges books'],
  );
});

test("releases its lease and runs no jobs while its clock differs from the database's by over ten seconds", async () => {
  const [setup] = setups;
  assert.ok(setup);
  const t = await startTestApp(setup);
  /** How far the machine's clock is ahead in each round. */
  const aheadMs = [0, 10_001, 120_000, -10_001, -10_000, 10_000];
  let round = 0;
  const did: number[] = [];
  const others: boolean[] = [];
  const work = async (): Promise<boolean> => {
    did.push(aheadMs[round] ?? 0);
    return false;
  };
  const { leases } = t.app.store;
  const pause = async (_ms: number, stop: AbortSignal): Promise<void> => {
    const nowMs = t.app.clock.nowMs();
    const other = { name: 'loop', holder: 'another process' };
    others.push(await leases.take({ ...other, nowMs, untilMs: nowMs + 1 }));
    await leases.release(other);
    t.advanceClock(1);
    round += 1;
    if (round === aheadMs.length && !stop.aborted) await once(stop, 'abort');
  };
  const jobs = [{ ...steady, everyMs: 1, work }];
  const app = { ...t.app, machineAheadMs: () => aheadMs[round] ?? 0 };
  const running = runJobLoop(app, { name: 'loop', announcement: '', jobs, tickMs, pause });
  await until('all rounds are done', () => round === aheadMs.length);
  await running.stop();
  await t.close();
  assert.deepEqual(did, [0, -10_000, 10_000]);
  assert.deepEqual(others, [false, true, true, true, false, false]);
});
