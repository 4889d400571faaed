// `linehaul backup`: copies the embedded database completely or not at all.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { launchServer, linehaul } from '../support/components/program.ts';
import { until } from '../support/until.ts';
import { temporaryFolder } from './environments.ts';

describe('backup on the command line', () => {
  test('backup reports a missing database or target folder', async () => {
    const dataDir = temporaryFolder();
    const file = join(dataDir, 'copies', 'copy.db');
    const missing = await linehaul({ DATA_DIR: dataDir }, 'backup', join(dataDir, 'copy.db'));
    assert.equal(missing.status, 1);
    assert.match(missing.stderr, /There is no database at .*linehaul\.db/);
    assert.ok(!existsSync(join(dataDir, 'linehaul.db')));
    await linehaul({ DATA_DIR: dataDir }, 'migrate');
    const noFolder = await linehaul({ DATA_DIR: dataDir }, 'backup', file);
    assert.equal(noFolder.status, 1);
    assert.ok(noFolder.stderr.includes(`There is no folder ${join(dataDir, 'copies')}`));
    rmSync(dataDir, { recursive: true });
  });

  test('backup copies the embedded database, never overwrites, and the copy can be restored', async () => {
    const dataDir = temporaryFolder();
    const file = join(dataDir, 'copy.db');
    await linehaul({ DATA_DIR: dataDir }, 'member', 'add', '--email', 'a@example.com');
    const first = await linehaul({ DATA_DIR: dataDir }, 'backup', file, '--json');
    assert.deepEqual(JSON.parse(first.stdout), { file });
    const second = await linehaul({ DATA_DIR: dataDir }, 'backup', file);
    assert.equal(second.status, 1);
    assert.match(second.stderr, /exists already/);
    // Restores as docs/operators/backup.md says: an empty data folder with the copy as linehaul.db.
    const restored = temporaryFolder();
    copyFileSync(file, join(restored, 'linehaul.db'));
    const { stdout } = await linehaul({ DATA_DIR: restored }, 'member', 'list', '--json');
    assert.equal(JSON.parse(stdout)[0].email, 'a@example.com');
    rmSync(dataDir, { recursive: true });
    rmSync(restored, { recursive: true });
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    test(`a backup ended by ${signal} leaves no file, says so and can be repeated`, async () => {
      const dataDir = temporaryFolder();
      await linehaul({ DATA_DIR: dataDir }, 'migrate');
      const database = new DatabaseSync(join(dataDir, 'linehaul.db'));
      // Large enough that the backup takes a while.
      database.exec('create table ballast (b); insert into ballast values (zeroblob(200000000))');
      database.close();
      const copies = temporaryFolder();
      const file = join(copies, 'copy.db');
      const { listening, ...backup } = launchServer({ DATA_DIR: dataDir }, ['backup', file]);
      const ended = once(backup.process, 'exit');
      await until('the backup has begun', () =>
        readdirSync(copies).some((name) => statSync(join(copies, name)).size > 0),
      );
      backup.process.kill(signal);
      assert.deepEqual(await ended, [1, null]);
      await backup.says('interrupted');
      await assert.rejects(listening);
      assert.deepEqual(readdirSync(copies), []);

      // A file left behind by a killed backup must not block the next one.
      writeFileSync(`${file}.part`, 'half a copy');
      const again = await linehaul({ DATA_DIR: dataDir }, 'backup', file);
      assert.equal(again.status, 0, again.stderr);
      assert.deepEqual(readdirSync(copies), ['copy.db']);
      rmSync(dataDir, { recursive: true });
      rmSync(copies, { recursive: true });
    });

  test('backup copies a database of a newer program and rejects an empty file', async () => {
    const dataDir = temporaryFolder();
    await linehaul({ DATA_DIR: dataDir }, 'member', 'add', '--email', 'a@example.com');
    const database = new DatabaseSync(join(dataDir, 'linehaul.db'));
    database.exec("insert into schema_versions values (9999, 'tomorrow', 0)");
    database.close();
    assert.equal((await linehaul({ DATA_DIR: dataDir }, 'member', 'list')).status, 1);
    const file = join(dataDir, 'copy.db');
    const { status, stderr } = await linehaul({ DATA_DIR: dataDir }, 'backup', file);
    assert.equal(status, 0, stderr);
    const copy = new DatabaseSync(file, { readOnly: true });
    assert.equal(copy.prepare('select email from members').get()?.email, 'a@example.com');
    copy.close();
    rmSync(dataDir, { recursive: true });

    const empty = temporaryFolder();
    writeFileSync(join(empty, 'linehaul.db'), '');
    const refused = await linehaul({ DATA_DIR: empty }, 'backup', join(empty, 'copy.db'));
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /There is no database at/);
    rmSync(empty, { recursive: true });
  });

  test('backup to an unwritable folder names the file', async () => {
    const dataDir = temporaryFolder();
    await linehaul({ DATA_DIR: dataDir }, 'migrate');
    const { status, stderr } = await linehaul({ DATA_DIR: dataDir }, 'backup', '/proc/copy.db');
    assert.equal(status, 1);
    assert.match(stderr, /\/proc\/copy\.db cannot be written/);
    assert.doesNotMatch(stderr, /port|DATA_DIR/);
    rmSync(dataDir, { recursive: true });
  });
});
