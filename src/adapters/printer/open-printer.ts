// The printer: a few threads that draw documents, started on demand and ended after an idle period. Members take
// turns by the printing time they use, and a large document is drawn in slices so that others get their turn. When
// the queue is full, new documents are rejected. If the client disconnects, the rest of the document is skipped. A
// thread that dies or hangs loses only its own document and is replaced.
import { Worker } from 'node:worker_threads';
import type { Printer } from '../../application/ports.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type LineLimits, PrintLine } from './print-line.ts';
import { PrintTask, type TaskStep } from './print-task.ts';
import type { PrintAnswer } from './print-worker.ts';

export type PrinterOptions = Partial<LineLimits> & {
  /** The maximum number of threads. */
  threads: number;
  /** The time limit of one step: a short document, or a slice of a long one. */
  stepMs?: number;
  idleMs?: number;
  /** The thread's main file; tests pass their own. */
  worker?: URL;
};

const usualLimits: LineLimits = {
  mostWaiting: 500,
  /** As many as the interface lets one key have open at once, and a small part of the whole queue. */
  mostWaitingOfMember: 50,
  /** About ten seconds of one thread. */
  mostDemoPages: 6_000,
  /** The size of the largest batch. */
  mostDemoPagesOfMember: 2_000,
};
const usualStepMs = 60_000;
const usualIdleMs = 120_000;
const retryAfterSeconds = 2;
const mostMegabytes = 512;

type Work = TaskStep & { task: PrintTask };
type Thread = { worker: Worker; work: Work | undefined; timer: NodeJS.Timeout | undefined };

export function openPrinter(options: PrinterOptions): Printer {
  const {
    stepMs = usualStepMs,
    idleMs = usualIdleMs,
    worker: main = new URL('./print-worker.ts', import.meta.url),
  } = options;
  const threads = new Set<Thread>();
  const line = new PrintLine<PrintTask>({ ...usualLimits, ...options });
  let isClosed = false;

  /** `tookMs` is undefined if the thread has ended. */
  const finish = (thread: Thread, tookMs: number | undefined): Work | undefined => {
    const { work } = thread;
    clearTimeout(thread.timer);
    thread.work = undefined;
    if (work !== undefined && tookMs !== undefined) line.charge(work.task, tookMs - work.usualMs);
    return work;
  };
  const giveUp = (task: PrintTask, problem: string): void => {
    line.remove(task);
    task.fail(new Error(problem));
  };
  const end = (thread: Thread): void => {
    if (!threads.delete(thread)) return;
    void thread.worker.terminate();
    next();
  };
  const fail = (thread: Thread, problem: string, tookMs?: number): void => {
    const work = finish(thread, tookMs);
    if (work !== undefined) giveUp(work.task, problem);
    end(thread);
  };
  const rest = (thread: Thread): void => {
    thread.timer = setTimeout(() => end(thread), idleMs).unref();
    next();
  };
  const begin = (thread: Thread, work: Work): void => {
    clearTimeout(thread.timer);
    thread.work = work;
    line.charge(work.task, work.usualMs);
    thread.timer = setTimeout(
      () => fail(thread, `a document took longer than ${stepMs} ms`, stepMs),
      stepMs,
    );
    thread.worker.postMessage(work.step);
  };
  const keep = ({ task, keep }: Work, answer: PrintAnswer): void => {
    if ('problem' in answer) {
      giveUp(task, `a document could not be drawn: ${answer.problem}`);
      return;
    }
    const hadStep = task.hasStep;
    keep(answer.output);
    // All slices are drawn, so the final step is ready.
    if (task.hasStep && !hadStep && !task.isSettled) line.addFirst(task);
  };
  const start = (): Thread => {
    const worker = new Worker(main, { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } });
    const thread: Thread = { worker, work: undefined, timer: undefined };
    // An idle thread must not keep the process alive. During a step, its timer does.
    worker.unref();
    worker.on('message', (answer: PrintAnswer) => {
      const work = finish(thread, 'tookMs' in answer ? answer.tookMs : undefined);
      if (work !== undefined) keep(work, answer);
      if (answer.isWorn) end(thread);
      else rest(thread);
    });
    worker.on('error', (error) => fail(thread, `a printer thread failed: ${String(error)}`));
    worker.on('exit', () => fail(thread, 'a printer thread ended'));
    threads.add(thread);
    return thread;
  };
  const dropGone = (): void => {
    for (const task of line.takeAll(({ isGone }) => isGone())) task.fail(busy());
  };
  const next = (): void => {
    if (isClosed) return;
    dropGone();
    if (line.isEmpty) return;
    const idle = [...threads].find((thread) => thread.work === undefined);
    const thread = idle ?? (threads.size < options.threads ? start() : undefined);
    if (thread === undefined) return;
    const task = line.next();
    const step = task?.takeStep();
    if (task === undefined || step === undefined) return;
    if (!task.hasStep) line.remove(task);
    begin(thread, { ...step, task });
  };

  const enqueue = (task: PrintTask): void => {
    dropGone();
    if (isClosed) {
      task.fail(new Error('the printer is closed'));
    } else if (line.isFullFor(task)) {
      task.fail(busy());
    } else {
      line.add(task);
      next();
      // Another thread may draw the next slice.
      if (task.hasStep) next();
    }
  };
  const never = (): boolean => false;

  return {
    print: (job, member, isGone = never) =>
      new Promise((resolve, reject) => {
        enqueue(PrintTask.draw(job, { member, isGone, resolve, reject }));
      }),
    join: async (files, member, isGone = never) => {
      const [only] = files;
      if (only !== undefined && files.length === 1) return only;
      return await new Promise((resolve, reject) => {
        enqueue(PrintTask.join(files, { member, isGone, resolve, reject }));
      });
    },
    close: async () => {
      isClosed = true;
      const closed = 'the printer is closed';
      for (const task of line.takeAll(() => true)) task.fail(new Error(closed));
      await Promise.all(
        [...threads].map(async (thread) => {
          threads.delete(thread);
          finish(thread, undefined)?.task.fail(new Error(closed));
          await thread.worker.terminate();
        }),
      );
    },
  };
}

function busy(): Refusal {
  return new Refusal({ code: 'printer_busy', retryAfterSeconds });
}
