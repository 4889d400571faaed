// Runs jobs again and again in one process among all: whoever holds the lease in the database works, the others look now
// and then whether it is free. Jobs of one loop run one after the other, so what waits for the network has a loop and a
// lease of its own. Every job must be safe when two do it at once: a process that stands still for longer than its lease
// goes on believing that it leads. A process on a machine whose clock is wrong does no jobs.
import { setTimeout as pause } from 'node:timers/promises';
import { clockSentence, isClockWrong } from '../../domain/time/clock-skew.ts';
import { secondMs } from '../../domain/time/durations.ts';
import type { App } from '../ports.ts';
import { TrustedHour } from './trusted-hour.ts';

export type Job = {
  name: string;
  everyMs: number;
  /** Not while everybody is starting. */
  firstAfterMs?: number;
  /**
   * What it may take of the time while there is more to do: it goes on after a pause in proportion to how long it worked,
   * never a longer one than the loop's. Without it, it goes on with the loop's next round.
   */
  timeShare?: number;
  /** It deletes or gives up what is old, and waits while the clock may be wrong. */
  needsTrustedHour?: true;
  /** True: there is more to do, and it is not waited for. `stop` is raised when the process is to end. */
  work(app: App, stop: AbortSignal): Promise<boolean>;
};

export type JobLoop = {
  /** Of the lease, the same in every process. */
  name: string;
  /** Said once it leads. */
  announcement: string;
  jobs: readonly Job[];
  tickMs: number;
  /** Between two rounds; ends early when `stop` is raised. */
  pause?: (ms: number, stop: AbortSignal) => Promise<void>;
};

export type RunningJobs = {
  /** Waits for the job under way, and lets another process have the lease at once. */
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
      // A job that waits for somebody outside is left: another process finishes what it began.
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
      // The database is away, or a job failed: it is tried again when it is due.
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

/** Says once that the jobs wait for this machine's clock, and once that they go on. */
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
        `${clockSentence(machineAheadMs)} This process does no jobs until it is set`,
      );
    if (!isWrong && this.#wasWrong) log.info(about, "this machine's clock is right again");
    this.#wasWrong = isWrong;
    return isWrong;
  }
}

/** Also when it lies farther ahead than it can have been put: then the clock was wrong, and has been put right. */
function isTime(nowMs: number, atMs: number, longestMs: number): boolean {
  return nowMs >= atMs || atMs - nowMs > longestMs;
}

/**
 * Each job that is due, once round; one that has more to do is due again at once. Answers how long to rest before that: without
 * end, unless one of them need not wait for the loop.
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
    // Before it works: one that throws waits for its next time like the others.
    dueAtMs.set(job, nowMs + job.everyMs);
    try {
      if (!(await job.work(app, stop))) continue;
      dueAtMs.set(job, nowMs);
      if (job.timeShare === undefined) continue;
      // None for a clock that was put back meanwhile.
      const tookMs = Math.max(0, app.clock.nowMs() - nowMs);
      owedMs = (owedMs ?? 0) + tookMs * (1 / job.timeShare - 1);
    } catch (error) {
      app.log.error({ err: error, job: job.name }, 'a job failed');
    }
  }
  return owedMs ?? Number.POSITIVE_INFINITY;
}
