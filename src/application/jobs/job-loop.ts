// Runs jobs repeatedly in one process at a time: the process that holds the lease in the database works, and the
// others check regularly whether the lease is free. Jobs of one loop run one after the other, so jobs that wait for
// the network have their own loop and lease. Every job must be safe to run twice at the same time, because a process
// that was paused for longer than its lease still believes that it holds it. A process whose machine has a wrong
// clock runs no jobs.
import { setTimeout as pause } from 'node:timers/promises';
import { isClockWrong } from '../../domain/time/clock-skew.ts';
import { secondMs } from '../../domain/time/durations.ts';
import type { App } from '../ports.ts';
import { TrustedHour } from './trusted-hour.ts';

export type Job = {
  name: string;
  everyMs: number;
  /** Delays the first run, because processes are busy when they start. */
  firstAfterMs?: number;
  /**
   * The share of time that the job may take while it has more to do: it pauses in proportion to how long it worked,
   * at most until the loop's next round. Without it, the job continues in the next round.
   */
  timeShare?: number;
  /** The job deletes or gives up old records, so it waits while the clock may be wrong. */
  needsTrustedHour?: true;
  /** Returns whether there is more to do. `stop` aborts when the process shuts down. */
  work(app: App, stop: AbortSignal): Promise<boolean>;
};

export type JobLoop = {
  /** The name of the lease, the same in every process. */
  name: string;
  /** Logged when this process becomes the leader. */
  announcement: string;
  jobs: readonly Job[];
  tickMs: number;
  /** Pauses between two rounds; ends early when `stop` aborts. */
  pause?: (ms: number, stop: AbortSignal) => Promise<void>;
};

export type RunningJobs = {
  /** Waits for the current job, and releases the lease at once. */
  stop(): Promise<void>;
};

const lease = { durationMs: 30 * secondMs, renewMs: 10 * secondMs };
const stopPatienceMs = 3 * secondMs;

const pauseUnlessStopped = (ms: number, stop: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal: stop, ref: false }).catch(() => {});

export function runJobLoop(app: App, loop: JobLoop): RunningJobs {
  const stopping = new AbortController();
  const running = runUntil(app, loop, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      // A job that waits for the network is abandoned; another process finishes its work.
      await Promise.race([running, pause(stopPatienceMs, undefined, { ref: false })]);
    },
  };
}

async function runUntil(app: App, loop: JobLoop, stop: AbortSignal): Promise<void> {
  const holder = app.secrets.randomText(9);
  const beganMs = app.clock.nowMs();
  const dueAtMs = new Map(loop.jobs.map((job) => [job, beganMs + (job.firstAfterMs ?? 0)]));
  let renewAtMs = 0;
  let isLeader = false;
  const hour = new TrustedHour(loop.name);
  const watch = new ClockWatch(app, loop.name);
  const rest = loop.pause ?? pauseUnlessStopped;
  while (!stop.aborted) {
    let restMs = loop.tickMs;
    try {
      const nowMs = app.clock.nowMs();
      if (watch.isWrong()) {
        if (isLeader) await app.store.leases.release({ name: loop.name, holder });
        isLeader = false;
        renewAtMs = 0;
      } else if (isTime(nowMs, renewAtMs, lease.renewMs)) {
        const untilMs = nowMs + lease.durationMs;
        const wasLeader: boolean = isLeader;
        isLeader = await app.store.leases.take({ name: loop.name, holder, nowMs, untilMs });
        if (isLeader && !wasLeader) app.log.info({}, loop.announcement);
        renewAtMs = nowMs + lease.renewMs;
      }
      if (isLeader)
        restMs = Math.min(await runDue(app, loop.jobs, { dueAtMs, hour }, stop), loop.tickMs);
    } catch (error) {
      // The database is unavailable, or a job failed: retry when it is due.
      app.log.error({ err: error }, 'a job failed');
    }
    await rest(restMs, stop);
  }
  try {
    if (isLeader) await app.store.leases.release({ name: loop.name, holder });
  } catch (error) {
    app.log.debug({ err: error }, 'the lease of the jobs was not released; it will expire');
  }
}

/** Logs once when the jobs stop because of this machine's clock, and once when they resume. */
class ClockWatch {
  readonly #app: App;
  readonly #loop: string;
  #wasWrong = false;

  constructor(app: App, loop: string) {
    this.#app = app;
    this.#loop = loop;
  }

  isWrong(): boolean {
    const { log } = this.#app;
    const machineAheadMs = this.#app.machineAheadMs();
    const isWrong = isClockWrong(machineAheadMs);
    const about = { loop: this.#loop, clock_ahead_ms: machineAheadMs };
    if (isWrong && !this.#wasWrong)
      log.error(
        about,
        "this machine's clock differs from the database's: this process does no jobs until it is set",
      );
    if (!isWrong && this.#wasWrong) log.info(about, "this machine's clock is right again");
    this.#wasWrong = isWrong;
    return isWrong;
  }
}

/** Also true for a time that is implausibly far ahead, because a wrong clock must have set it. */
function isTime(nowMs: number, atMs: number, longestMs: number): boolean {
  return nowMs >= atMs || atMs - nowMs > longestMs;
}

/**
 * Runs each due job once; a job with more to do is due again at once. Returns how long to pause before the next
 * round: infinite, unless a job may continue before the loop's tick.
 */
async function runDue(
  app: App,
  jobs: readonly Job[],
  { dueAtMs, hour }: { dueAtMs: Map<Job, number>; hour: TrustedHour },
  stop: AbortSignal,
): Promise<number> {
  let owedMs: number | undefined;
  for (const job of jobs) {
    if (stop.aborted) break;
    const nowMs = app.clock.nowMs();
    const longestMs = Math.max(job.everyMs, job.firstAfterMs ?? 0);
    if (!isTime(nowMs, dueAtMs.get(job) ?? 0, longestMs)) continue;
    if (job.needsTrustedHour === true && !(await hour.isNow(app.store, nowMs))) continue;
    // Set before the job works, so that a failed job waits for its next time too.
    dueAtMs.set(job, nowMs + job.everyMs);
    try {
      if (!(await job.work(app, stop))) continue;
      dueAtMs.set(job, nowMs);
      if (job.timeShare === undefined) continue;
      // Zero if the clock was set back during the job.
      const tookMs = Math.max(0, app.clock.nowMs() - nowMs);
      owedMs = (owedMs ?? 0) + tookMs * (1 / job.timeShare - 1);
    } catch (error) {
      app.log.error({ err: error, job: job.name }, 'a job failed');
    }
  }
  return owedMs ?? Number.POSITIVE_INFINITY;
}
