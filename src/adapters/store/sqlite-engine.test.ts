// What only the embedded engine promises: durable settings, groups of commits, copies while in use.
import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { memberDetails } from '../../../test/support/factories.ts';
import { silentLog, silentMeter } from '../../../test/support/silence.ts';
import { until } from '../../../test/support/until.ts';
import type { Engine } from './engine.ts';
import { GroupCommit } from './group-commit.ts';
import { LogFlush } from './log-flush.ts';
import { openStore } from './open-store.ts';
import { openSqlite } from './sqlite-engine.ts';

/** For databases of a test that need not survive a power cut. */
const noFlush = { check: () => {}, run: async () => {} };

describe('the embedded engine', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'linehaul-sqlite-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  test('is opened in WAL mode, with foreign keys, flushed by us and by SQLite around checkpoints', async () => {
    const engine = openSqlite(join(folder, 'settings.db'), () => {});
    const settings = await engine.transaction(async (db) => ({
      journal: (await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db)).rows[0],
      synchronous: (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0],
      timeout: (await sql<{ timeout: number }>`pragma busy_timeout`.execute(db)).rows[0],
      keys: (await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(db)).rows[0],
    }));
    assert.equal(settings.journal?.journal_mode, 'wal');
    assert.equal(settings.synchronous?.synchronous, 1);
    // Waiting inside SQLite would hold up every request of the process.
    assert.equal(settings.timeout?.timeout, 0);
    assert.equal(settings.keys?.foreign_keys, 1);
    await engine.close();
  });

  test('what a transaction might have to undo is kept in memory: a write needs no files but its own', async () => {
    const engine = openSqlite(join(folder, 'undo.db'), () => {});
    await engine.transaction(async (db) => {
      await sql`create table configuration (id integer primary key, revision integer)`.execute(db);
      await sql`create table t (a text)`.execute(db);
      for (let n = 0; n < 300; n += 1)
        await sql`insert into t values (${'x'.repeat(2_000)})`.execute(db);
    });
    await engine.ready();
    const openFiles = await engine.transaction(async (db) => {
      await sql`update t set a = ${'y'.repeat(2_000)}`.execute(db);
      return filesOfThisProcess();
    });
    assert.deepEqual(
      // What SQLite calls its temporary files.
      openFiles.filter((file) => file.includes('etilqs')),
      [],
    );
    await engine.close();
  });

  test('nobody is told of success before what was written is on the disk', async () => {
    const database = new DatabaseSync(join(folder, 'flush.db'));
    database.exec('create table t (a integer)');
    const flushed = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const groups = new GroupCommit(database, {
      check: () => {},
      run: () => {
        begun.resolve();
        return flushed.promise;
      },
    });
    let isTold = false;
    const written = groups.run(async () => database.exec('insert into t values (1)'));
    void written.then(() => {
      isTold = true;
    });
    await begun.promise;
    assert.equal(database.isTransaction, false, 'it is committed');
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isTold, false);
    flushed.resolve();
    await written;
    database.close();
  });

  test('a group as large as the one on its way to the disk is written beside it, and no third', async () => {
    const database = new DatabaseSync(join(folder, 'beside.db'));
    database.exec('create table t (a integer)');
    const flushes: PromiseWithResolvers<void>[] = [];
    const groups = new GroupCommit(database, {
      check: () => {},
      run: () => {
        const flush = Promise.withResolvers<void>();
        flushes.push(flush);
        return flush.promise;
      },
    });
    const told: number[] = [];
    const insert = async (a: number): Promise<void> => {
      await groups.run(async () => database.exec(`insert into t values (${a})`));
      told.push(a);
    };
    const numbers = (from: number, to: number): number[] =>
      Array.from({ length: to - from + 1 }, (_, n) => from + n);
    const rows = (): unknown => database.prepare('select count(*) as n from t').get()?.n;
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const all = [insert(1)];
    await turn();
    await turn();
    assert.deepEqual([rows(), flushes.length], [1, 1]);
    all.push(insert(2));
    await turn();
    assert.equal(rows(), 1, 'one alone waits for the disk');
    all.push(...numbers(3, 9).map(insert));
    await turn();
    assert.deepEqual([rows(), flushes.length], [9, 2], 'eight do not');
    all.push(...numbers(10, 20).map(insert));
    await turn();
    assert.equal(rows(), 9, 'two groups are on their way already');
    assert.deepEqual(told, []);
    flushes[1]?.resolve();
    await turn();
    assert.deepEqual(told, numbers(2, 9));
    assert.deepEqual([rows(), flushes.length], [20, 3]);
    flushes[2]?.resolve();
    await turn();
    flushes[0]?.resolve();
    await Promise.all(all);
    assert.deepEqual(told, [...numbers(2, 20), 1]);
    await groups.idle();
    database.close();
  });

  test('tells how long the next one would wait: behind a slow disk, not behind another process that writes', async () => {
    const database = new DatabaseSync(join(folder, 'line.db'));
    database.exec('create table t (a integer)');
    let nowMs = 0;
    const flushes: PromiseWithResolvers<void>[] = [];
    const groups = new GroupCommit(
      database,
      {
        check: () => {},
        run: () => {
          const flush = Promise.withResolvers<void>();
          flushes.push(flush);
          return flush.promise;
        },
      },
      { nowMs: () => nowMs },
    );
    const all: Promise<void>[] = [];
    const come = (count: number): void => {
      for (let a = 0; a < count; a += 1)
        all.push(groups.run(async () => database.exec(`insert into t values (${a})`)));
    };
    const flushEnds = async (count: number): Promise<void> => {
      await until('a group is on its way to the disk', () => flushes.length >= count);
      flushes[count - 1]?.resolve();
    };
    come(1);
    assert.equal(groups.waitMs(), 0);
    await until('the first is on its way', () => flushes.length === 1);
    come(640);
    await until('as many as share a commit are beside it', () => flushes.length === 2);
    assert.equal(groups.waitMs(), 0, 'how slow the disk is can not be known yet');
    nowMs = 1_000;
    await flushEnds(1);
    await until('the next group is on its way', () => flushes.length === 3);
    nowMs = 1_200;
    assert.equal(groups.waitMs(), 4_000, '512 in line, 128 in a second');
    for (let n = 2; n <= 11; n += 1) await flushEnds(n);
    await Promise.all(all);
    assert.equal(groups.waitMs(), 0);

    const other = new DatabaseSync(join(folder, 'line.db'));
    other.exec('begin immediate');
    come(1);
    await new Promise((resolve) => setImmediate(resolve));
    come(10);
    nowMs += 1_900;
    assert.ok(groups.waitMs() < 100, 'a short lock');
    nowMs += 200;
    assert.equal(groups.waitMs(), 2_100, 'a long one');
    other.close();
    for (let n = 12; n <= 13; n += 1) await flushEnds(n);
    await Promise.all(all);
    await groups.idle();
    database.close();
  });

  test('after a flush that failed nothing more is written', async () => {
    const file = join(folder, 'unflushed.db');
    const database = new DatabaseSync(file);
    database.exec('create table t (a integer)');
    // There is no log: as good as a disk that does not take it.
    const flush = new LogFlush(file);
    const groups = new GroupCommit(database, flush);
    const insert = (a: number) =>
      groups.run(async () => void database.prepare('insert into t values (?)').run(a));
    await assert.rejects(insert(1), /The disk did not take what was written/);
    // What the disk does later says nothing about what it did not do.
    writeFileSync(`${file}-wal`, '');
    await assert.rejects(insert(2), /The disk did not take what was written/);
    assert.throws(() => flush.check(), /The disk did not take what was written/);
    assert.deepEqual(
      database
        .prepare('select a from t')
        .all()
        .map(({ a }) => a),
      [1],
      'the first was committed before it failed; the second was not begun',
    );
    database.close();
  });

  test('can not be written through its reading connection', async () => {
    const engine: Engine = openSqlite(join(folder, 'reader.db'), () => {});
    await assert.rejects(sql`create table t (a)`.execute(engine.reader), /readonly/);
    await engine.close();
  });

  test('writes of concurrent requests share commits', async () => {
    const database = new DatabaseSync(join(folder, 'groups.db'));
    database.exec('create table t (a integer)');
    let commits = 0;
    const watched = new Proxy(database, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'exec') return typeof value === 'function' ? value.bind(target) : value;
        return (text: string) => {
          if (text === 'commit') commits += 1;
          target.exec(text);
        };
      },
    });
    const counted = new GroupCommit(watched, noFlush);
    const insert = (a: number) =>
      counted.run(async () => database.exec(`insert into t values (${a})`));
    await Promise.all(Array.from({ length: 100 }, (_, a) => insert(a)));
    assert.equal(commits, 2, 'a hundred writes in groups of at most 64');
    assert.equal(database.prepare('select count(*) as n from t').get()?.n, 100);
    database.close();
  });

  test('a failing unit of a group is undone alone', async () => {
    const database = new DatabaseSync(join(folder, 'units.db'));
    database.exec('create table t (a integer primary key)');
    const groups = new GroupCommit(database, noFlush);
    const insert = (a: number) =>
      groups.run(async () => database.exec(`insert into t values (${a})`));
    const outcomes = await Promise.allSettled([insert(1), insert(2), insert(1), insert(3)]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(
      database
        .prepare('select a from t order by a')
        .all()
        .map((row) => row.a),
      [1, 2, 3],
    );
    database.close();
  });

  test('a transaction begun inside another is a mistake that says so instead of waiting for ever', async () => {
    const database = new DatabaseSync(join(folder, 'nested.db'));
    const groups = new GroupCommit(database, noFlush);
    await assert.rejects(
      groups.run(() => groups.run(async () => {})),
      /begun inside another/,
    );
    database.close();
  });

  test('waits for another process that is writing', async () => {
    const file = join(folder, 'lock.db');
    const engine = openSqlite(file, () => {});
    const other = new DatabaseSync(file);
    other.exec('create table t (a integer); begin immediate; insert into t values (1)');
    const writing = engine.transaction(async (db) => {
      await sql`insert into t values (2)`.execute(db);
    });
    // Let it try and find the lock taken before the other lets go.
    await new Promise((resolve) => setImmediate(resolve));
    other.exec('commit');
    await writing;
    assert.equal(other.prepare('select count(*) as n from t').get()?.n, 2);
    other.close();
    await engine.close();
  });

  test('gives the lock up by the clock, however long each try takes', async () => {
    const database = new DatabaseSync(join(folder, 'patience.db'));
    let nowMs = 0;
    let tries = 0;
    const alwaysBusy = new Proxy(database, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'exec') return typeof value === 'function' ? value.bind(target) : value;
        return () => {
          tries += 1;
          nowMs += 1_000;
          throw Object.assign(new Error('database is locked'), { errcode: 5 });
        };
      },
    });
    const groups = new GroupCommit(alwaysBusy, noFlush, { nowMs: () => nowMs });
    await assert.rejects(
      groups.run(async () => {}),
      /locked/,
    );
    assert.equal(tries, 10);
    database.close();
  });

  test('is opened for reading while another process writes', async () => {
    const dataDir = join(folder, 'locked');
    const options = {
      databaseUrl: undefined,
      dataDir,
      nowMs: 0,
      log: silentLog,
      meter: silentMeter,
    } as const;
    const { store } = await openStore({ ...options, schema: 'bring_up_to_date' });
    await store.close();
    const other = new DatabaseSync(join(dataDir, 'linehaul.db'));
    other.exec('begin immediate');
    for (const schema of ['as_it_is', 'bring_up_to_date'] as const) {
      const { store: second } = await openStore({ ...options, schema });
      assert.deepEqual(await second.members.list(), []);
      await second.close();
    }
    other.close();
  });

  test('nobody else on the machine may read the database, its log or a copy', async () => {
    const dataDir = join(folder, 'private');
    const { store } = await openStore({
      databaseUrl: undefined,
      dataDir,
      nowMs: 0,
      schema: 'bring_up_to_date',
      log: silentLog,
      meter: silentMeter,
    });
    await store.backup(join(dataDir, 'copy.db'), () => {});
    const mode = (file: string) => (statSync(join(dataDir, file)).mode & 0o777).toString(8);
    assert.equal(mode('.'), '700');
    for (const file of ['linehaul.db', 'linehaul.db-wal', 'linehaul.db-shm', 'copy.db']) {
      assert.equal(mode(file), '600', file);
    }
    await store.close();
  });

  test('a copy made while members are being added is whole and opens as a database', async () => {
    const dataDir = join(folder, 'busy');
    const options = {
      databaseUrl: undefined,
      nowMs: 0,
      schema: 'bring_up_to_date',
      log: silentLog,
      meter: silentMeter,
    } as const;
    const { store } = await openStore({ ...options, dataDir });
    const add = (n: number) =>
      store.members.add({
        ...memberDetails({ email: `m${n}@example.com` }),
        passwordHash: 'x',
        createdAtMs: 0,
      });
    for (let n = 0; n < 200; n += 1) await add(n);
    const shares: number[] = [];
    const copying = store.backup(join(folder, 'copy.db'), (share) => shares.push(share));
    await Promise.all([copying, ...Array.from({ length: 200 }, (_, n) => add(200 + n))]);
    assert.equal((await store.members.list()).length, 400);
    await store.close();

    const restored = join(folder, 'restored');
    const { store: fresh } = await openStore({ ...options, dataDir: restored });
    await fresh.close();
    copyFileSync(join(folder, 'copy.db'), join(restored, 'linehaul.db'));
    const { store: second } = await openStore({ ...options, dataDir: restored });
    const members = await second.members.list();
    assert.ok(members.length >= 200);
    // Members are numbered in the order they were added: a consistent copy has no gaps.
    assert.deepEqual(
      members.map(({ id }) => Number(id)),
      members.map((_, n) => n + 1),
    );
    await second.close();
    const check = new DatabaseSync(join(restored, 'linehaul.db'));
    assert.equal(check.prepare('pragma integrity_check').get()?.integrity_check, 'ok');
    check.close();
  });
});

/** None where the system does not show them. */
function filesOfThisProcess(): string[] {
  const list = '/proc/self/fd';
  if (!existsSync(list)) return [];
  return readdirSync(list).map((descriptor) => {
    try {
      return readlinkSync(join(list, descriptor));
    } catch {
      // The list itself was open while it was read.
      return '';
    }
  });
}
