// Reads carriers in a new thread for each reading: files change seldom, and an ended thread holds no memory. If the thread fails,
// the reading fails and the carriers stay as they are.
import { Worker } from 'node:worker_threads';
import type { CarrierDraft } from '../../application/ports.ts';
import type { CheckedDraft, DraftRoots } from './check-draft.ts';
import { type PackedCarrier, unpackCarrier } from './packed-carrier.ts';
import { convertReading, type ReadCarriers, type Reading } from './read-carriers.ts';
import type { PackedFolder, ThreadTask } from './reading-thread.ts';

export type ThreadOptions = {
  /** The thread's main file; tests pass their own. */
  worker?: URL;
  megabytes?: number;
  readingMs?: number;
};

/** The largest table allowed takes three quarters of it. */
const usualMegabytes = 1024;
/** The largest table takes a minute on a slow machine. */
const usualReadingMs = 300_000;

export type ThreadReader = {
  readonly read: ReadCarriers;
  readonly check: (roots: DraftRoots, draft: CarrierDraft) => Promise<CheckedDraft>;
  close(): void;
};

export function readInThread(options: ThreadOptions = {}): ThreadReader {
  const {
    worker: main = new URL('./reading-thread.ts', import.meta.url),
    megabytes = usualMegabytes,
    readingMs = usualReadingMs,
  } = options;
  const running = new Set<Worker>();
  const answerTo = async <Answer>(task: ThreadTask): Promise<Answer> => {
    const thread = new Worker(main, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    });
    thread.unref();
    running.add(thread);
    try {
      return await answerOf<Answer>(thread, readingMs);
    } finally {
      running.delete(thread);
      void thread.terminate();
    }
  };
  return {
    read: async (request) => {
      const reading = await answerTo<Reading<PackedFolder>>({ read: request });
      return convertReading(reading, ({ hash, problems, carrier }) => ({
        hash,
        problems,
        carrier: carrier && unpackCarrier(carrier),
      }));
    },
    check: async (roots, draft) => {
      const { carrier, ...checked } = await answerTo<CheckedDraft<PackedCarrier>>({
        check: { roots, draft },
      });
      return { ...checked, carrier: carrier && unpackCarrier(carrier) };
    },
    close: () => {
      for (const thread of running) void thread.terminate();
    },
  };
}

const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY';

/** The files need more time or memory than allowed, so a retry would fail too. */
export class ReadingLimit extends Error {}

function answerOf<Answer>(thread: Worker, readingMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new ReadingLimit(`the thread that reads carriers took longer than ${readingMs} ms`));
    }, readingMs).unref();
    thread.once('message', (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    const fail = (cause?: unknown): void => {
      clearTimeout(timer);
      const isMemory = cause instanceof Error && 'code' in cause && cause.code === outOfMemory;
      const sentence = 'the thread that reads carriers ended before it was done';
      reject(new (isMemory ? ReadingLimit : Error)(sentence, { cause }));
    };
    thread.once('error', fail);
    thread.once('exit', () => fail());
  });
}
