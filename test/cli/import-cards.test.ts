// `linehaul carriers import` as operators run it: its output and the files it writes, which a running server must
// accept.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { homeDay } from '../../src/domain/time/home-clock.ts';
import { linehaul } from '../support/components/program.ts';

const files = join(import.meta.dirname, '..', 'rate-cards');
const fixture = (name: string): string => join(files, name);

describe('importing rate cards on the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-import-cli-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const environment = { DATA_DIR: join(folder, 'data'), CARRIERS_DIR: join(folder, 'carriers') };
  const run = (...args: string[]) => linehaul(environment, 'carriers', 'import', ...args);
  const machship = [
    ...['--from', 'machship', fixture('machship.csv'), '--carrier', 'invented'],
    ...['--name', 'Invented Freight', '--zones', fixture('zones.csv')],
  ];

  test('a dry run shows prices and writes nothing, and a real run publishes the card', async () => {
    const tried = await run(...machship, '--breaks', 'whole', '--dry-run');
    assert.equal(tried.status, 0, tried.stderr);
    assert.match(tried.stdout, /Sydney +Melbourne +3 cartons of 18 kg +– +32\.02 +new/);
    assert.match(tried.stdout, /5 lines: 5 used, 0 refused\./);
    assert.match(tried.stdout, /this was a dry run/);
    assert.equal(existsSync(environment.CARRIERS_DIR), false);
    const done = await run(...machship, '--breaks', 'whole', '--json');
    assert.equal(done.status, 0, done.stderr);
    const report = JSON.parse(done.stdout);
    assert.deepEqual([report.written, report.folder], [true, environment.CARRIERS_DIR]);
    assert.equal(report.previews[0].card_after, 'INV-2027');
    const check = await linehaul(environment, 'carriers', 'check');
    assert.equal(check.status, 0, check.stdout);
    assert.match(check.stdout, /1 carrier in .*: no mistakes/);
  });

  test('an interrupted replacement of a carrier is undone before the first quote', async () => {
    const dir = join(folder, 'interrupted');
    const out = await run(...machship, '--breaks', 'whole', '--out', dir);
    assert.equal(out.status, 0, out.stderr);
    renameSync(join(dir, 'invented'), join(dir, '.invented.replaced'));
    const environmentThen = { ...environment, CARRIERS_DIR: dir };
    const { stdout } = await linehaul(environmentThen, 'carriers', 'list', '--json');
    const carriers = JSON.parse(stdout).map((card: { carrier: string }) => card.carrier);
    assert.ok(carriers.includes('Invented Freight'), stdout);
  });

  test('versions are scheduled, listed, downloaded, published again, rolled back and withdrawn', async () => {
    const versions = (...args: string[]) => linehaul(environment, 'rate-cards', ...args, '--json');
    const answer = async (...args: string[]) => {
      const { status, stdout, stderr } = await versions(...args);
      assert.equal(status, 0, stderr);
      return JSON.parse(stdout);
    };
    const day = homeDay(Date.now(), 30);
    const past = await run(...machship, '--breaks', 'whole', '--holds-from', '2026-01-05');
    assert.match(past.stderr, /--holds-from needs a day after today/);
    const options = ['--holds-from', day, '--note', 'July prices', '--fuel', '12'];
    const scheduled = await run(...machship, '--breaks', 'whole', ...options, '--json');
    assert.equal(JSON.parse(scheduled.stdout).version, 2, scheduled.stderr);
    const out = join(folder, 'downloaded');
    const { files } = await answer('download', 'invented', '1', '--out', out);
    assert.ok(files.includes('cards/INV-2027/lanes.csv'));
    const again = join(out, 'invented');
    const read = (path: string) => readFileSync(path, 'utf8');
    assert.equal(
      read(join(again, 'cards/INV-2027/card.json')),
      read(join(environment.CARRIERS_DIR, 'invented/cards/INV-2027/card.json')),
    );
    const tried = await linehaul(environment, 'rate-cards', 'publish', again, '--dry-run');
    assert.match(tried.stdout, /this was a dry run/, tried.stderr);
    assert.equal((await answer('publish', again)).version, 3);
    assert.equal((await answer('roll-back', 'invented', '1')).version, 4);
    assert.equal((await answer('withdraw', 'invented', '2')).status, 'withdrawn');
    const listed: { version: number; status: string; published_by: string; note: string }[] =
      await answer('list', 'invented');
    assert.deepEqual(
      listed.map(({ version, status }) => [version, status]),
      [
        [4, 'in_force'],
        [3, 'past'],
        [2, 'withdrawn'],
        [1, 'past'],
      ],
    );
    assert.match(listed[0]?.published_by ?? '', /^command line/);
    assert.equal(listed[2]?.note, 'July prices');
    const missing = await linehaul(environment, 'rate-cards', 'withdraw', 'invented', '9');
    assert.deepEqual(
      [missing.status, missing.stderr],
      [
        1,
        'invented has no version 9 of its rate cards. "linehaul rate-cards list invented" shows its versions.\n',
      ],
    );
  });

  test('carriers import: exits 2 and names the option when the file leaves a question open', async () => {
    const { status, stdout, stderr } = await run(...machship, '--dry-run');
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /Say it with --breaks/);
  });

  test('a rejected line is named with its fix, and the folder is unchanged', async () => {
    const damaged = join(folder, 'spoilt.csv');
    writeFileSync(damaged, readFileSync(fixture('machship.csv'), 'utf8').replace('0.8802', 'POA'));
    const out = join(folder, 'elsewhere');
    const args = machship.map((arg) => (arg === fixture('machship.csv') ? damaged : arg));
    const { status, stdout } = await run(...args, '--breaks', 'whole', '--out', out);
    assert.equal(status, 1);
    assert.match(
      stdout,
      /spoilt\.csv:6:\d+ this is not an amount \(Price is "POA"\)\. Write a plain/,
    );
    assert.match(stdout, /skip them with --skip-refused/);
    assert.equal(existsSync(out), false);
  });

  test('rejects mistyped options, a missing file and binary files before reading anything', async () => {
    assert.equal(
      (await run('--from', 'unknown', fixture('machship.csv'), '--carrier', 'x')).status,
      2,
    );
    assert.equal((await run(...machship, '--valid-from', '2027-02-30')).status, 2);
    assert.equal((await run(...machship, '--cubic', '7')).status, 2);
    const missing = await run('--from', 'machship', 'nowhere.csv', '--carrier', 'x');
    assert.deepEqual([missing.status, missing.stderr], [1, 'There is no file nowhere.csv.\n']);
    const bytes = join(folder, 'latin1.csv');
    writeFileSync(bytes, Buffer.from([0x41, 0xe9, 0x42]));
    const foreign = await run('--from', 'machship', bytes, '--carrier', 'x');
    assert.match(foreign.stderr, /is not UTF-8/);
  });

  test('import without a target folder explains how to name one', async () => {
    const { CARRIERS_DIR: _, ...bare } = environment;
    const { status, stderr } = await linehaul(bare, 'carriers', 'import', ...machship);
    assert.equal(status, 1);
    assert.match(stderr, /CARRIERS_DIR, name one with --out, or try with --dry-run/);
  });
});
