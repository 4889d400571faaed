// Reports of SQLite in a thread, which begins with the first report. It sees what is committed. If the thread fails, its
// reports fail with it, and the next report begins another one.
import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Schema } from '../schema.ts';
import type { QueryTimer } from './engine.ts';
import type { ReportAnswer, ReportRequest } from './report-thread.ts';

type Waiting = PromiseWithResolvers<unknown[]>;

export class SqliteReports {
  readonly #file: string;
  readonly #timer: QueryTimer;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #count = 0;
  readonly reader = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createDriver: () => ({
        init: () => Promise.resolve(),
        acquireConnection: () => Promise.resolve(this.#connection),
        beginTransaction: onlyReads,
        commitTransaction: onlyReads,
        rollbackTransaction: onlyReads,
        releaseConnection: () => Promise.resolve(),
        destroy: () => Promise.resolve(),
      }),
    },
  });

  readonly #connection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => {
      const began = performance.now();
      const rows = (await this.#read(sql, parameters)) as Row[];
      this.#timer((performance.now() - began) / 1000, sql);
      return { rows };
    },
    streamQuery: () => {
      throw new Error('reports are not streamed');
    },
  };

  constructor(file: string, timer: QueryTimer) {
    this.#file = file;
    this.#timer = timer;
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #read(text: string, values: readonly unknown[]): Promise<unknown[]> {
    this.#thread ??= this.#start();
    // A process waits for its reports, and an otherwise idle one may exit.
    this.#thread.ref();
    this.#count += 1;
    const id = this.#count;
    const waiting: Waiting = Promise.withResolvers();
    this.#waiting.set(id, waiting);
    this.#thread.postMessage({ id, text, values } satisfies ReportRequest);
    return waiting.promise;
  }

  #start(): Worker {
    const thread = new Worker(new URL('./report-thread.ts', import.meta.url), {
      workerData: this.#file,
    });
    thread.on('message', (answer: ReportAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (this.#waiting.size === 0) thread.unref();
      if ('rows' in answer) waiting?.resolve(answer.rows);
      else waiting?.reject(answer.error);
    });
    thread.on('error', (error) => this.#end(error));
    thread.on('exit', () => this.#end(new Error('the thread of the reports has ended')));
    return thread;
  }

  #end(error: unknown): void {
    this.#thread = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function onlyReads(): Promise<never> {
  return Promise.reject(new Error('reports have no transactions'));
}
