// What all commands share: results as JSON, errors on standard error, exit statuses, and the sources of the
// configuration.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import {
  linehaul,
  linehaulIn,
  linehaulPiped,
  type RunningServer,
  startServer,
} from '../support/components/program.ts';
import { onEachDatabase, temporaryFolder } from './environments.ts';

onEachDatabase('command line', ({ environment, json }) => {
  // The first command creates the database.
  before(() => json('member add --email jo@example.com --password pass'));

  test('migrate reports the applied migrations', async () => {
    const report = await json('migrate');
    assert.equal(report.from, report.to);
    assert.deepEqual(report.applied, []);
  });

  test('commands work while the server runs, and the server notices their changes at once', async () => {
    const server: RunningServer = await startServer(environment());
    try {
      const { id } = await json('member add --email live@example.com --password x');
      const { id: keyId, key } = await json(`key add --member ${id}`);
      const ask = () => fetch(`${server.url}/api/v5/member`, { headers: { 'api-key': key } });
      assert.equal((await ask()).status, 200);
      await json(`key set --id ${keyId} --status off`);
      assert.equal((await ask()).status, 401);
    } finally {
      assert.equal(await server.stop(), 0);
    }
  });
});

describe('command line anywhere', () => {
  test('wrong usage is exit status 2 and points to the help', async () => {
    for (const line of [
      'member add',
      'member set --member 1 --discount 101',
      'member set --member 1',
      'key set --id x --status on',
      'credit set --member 1 --limit -5',
      'key add --member 1 --type joomla',
      'dance',
      'serve please',
      'serve --journey 60',
    ]) {
      const { status, stdout, stderr } = await linehaul({}, ...line.split(' '));
      assert.equal(status, 2, line);
      assert.equal(stdout, '');
      assert.match(stderr, /--help/, line);
    }
  });

  test('exits 0 when the reader closes the pipe and 1 when the output cannot be written', async () => {
    const dataDir = temporaryFolder();
    const list = ['carriers', 'list', '--json'];
    const piped = await linehaulPiped({ DATA_DIR: dataDir }, 'true', ...list);
    assert.deepEqual([piped.status, piped.stderr], [0, '']);
    const toFullDisk = ['-c', 'exec "$@" > /dev/full', 'sh', process.execPath, 'bin/linehaul.js'];
    const full = spawnSync('sh', [...toFullDisk, ...list], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    assert.equal(full.status, 1);
    assert.match(full.stderr, /^Could not write the result: ENOSPC.*\n$/);
    rmSync(dataDir, { recursive: true });
  });

  test('output outside a terminal has no colours, even on a CI server', async () => {
    const dataDir = temporaryFolder();
    const { stdout } = await linehaul({ DATA_DIR: dataDir, CI: '1', TERM: 'xterm' }, 'doctor');
    assert.match(stdout, /ok/);
    assert.ok(!stdout.includes('\u001b['));
    rmSync(dataDir, { recursive: true });
  });

  test('help lists every command and each command explains its options', async () => {
    const { status, stdout } = await linehaul({}, '--help');
    assert.equal(status, 0);
    for (const command of ['serve', 'member', 'key', 'credit', 'backup', 'doctor', 'migrate']) {
      assert.match(stdout, new RegExp(`^  ${command}`, 'm'));
    }
    const { stdout: help } = await linehaul({}, 'member', 'set', '--help');
    assert.match(help, /--live-booking <on\|off>/);
  });

  test('an .env file may begin with a byte order mark, and a line that sets nothing is named', async () => {
    const folder = temporaryFolder();
    const run = (text: string) => {
      writeFileSync(join(folder, '.env'), text);
      return linehaulIn(folder, { DATA_DIR: folder }, 'doctor', '--json');
    };
    const marked = await run('\uFEFFPORT=9123\r\nLIMIT_V5_PER_MINUT=5\r\n');
    const { config, findings } = JSON.parse(marked.stdout);
    assert.equal(config.PORT.value, '9123');
    assert.match(JSON.stringify(findings), /unknown settings: LIMIT_V5_PER_MINUT\./);
    const wrong = await run('PORT=9123\nHOST 0.0.0.0\n');
    assert.equal(wrong.status, 1);
    assert.match(wrong.stdout, /"status":"problem","detail":"line 2 of \.env is not NAME=value"/);
    // Docker creates a folder when the file to mount does not exist.
    rmSync(join(folder, '.env'));
    mkdirSync(join(folder, '.env'));
    const unread = await linehaulIn(folder, { DATA_DIR: folder }, 'doctor', '--json');
    assert.equal(unread.status, 1);
    assert.match(unread.stdout, /"status":"problem","detail":"\.env cannot be read \(EISDIR\): /);
    rmSync(folder, { recursive: true });
  });

  test('every configuration problem is reported at once', async () => {
    const wrong = { PORT: 'x', LOG_LEVEL: 'loud' };
    for (const command of [['serve'], ['member', 'list']]) {
      const { status, stderr } = await linehaul(wrong, ...command);
      assert.equal(status, 1);
      assert.match(stderr, /2 problems:\n {2}PORT .*\n {2}LOG_LEVEL /);
    }
    const { status, stdout } = await linehaul(wrong, 'doctor', '--json');
    assert.equal(status, 1);
    const { findings } = JSON.parse(stdout) as { findings: { status: string }[] };
    assert.equal(findings.filter((finding) => finding.status === 'problem').length, 2);
  });

  test('names DATABASE_URL, without a stack trace, when the database is unreachable', async () => {
    const dataDir = temporaryFolder();
    const environment = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' };
    const { status, stderr } = await linehaul(environment, 'serve');
    assert.equal(status, 1);
    assert.match(stderr, /cannot be reached.*DATABASE_URL/);
    assert.ok(!stderr.includes('    at '), stderr);
    rmSync(dataDir, { recursive: true });
  });

  test('a second server on the same embedded database is reported, but further workers are not', async () => {
    const dataDir = temporaryFolder();
    const environment = { DATA_DIR: dataDir };
    const warnings = ({ output }: { output: string[] }) =>
      output.filter((line) => line.includes('another server'));
    const first = await startServer({ ...environment, WORKERS: '2' });
    const second = await startServer(environment);
    await Promise.all([first.stop(), second.stop()]);
    assert.equal(warnings(second).length, 1);
    assert.equal(warnings(first).length, 0);
    rmSync(dataDir, { recursive: true });
  });
});
