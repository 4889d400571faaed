import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { silentLog } from '../../../../test/support/test-logs.ts';
import { until } from '../../../../test/support/until.ts';
import { Checkpoints } from './checkpoints.ts';
import { openSqlite } from './sqlite-engine.ts';

describe("SQLite's log", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'linehaul-checkpoints-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  test('a thread checkpoints the log long before SQLite would', async () => {
    const file = join(folder, 'carried.db');
    const engine = openSqlite(file, () => {});
    await engine.transaction((db) => sql`create table t (a text)`.execute(db));
    const pages = () => statSync(file).size / 4096;
    const few = pages();
    for (let n = 0; n < 300; n += 1) {
      await engine.transaction((db) =>
        sql`insert into t values (${'x'.repeat(2_000)})`.execute(db),
      );
    }
    await until('the file has grown', () => pages() > few + 100);
    await engine.close();
    const again = new DatabaseSync(file);
    assert.equal(again.prepare('select count(*) as n from t').get()?.n, 300);
    again.close();
  });

  test('SQLite checkpoints the log itself when the thread fails', async () => {
    const writing = new DatabaseSync(join(folder, 'alone.db'));
    writing.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 7');
    const checkpoints = new Checkpoints(join(folder, 'no such folder', 'alone.db'), writing);
    for (let n = 0; n < 1_000; n += 1) checkpoints.committed();
    const pages = () => writing.prepare('pragma wal_autocheckpoint').get()?.wal_autocheckpoint;
    await until('SQLite checkpoints', () => pages() === 1_000);
    await checkpoints.close();
    writing.close();
  });

  test('SQLite checkpoints the log when no thread can be started, and no commit fails', async () => {
    const warnings: string[] = [];
    const writing = new DatabaseSync(join(folder, 'crowded.db'));
    writing.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 7');
    const checkpoints = new Checkpoints(join(folder, 'crowded.db'), writing, {
      open: () => {
        throw new Error('no thread is left');
      },
      log: { ...silentLog, warn: (_facts, sentence) => warnings.push(sentence) },
    });
    for (let n = 0; n < 1_000; n += 1) checkpoints.committed();
    assert.deepEqual(
      warnings.map((sentence) => /quotes may wait/.test(sentence)),
      [true],
    );
    assert.equal(writing.prepare('pragma wal_autocheckpoint').get()?.wal_autocheckpoint, 1_000);
    await checkpoints.close();
    writing.close();
  });
});

test('a process that only waits for its store to close stays alive until it is closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-closing-'));
  const engine = new URL('./sqlite-engine.ts', import.meta.url).href;
  const kysely = import.meta.resolve('kysely');
  const program = `
    const { openSqlite } = await import(${JSON.stringify(engine)});
    const { sql } = await import(${JSON.stringify(kysely)});
    const opened = openSqlite(${JSON.stringify(join(folder, 'closed.db'))}, () => {});
    await opened.transaction((db) => sql\`create table t (a text)\`.execute(db));
    for (let n = 0; n < 300; n += 1)
      await opened.transaction((db) => sql\`insert into t values ('x')\`.execute(db));
    await opened.close();
    console.log('closed');`;
  const file = join(folder, 'program.mjs');
  writeFileSync(file, program);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    assert.equal(stdout.trim(), 'closed');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
