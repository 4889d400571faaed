// Promises of the embedded engine alone: durable settings, sharing the file with other processes, copies while in use.
import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { memberDetails } from '../../../../test/support/factories.ts';
import { silentLog, silentMeter } from '../../../../test/support/test-logs.ts';
import { StoreBusy } from '../../../application/ports.ts';
import { openStore } from '../open-store.ts';
import type { Engine } from './engine.ts';
import { backupSqlite } from './sqlite-backup.ts';
import { openSqlite } from './sqlite-engine.ts';

describe('the embedded engine', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'linehaul-sqlite-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  test('reads a report in another thread, which sees what is committed, writes nothing and rejects a wrong statement', async () => {
    const timed: string[] = [];
    const engine = openSqlite(join(folder, 'reports.db'), (_seconds, text) => timed.push(text));
    const report = (text: string) => engine.report?.((db) => sql.raw(text).execute(db));
    await engine.transaction(async (db) => {
      await sql`create table counted (n integer)`.execute(db);
      await sql`insert into counted values (1), (2)`.execute(db);
    });
    const sum = 'select sum(n) as sum from counted';
    assert.deepEqual((await report(sum))?.rows, [{ sum: 3 }]);
    assert.ok(timed.includes(sum));
    await assert.rejects(report('delete from counted') ?? assert.fail(), /readonly/);
    await assert.rejects(report('select * from missing') ?? assert.fail(), /no such table/);
    assert.deepEqual((await report(sum))?.rows, [{ sum: 3 }]);
    await engine.close();
  });

  test('opens in WAL mode with foreign keys, flushed by us and by SQLite around checkpoints', async () => {
    const engine = openSqlite(join(folder, 'settings.db'), () => {});
    const settings = await engine.transaction(async (db) => ({
      journal: (await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db)).rows[0],
      synchronous: (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0],
      timeout: (await sql<{ timeout: number }>`pragma busy_timeout`.execute(db)).rows[0],
      keys: (await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(db)).rows[0],
    }));
    assert.equal(settings.journal?.journal_mode, 'wal');
    assert.equal(settings.synchronous?.synchronous, 1);
    // Waiting inside SQLite would block every request of the process.
    assert.equal(settings.timeout?.timeout, 0);
    assert.equal(settings.keys?.foreign_keys, 1);
    await engine.close();
  });

  test('keeps its undo journal in memory and opens no temporary files', async () => {
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
      // SQLite's temporary files have this word in their names.
      openFiles.filter((file) => file.includes('etilqs')),
      [],
    );
    await engine.close();
  });

  test('refuses writes on the reading connection', async () => {
    const engine: Engine = openSqlite(join(folder, 'reader.db'), () => {});
    await assert.rejects(sql`create table t (a)`.execute(engine.reader), /readonly/);
    await engine.close();
  });

  test('waits for another process that is writing', async () => {
    const file = join(folder, 'lock.db');
    const engine = openSqlite(file, () => {});
    const other = new DatabaseSync(file);
    other.exec('create table t (a integer); begin immediate; insert into t values (1)');
    const writing = engine.transaction(async (db) => {
      await sql`insert into t values (2)`.execute(db);
    });
    // In this turn the engine finds the file locked.
    await new Promise((resolve) => setImmediate(resolve));
    other.exec('commit');
    await writing;
    assert.equal(other.prepare('select count(*) as n from t').get()?.n, 2);
    other.close();
    await engine.close();
  });

  for (const [has, error] of [
    [false, StoreBusy],
    [true, /database is locked/],
  ] as const) {
    test(`reports a long write of another process as ${has ? 'a fault once the request has written' : 'too busy'}`, async (t) => {
      const file = join(folder, `locked-${has}.db`);
      const request = { noteWritten: () => {}, hasWritten: () => has };
      const engine = openSqlite(file, () => {}, { request });
      const other = new DatabaseSync(file);
      other.exec('create table t (a integer); begin immediate; insert into t values (1)');
      const real = performance.now.bind(performance);
      let aheadMs = 0;
      t.mock.method(performance, 'now', () => real() + aheadMs);
      const writing = engine.transaction(async (db) => {
        await sql`insert into t values (2)`.execute(db);
      });
      // The engine starts to measure its wait in this turn.
      await new Promise((resolve) => setImmediate(resolve));
      aheadMs = 3_600_000;
      await assert.rejects(writing, error);
      other.exec('commit');
      assert.equal(other.prepare('select count(*) as n from t').get()?.n, 1);
      other.close();
      await engine.close();
    });
  }

  test('can be opened for reading while another process writes', async () => {
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

  test('keeps the database, its log and copies private to their owner', async () => {
    const dataDir = join(folder, 'private');
    const { store } = await openStore({
      databaseUrl: undefined,
      dataDir,
      nowMs: 0,
      schema: 'bring_up_to_date',
      log: silentLog,
      meter: silentMeter,
    });
    await backupSqlite(join(dataDir, 'linehaul.db'), join(dataDir, 'copy.db'));
    const mode = (file: string) => (statSync(join(dataDir, file)).mode & 0o777).toString(8);
    assert.equal(mode('.'), '700');
    for (const file of ['linehaul.db', 'linehaul.db-wal', 'linehaul.db-shm', 'copy.db']) {
      assert.equal(mode(file), '600', file);
    }
    await store.close();
  });

  test('a copy made while members are being added is complete and opens as a database', async () => {
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
    const copying = backupSqlite(join(dataDir, 'linehaul.db'), join(folder, 'copy.db'), {
      onProgress: (share) => shares.push(share),
    });
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

/** Empty on systems without /proc. */
function filesOfThisProcess(): string[] {
  const list = '/proc/self/fd';
  if (!existsSync(list)) return [];
  return readdirSync(list).map((descriptor) => {
    try {
      return readlinkSync(join(list, descriptor));
    } catch {
      // The descriptor of the listing itself is already closed.
      return '';
    }
  });
}
