// What has to be done without anybody asking, by one process among all of them: whoever holds the lease in the database
// works, the others look now and then whether it is free. Every job is also safe when two do it at once, so a lease that
// two believe to hold (clocks differ) costs work, never money.
import { setTimeout as pause } from 'node:timers/promises';
import { idempotencyMs } from '../answer-once.ts';
import type { App } from '../ports.ts';
import { checkLedger } from './check-ledger.ts';
import { type PurgeProgress, purgeQuotes } from './purge-quotes.ts';
import { recoverConfirmations } from './recover-confirmations.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

const lease = { name: 'jobs', durationMs: 30 * secondMs, renewMs: 10 * secondMs };
const tickMs = 1 * secondMs;
const stopPatienceMs = 3 * secondMs;
const idempotencyBatch = 500;

type Job = {
  name: string;
  everyMs: number;
  /** Not while everybody is starting. */
  firstAfterMs?: number;
  /** True: there is more to do, and it is not waited for. */
  work(app: App): Promise<boolean>;
};

function makeJobs(): Job[] {
  const purge: PurgeProgress = { afterId: 0 };
  return [
    {
      name: 'recover confirmations',
      everyMs: tickMs,
      work: async (app) => (await recoverConfirmations(app)) > 0,
    },
    { name: 'purge quotes', everyMs: hourMs, work: (app) => purgeQuotes(app, purge) },
    {
      name: 'expire idempotency records',
      everyMs: 10 * minuteMs,
      work: async (app) => {
        const beforeMs = app.clock.nowMs() - idempotencyMs;
        return (await app.store.idempotency.purge(beforeMs, idempotencyBatch)) === idempotencyBatch;
      },
    },
    {
      name: 'check the ledger',
      everyMs: 24 * hourMs,
      firstAfterMs: 10 * minuteMs,
      work: async (app) => {
        for (const { memberId, usedCents, entriesCents } of await checkLedger(app)) {
          app.log.error(
            { member: memberId, usedCents, entriesCents },
            'a credit account differs from its entries',
          );
        }
        return false;
      },
    },
  ];
}

export type RunningJobs = {
  /** Waits for the job under way, and lets another process have the lease at once. */
  stop(): Promise<void>;
};

export function runJobs(app: App, options: { tickMs?: number } = {}): RunningJobs {
  const holder = app.secrets.randomText(9);
  const stopping = new AbortController();
  const running = loop(app, holder, stopping.signal, options.tickMs ?? tickMs);
  return {
    stop: async () => {
      stopping.abort();
      // A job that waits for somebody outside is left: another process finishes what it began.
      await Promise.race([running, pause(stopPatienceMs, undefined, { ref: false })]);
    },
  };
}

async function loop(app: App, holder: string, stop: AbortSignal, every: number): Promise<void> {
  const jobs = makeJobs();
  const beganMs = app.clock.nowMs();
  const dueAtMs = new Map(jobs.map((job) => [job, beganMs + (job.firstAfterMs ?? 0)]));
  let renewAtMs = 0;
  let isLeader = false;
  while (!stop.aborted) {
    try {
      const nowMs = app.clock.nowMs();
      if (nowMs >= renewAtMs) {
        const untilMs = nowMs + lease.durationMs;
        const wasLeader: boolean = isLeader;
        isLeader = await app.store.leases.take({ name: lease.name, holder, nowMs, untilMs });
        if (isLeader && !wasLeader) app.log.info({}, 'this process does the jobs now');
        renewAtMs = nowMs + lease.renewMs;
      }
      if (isLeader) await runDue(app, jobs, dueAtMs, stop);
    } catch (error) {
      // The database is away, or a job failed: it is tried again when it is due.
      app.log.error({ err: error }, 'a job failed');
    }
    await pause(every, undefined, { signal: stop, ref: false }).catch(() => {});
  }
  try {
    if (isLeader) await app.store.leases.release({ name: lease.name, holder });
  } catch (error) {
    app.log.debug({ err: error }, 'the lease of the jobs was not given back; it ends by itself');
  }
}

/** Each job that is due, once round; one that has more to do is due again at once. */
async function runDue(
  app: App,
  jobs: readonly Job[],
  dueAtMs: Map<Job, number>,
  stop: AbortSignal,
): Promise<void> {
  for (const job of jobs) {
    if (stop.aborted) return;
    const nowMs = app.clock.nowMs();
    if (nowMs < (dueAtMs.get(job) ?? 0)) continue;
    // Before it works: one that throws waits for its next time like the others.
    dueAtMs.set(job, nowMs + job.everyMs);
    try {
      if (await job.work(app)) dueAtMs.set(job, nowMs);
    } catch (error) {
      app.log.error({ err: error, job: job.name }, 'a job failed');
    }
  }
}
