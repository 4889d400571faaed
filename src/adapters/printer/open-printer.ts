// The printer: a few threads that draw documents, started when the first is asked for and ended when nobody has asked for
// a while. Jobs wait in line, members in turn; when a line is long, more are refused. What nobody waits for any more is not
// drawn. A thread that dies or hangs costs its own job and is replaced.
import { Worker } from 'node:worker_threads';
import type { Printer } from '../../application/ports.ts';
import type { MemberId } from '../../domain/members/member.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { PrintAnswer, PrintJob } from './print-worker.ts';
import { TurnsOfMembers } from './turns-of-members.ts';

export type PrinterOptions = {
  /** At most so many at once. */
  threads: number;
  mostWaiting?: number;
  mostWaitingOfMember?: number;
  jobMs?: number;
  idleMs?: number;
  /** The thread's own main file; tests pass others. */
  worker?: URL;
};

const usualWaiting = 500;
/** What the interface lets a key have under way at once, and far from all there is. */
const usualWaitingOfMember = 50;
/** A thousand labels take less than ten seconds on a slow machine. */
const usualJobMs = 60_000;
const usualIdleMs = 120_000;
const retryAfterSeconds = 2;
const mostMegabytes = 512;

type Task = {
  job: PrintJob;
  isGone(): boolean;
  resolve(bytes: Uint8Array): void;
  reject(error: Error): void;
};

type Thread = { worker: Worker; task: Task | undefined; timer: NodeJS.Timeout | undefined };

export function openPrinter(options: PrinterOptions): Printer {
  const {
    mostWaiting = usualWaiting,
    mostWaitingOfMember = usualWaitingOfMember,
    jobMs = usualJobMs,
    idleMs = usualIdleMs,
    worker: main = new URL('./print-worker.ts', import.meta.url),
  } = options;
  const threads = new Set<Thread>();
  const waiting = new TurnsOfMembers<Task>({ mostWaiting, mostWaitingOfMember });
  let isClosed = false;

  const finish = (thread: Thread, settle: (task: Task) => void): void => {
    const { task } = thread;
    clearTimeout(thread.timer);
    thread.task = undefined;
    if (task !== undefined) settle(task);
  };
  const end = (thread: Thread): void => {
    if (!threads.delete(thread)) return;
    void thread.worker.terminate();
    next();
  };
  const fail = (thread: Thread, problem: string): void => {
    finish(thread, (task) => task.reject(new Error(problem)));
    end(thread);
  };
  const rest = (thread: Thread): void => {
    thread.timer = setTimeout(() => end(thread), idleMs).unref();
    next();
  };
  const begin = (thread: Thread, task: Task): void => {
    clearTimeout(thread.timer);
    thread.task = task;
    thread.timer = setTimeout(() => fail(thread, `a document took longer than ${jobMs} ms`), jobMs);
    thread.worker.postMessage(task.job);
  };
  const start = (): Thread => {
    const worker = new Worker(main, { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } });
    const thread: Thread = { worker, task: undefined, timer: undefined };
    // A process that has nothing else to do may end; while a job is under way its timer holds it.
    worker.unref();
    worker.on('message', (answer: PrintAnswer) => {
      finish(thread, (task) => {
        if ('bytes' in answer) task.resolve(answer.bytes);
        else task.reject(new Error(`a document could not be drawn: ${answer.problem}`));
      });
      if (answer.isWorn) end(thread);
      else rest(thread);
    });
    worker.on('error', (error) => fail(thread, `a printer thread failed: ${String(error)}`));
    worker.on('exit', () => fail(thread, 'a printer thread ended'));
    threads.add(thread);
    return thread;
  };
  const dropGone = (): void => {
    // Nobody hears it.
    for (const task of waiting.takeAll(({ isGone }) => isGone())) task.reject(busy());
  };
  const next = (): void => {
    if (isClosed) return;
    dropGone();
    if (waiting.isEmpty) return;
    const idle = [...threads].find((thread) => thread.task === undefined);
    const thread = idle ?? (threads.size < options.threads ? start() : undefined);
    if (thread === undefined) return;
    const task = waiting.takeNext();
    if (task !== undefined) begin(thread, task);
  };

  const enqueue = (
    job: PrintJob,
    member: MemberId | undefined,
    isGone: () => boolean = () => false,
  ): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      dropGone();
      if (isClosed) {
        reject(new Error('the printer is closed'));
      } else if (waiting.isFullFor(member)) {
        reject(busy());
      } else {
        waiting.add(member, { job, isGone, resolve, reject });
        next();
      }
    });

  return {
    print: enqueue,
    join: async (files, member, isGone) => {
      const [only] = files;
      return only !== undefined && files.length === 1
        ? only
        : await enqueue({ join: files }, member, isGone);
    },
    close: async () => {
      isClosed = true;
      for (let task = waiting.takeNext(); task !== undefined; task = waiting.takeNext())
        task.reject(new Error('the printer is closed'));
      await Promise.all(
        [...threads].map(async (thread) => {
          threads.delete(thread);
          finish(thread, (task) => task.reject(new Error('the printer is closed')));
          await thread.worker.terminate();
        }),
      );
    },
  };
}

function busy(): Refusal {
  return new Refusal({ code: 'printer_busy', retryAfterSeconds });
}
