// The embedded default: SQLite inside the process, one file in DATA_DIR. One connection writes in groups
// (`group-commit.ts`); another only reads, so readers see only committed data. Acknowledged writes survive a power
// cut: `log-flush.ts` flushes the log after every commit, as `synchronous=FULL` would.
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
import { SqliteReports } from './sqlite-reports.ts';

/** Requests do not wait while the database is opening. */
const openingPatienceMs = 5_000;
/** A reader waits only while another process recovers or removes the log. */
const readingPatienceMs = 50;
const mostStatements = 500;
/** Members' addresses and shipments are private on this machine. */
const onlyOwner = 0o600;
const onlyOwnerFolder = 0o700;

type SqliteOptions = {
  /** Called once, when writing is impossible until the next start. */
  onLost?: ((failure: Error) => void) | undefined;
  log?: Log;
  request?: RequestUnderWay | undefined;
};

/**
 * A confirm touches a dozen tables and indexes, and SQLite's default of two megabytes would read them again for the
 * next. The reading connection needs no more: it drops its cache at every commit of the writer.
 */
export const writingCacheKilobytes = 16_000;

export function openSqlite(
  file: string,
  timer: QueryTimer,
  { onLost, log, request }: SqliteOptions = {},
): Engine {
  mkdirSync(dirname(file), { recursive: true, mode: onlyOwnerFolder });
  // SQLite gives its log and the log's index the permissions of the database file.
  closeSync(openSync(file, 'a', onlyOwner));
  const writing = new DatabaseSync(file, { timeout: openingPatienceMs });
  writing.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on');
  // From here on `group-commit.ts` waits for the lock, without blocking the event loop.
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
  const reports = new SqliteReports(file, timer);
  /** Another process locks the file for too long; nothing of this transaction was done. */
  const tellBusy = (error: unknown): never => {
    throw isBusy(error) && request?.hasWritten() !== true ? new StoreBusy(error) : error;
  };

  return {
    name: 'sqlite',
    dialect: sqliteDialect,
    reader,
    report: (work) => work(reports.reader),
    transaction: (work) => groups.run(() => work(writer)).catch(tellBusy),
    // SQLite statements have no time limit.
    migration: (work) => groups.run(() => work(writer)),
    configurationRevision: () => revision.read(),
    configurationChanged: () => revision.forget(),
    waitMs: () => groups.waitMs(),
    ready: async () => {
      // Keep rollback data in memory: SQLite's default is a file, with two writes for every touched page. Set after
      // the migrations, whose rollback data may be as large as the database.
      writing.exec('pragma temp_store = memory');
      revision.prepare();
    },
    describe: async () => {
      flush.check();
      return file;
    },
    close: async () => {
      await groups.idle();
      await reports.close();
      await checkpoints.close();
      await flush.close();
      reading.close();
      writing.close();
    },
  };
}

/**
 * The configuration's revision, read from the file at most once per turn of the event loop. All requests of a turn
 * arrived before it began, so each still sees every change made before it was sent.
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
      // A statement that changes the schema may invalidate others, and is not worth keeping.
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
      // With `returning`, each returned row is a changed row.
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
