// Group commits: requests share a commit, succeed only after its flush, are undone one by one, and wait no longer than
// their limit.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { until } from '../../../../test/support/until.ts';
import { GroupCommit } from './group-commit.ts';
import { LogFlush } from './log-flush.ts';

/** For tests that do not depend on flushing. */
const noFlush = { check: () => {}, run: async () => {} };

/** Flushes that the test ends, in the order in which they began. */
function heldFlushes() {
  const flushes: PromiseWithResolvers<void>[] = [];
  const flush = {
    check: () => {},
    run: () => {
      const one = Promise.withResolvers<void>();
      flushes.push(one);
      return one.promise;
    },
  };
  return { flushes, flush };
}

describe('groups of commits', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'linehaul-groups-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  test('reports success only after the write is on the disk', async () => {
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
    let hasSucceeded = false;
    const written = groups.run(async () => database.exec('insert into t values (1)'));
    void written.then(() => {
      hasSucceeded = true;
    });
    await begun.promise;
    assert.equal(database.isTransaction, false, 'the write is not committed');
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(hasSucceeded, false);
    flushed.resolve();
    await written;
    database.close();
  });

  test('writes a second group beside an equally large one that is being flushed, but no third', async () => {
    const database = new DatabaseSync(join(folder, 'beside.db'));
    database.exec('create table t (a integer)');
    const { flushes, flush } = heldFlushes();
    const groups = new GroupCommit(database, flush);
    const succeeded: number[] = [];
    const insert = async (a: number): Promise<void> => {
      await groups.run(async () => database.exec(`insert into t values (${a})`));
      succeeded.push(a);
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
    assert.equal(rows(), 1, 'a single write waits for the flush');
    all.push(...numbers(3, 9).map(insert));
    await turn();
    assert.deepEqual([rows(), flushes.length], [9, 2], 'eight writes start a second group');
    all.push(...numbers(10, 20).map(insert));
    await turn();
    assert.equal(rows(), 9, 'a third group waits');
    assert.deepEqual(succeeded, []);
    flushes[1]?.resolve();
    await turn();
    assert.deepEqual(succeeded, numbers(2, 9));
    assert.deepEqual([rows(), flushes.length], [20, 3]);
    flushes[2]?.resolve();
    await turn();
    flushes[0]?.resolve();
    await Promise.all(all);
    assert.deepEqual(succeeded, [...numbers(2, 20), 1]);
    await groups.idle();
    database.close();
  });

  test('estimates the wait behind a slow disk, but not behind another writing process', async () => {
    const database = new DatabaseSync(join(folder, 'line.db'));
    database.exec('create table t (a integer)');
    let nowMs = 0;
    const { flushes, flush } = heldFlushes();
    const groups = new GroupCommit(database, flush, { nowMs: () => nowMs });
    const all: Promise<void>[] = [];
    const insert = (count: number): void => {
      for (let a = 0; a < count; a += 1)
        all.push(groups.run(async () => database.exec(`insert into t values (${a})`)));
    };
    const flushEnds = async (count: number): Promise<void> => {
      await until('a group is being flushed', () => flushes.length >= count);
      flushes[count - 1]?.resolve();
    };
    insert(1);
    assert.equal(groups.waitMs(), 0);
    await until('the first group is being flushed', () => flushes.length === 1);
    insert(640);
    await until('a full group is flushed beside it', () => flushes.length === 2);
    assert.equal(groups.waitMs(), 0, 'the speed of the disk is unknown');
    nowMs = 1_000;
    await flushEnds(1);
    await until('the next group is being flushed', () => flushes.length === 3);
    nowMs = 1_200;
    assert.equal(groups.waitMs(), 4_000, '512 waiting writes, 128 per second');
    for (let n = 2; n <= 11; n += 1) await flushEnds(n);
    await Promise.all(all);
    assert.equal(groups.waitMs(), 0);

    const other = new DatabaseSync(join(folder, 'line.db'));
    other.exec('begin immediate');
    insert(1);
    await new Promise((resolve) => setImmediate(resolve));
    insert(10);
    nowMs += 1_900;
    assert.ok(groups.waitMs() < 100, 'a short lock');
    nowMs += 200;
    assert.equal(groups.waitMs(), 2_100, 'a long lock');
    other.close();
    for (let n = 12; n <= 13; n += 1) await flushEnds(n);
    await Promise.all(all);
    await groups.idle();
    database.close();
  });

  test('writes nothing more after a failed flush', async () => {
    const file = join(folder, 'unflushed.db');
    const database = new DatabaseSync(file);
    database.exec('create table t (a integer)');
    // The database has no write-ahead log, so the flush fails.
    const flush = new LogFlush(file);
    const groups = new GroupCommit(database, flush);
    const insert = (a: number) =>
      groups.run(async () => void database.prepare('insert into t values (?)').run(a));
    await assert.rejects(insert(1), /The disk did not take what was written/);
    // A later flush could succeed, but that proves nothing about the failed one.
    writeFileSync(`${file}-wal`, '');
    await assert.rejects(insert(2), /The disk did not take what was written/);
    assert.throws(() => flush.check(), /The disk did not take what was written/);
    assert.deepEqual(
      database
        .prepare('select a from t')
        .all()
        .map(({ a }) => a),
      [1],
      'the first insert was committed before the flush failed; the second never began',
    );
    database.close();
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

  test('undoes only the failing unit of a group', async () => {
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

  test('rejects a transaction begun inside another instead of waiting for ever', async () => {
    const database = new DatabaseSync(join(folder, 'nested.db'));
    const groups = new GroupCommit(database, noFlush);
    await assert.rejects(
      groups.run(() => groups.run(async () => {})),
      /begun inside another/,
    );
    database.close();
  });

  test('stops waiting for the lock on time even if each try is slow', async () => {
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
});
