// The embedded default: SQLite inside the process, one file in DATA_DIR.
// One connection writes, in groups (`group-commit.ts`); another only reads, so that a reader never sees
// what is not committed. What was acknowledged survives a power cut: the log is flushed after every commit as with
// `synchronous=FULL`, by `log-flush.ts` instead of SQLite, which itself flushes only around checkpoints.
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { type Log, type RequestUnderWay, StoreBusy } from '../../../application/ports.ts';
import type { Schema } from '../schema.ts';
import { Checkpoints } from './checkpoints.ts';
import { sqliteDialect } from './dialect.ts';
import type { Engine, QueryTimer } from './engine.ts';
import { GroupCommit, isBusy } from './group-commit.ts';
import { LogFlush } from './log-flush.ts';
import { runInProcess } from './prepared.ts';

/** While opening, nobody else is waiting for this process yet. */
const openingPatienceMs = 5_000;
/** A reader waits only while another process recovers or removes the log. */
const readingPatienceMs = 50;
const mostStatements = 500;
/** Members' addresses and shipments are nobody else's business on this machine. */
const onlyOwner = 0o600;
const onlyOwnerFolder = 0o700;

type SqliteWishes = {
  /** Told once, when nothing can be written any more until the next start. */
  onLost?: ((failure: Error) => void) | undefined;
  log?: Log;
  request?: RequestUnderWay | undefined;
};

/**
 * A confirm touches a dozen tables and indexes; what falls out of SQLite's own two megabytes is read again for the next one.
 * The connection that reads has no use for more: it forgets all it has at every commit of the other.
 */
export const writingCacheKilobytes = 16_000;

export function openSqlite(
  file: string,
  timer: QueryTimer,
  { onLost, log, request }: SqliteWishes = {},
): Engine {
  mkdirSync(dirname(file), { recursive: true, mode: onlyOwnerFolder });
  // SQLite gives its log and its index of the log the permissions of the file itself.
  closeSync(openSync(file, 'a', onlyOwner));
  const writing = new DatabaseSync(file, { timeout: openingPatienceMs });
  writing.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on');
  // From here on `group-commit.ts` waits for the lock, without holding up the event loop.
  writing.exec('pragma busy_timeout = 0');
  writing.exec(`pragma cache_size = ${-writingCacheKilobytes}`);
  const reading = new DatabaseSync(file, { timeout: readingPatienceMs });
  reading.exec('pragma query_only = on');
  const writer = kyselyOver(writing, timer);
  const reader = kyselyOver(reading, timer);
  const flush = new LogFlush(file, onLost);
  const checkpoints = new Checkpoints(file, writing, { log });
  const groups = new GroupCommit(writing, flush, { onCommit: () => checkpoints.committed() });
  const revision = new RevisionReader(reading);
  /** Another process has the file for longer than anybody waits; of this transaction nothing is done. */
  const tellBusy = (error: unknown): never => {
    throw isBusy(error) && request?.hasWritten() !== true ? new StoreBusy(error) : error;
  };

  return {
    name: 'sqlite',
    dialect: sqliteDialect,
    reader,
    transaction: (work) => groups.run(() => work(writer)).catch(tellBusy),
    // No statement has a limit here.
    migration: (work) => groups.run(() => work(writer)),
    configurationRevision: () => revision.read(),
    configurationChanged: () => revision.forget(),
    waitMs: () => groups.waitMs(),
    ready: async () => {
      // What a transaction would have to undo is kept in memory: SQLite's own choice is a file, two writes for every page that
      // is touched. Not before now: what a migration would have to undo may be as large as the database.
      writing.exec('pragma temp_store = memory');
      revision.prepare();
    },
    describe: async () => {
      flush.check();
      return file;
    },
    close: async () => {
      await groups.idle();
      await checkpoints.close();
      await flush.close();
      reading.close();
      writing.close();
    },
  };
}

/**
 * The configuration's revision, read from the file at most once in a turn of the event loop. All requests
 * of a turn had arrived when it began, so each of them still sees every change made before it was sent.
 */
class RevisionReader {
  readonly #database: DatabaseSync;
  #statement: StatementSync | undefined;
  #thisTurn: number | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(): void {
    this.#statement = this.#database.prepare('select revision from configuration where id = 1');
  }

  read(): number | undefined {
    if (this.#thisTurn === undefined && this.#statement !== undefined) {
      this.#thisTurn = Number(this.#statement.get()?.revision);
      setImmediate(() => this.forget());
    }
    return this.#thisTurn;
  }

  forget(): void {
    this.#thisTurn = undefined;
  }
}

/** Kysely's SQLite dialect on Node's own SQLite, with prepared statements kept. */
function kyselyOver(database: DatabaseSync, timer: QueryTimer): Kysely<Schema> {
  const prepared = new Map<string, ReturnType<typeof statementOver>>();
  const prepare = (text: string): ReturnType<typeof statementOver> => {
    let statement = prepared.get(text);
    if (statement === undefined) {
      statement = statementOver(database.prepare(text), (seconds) => timer(seconds, text));
      if (prepared.size >= mostStatements) prepared.clear();
      // A statement of the schema may change what others mean; it is not worth keeping.
      if (statement.reader || /^(insert|update|delete)/.test(text)) prepared.set(text, statement);
    }
    return statement;
  };
  const db = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: { close: () => {}, prepare } }),
  });
  runInProcess(db, (text, values) => {
    const statement = prepare(text);
    if (statement.reader) {
      const rows = statement.all(values);
      // With `returning`, each row is one that was changed.
      return { rows, changed: rows.length };
    }
    return { rows: [], changed: Number(statement.run(values).changes) };
  });
  return db;
}

function statementOver(statement: StatementSync, timer: (seconds: number) => void) {
  const timed = <Result>(run: (values: SQLInputValue[]) => Result) => {
    return (parameters: readonly unknown[]): Result => {
      const began = performance.now();
      const result = run(parameters as SQLInputValue[]);
      timer((performance.now() - began) / 1000);
      return result;
    };
  };
  return {
    reader: statement.columns().length > 0,
    all: timed((values) => statement.all(...values)),
    run: timed((values) => statement.run(...values)),
    iterate: (parameters: readonly unknown[]) =>
      statement.iterate(...(parameters as SQLInputValue[])),
  };
}
