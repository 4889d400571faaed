// The operator's contract on the command line: results as JSON, reasons on standard error, exit statuses.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import {
  launchServer,
  linehaul,
  linehaulIn,
  type RunningServer,
  startServer,
} from '../support/program.ts';
import { createDatabase, type TestDatabase } from '../support/template-database.ts';
import { until } from '../support/until.ts';

type Surroundings = { environment: Record<string, string>; remove(): Promise<void> };

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'linehaul-cli-'));

const places: { name: string; make(): Promise<Surroundings> }[] = [
  {
    name: 'the embedded database',
    make: async () => {
      const dataDir = temporaryFolder();
      return {
        environment: { DATA_DIR: dataDir },
        remove: async () => rmSync(dataDir, { recursive: true, force: true }),
      };
    },
  },
  {
    name: 'PostgreSQL',
    make: async () => {
      const dataDir = temporaryFolder();
      const database: TestDatabase = await createDatabase({ isEmpty: true });
      return {
        environment: { DATA_DIR: dataDir, DATABASE_URL: database.url },
        remove: async () => {
          await database.drop();
          rmSync(dataDir, { recursive: true, force: true });
        },
      };
    },
  },
];

for (const place of places) {
  describe(`command line on ${place.name}`, () => {
    let surroundings: Surroundings;
    before(async () => {
      surroundings = await place.make();
    });
    after(() => surroundings.remove());

    const run = (...args: string[]) => linehaul(surroundings.environment, ...args);
    const json = async (line: string) => {
      const { status, stdout, stderr } = await run(...line.split(' '), '--json');
      assert.equal(status, 0, stderr);
      return JSON.parse(stdout);
    };

    test('a member is registered, given a key and credit, listed and changed', async () => {
      const member = await json(
        'member add --email jo@example.com --password pass --company Jo&Co',
      );
      assert.deepEqual(member, { id: member.id, email: 'jo@example.com' });
      const key = await json(
        'key add --member jo@example.com --type wordpress --site jo.example --demo',
      );
      assert.deepEqual(Object.keys(key), ['id', 'key']);
      assert.match(key.key, /^lh_[\w-]{32}$/);
      const none = await json(`credit show --member ${member.id}`);
      assert.deepEqual(none, { limit: 0, balance: 0, available: 0 });
      const credit = await json(`credit set --member ${member.id} --limit 1500.50`);
      assert.deepEqual(credit, { limit: 1500.5, balance: 0, available: 1500.5 });
      const changed = await json(
        'member set --member JO@example.com --live-booking off --multipickup on --discount 7.5',
      );
      assert.equal(changed.company, 'Jo&Co');
      assert.equal(changed.live_booking, 'off');
      assert.equal(changed.multipickup, 'on');
      assert.equal(changed.discount, 7.5);
      assert.deepEqual(await json('member list'), [changed]);
      const [listed] = await json('key list');
      assert.equal(listed.type, 'wordpress');
      assert.equal(listed.demo, true);
      assert.equal(key.key.startsWith(listed.prefix), true);
      assert.ok(!JSON.stringify(listed).includes(key.key));
      assert.notEqual((await json(`key regenerate --id ${key.id}`)).key, key.key);
      assert.equal((await json(`key set --id ${key.id} --status off`)).status, 'off');
      assert.deepEqual(await json(`key delete --id ${key.id}`), { id: key.id, deleted: true });
      assert.deepEqual(await json('key list'), []);
    });

    test('a member is made an operator, and gets a link to set a new password', async () => {
      const { id } = await json('member add --email op@example.com --password pass');
      const changed = await json(`member set --member ${id} --operator on`);
      assert.equal(changed.operator, 'on');
      const link = await json('member reset --member op@example.com');
      assert.deepEqual([link.id, link.email], [id, 'op@example.com']);
      assert.match(link.url, /^http:\/\/localhost:8080\/reset-password#[\w-]{43}$/);
      assert.ok(Date.parse(link.expires_at) > Date.now() + 23 * 3_600_000);
      const unknown = await run('member', 'reset', '--member', 'nobody@example.com');
      assert.equal(unknown.status, 1);
      assert.match(unknown.stderr, /There is no member nobody@example.com/);
    });

    test('a member without a password is given one, which works', async () => {
      const { email, password } = await json('member add --email made@example.com');
      assert.match(password, /^\S{16}$/);
      assert.equal(email, 'made@example.com');
    });

    test('what can not be done is exit status 1 with a sentence, and nothing on standard output', async () => {
      for (const [args, sentence] of [
        [['key', 'add', '--member', 'nobody@example.com'], /no member nobody@example.com/],
        [['key', 'set', '--id', '4711', '--status', 'on'], /no API key with id 4711/],
        [
          ['member', 'add', '--email', 'not an address', '--password', 'x'],
          /not an e-mail address/,
        ],
        [['member', 'add', '--email', 'a@example.com', '--password', ''], /password is empty/],
        [['member', 'add', '--email', 'a@example.com', '--country', 'Australia'], /two letters/],
      ] as const) {
        const { status, stdout, stderr } = await run(...args, '--json');
        assert.equal(status, 1, args.join(' '));
        assert.equal(stdout, '');
        assert.match(stderr, sentence);
      }
    });

    test("a key's settings are shown, set one by one or from a file, and refused with the place of a mistake", async () => {
      const { id } = await json('member add --email settings@example.com --password x');
      const { id: key } = await json(`key add --member ${id} --type wordpress`);
      const settings = (...more: string[]) =>
        run('key', 'settings', '--id', String(key), ...more, '--json');
      const file = join(temporaryFolder(), 'shop.json');
      writeFileSync(file, JSON.stringify({ warehouses: [{ suburb: 'Perth', postcode: '6000' }] }));
      const set = ['--set', 'default_lenght=30', '--set', 'enabled_courier=["toll"]'];
      assert.equal((await settings(...set, '--file', file)).status, 0);
      const shown = JSON.parse((await settings()).stdout);
      assert.deepEqual(shown.module_setting, { default_lenght: '30', enabled_courier: ['toll'] });
      assert.equal(shown.warehouses.length, 1);
      for (const [args, sentence] of [
        [['--set', 'default_length=30'], /default_length: .* default_lenght is meant/],
        [['--set', 'quote_display=display_all'], /quote_display: .* quote_diplay is meant/],
        [['--set', 'theme=blue'], /theme: there is no such setting. They are module_title/],
        [['--set', 'surcharge_amount=-5'], /surcharge_amount: must be an amount/],
        [['--set', 'enabled_courier=pony'], /there is no carrier pony\. They are allied, /],
      ] as const) {
        const { status, stdout, stderr } = await settings(...args);
        assert.deepEqual([status, stdout], [1, ''], args.join(' '));
        assert.match(stderr, sentence);
      }
      assert.deepEqual(JSON.parse((await settings()).stdout), shown);
      assert.equal((await settings('--set', 'default_lenght=')).status, 0);
      rmSync(dirname(file), { recursive: true });
    });

    test('one service of a carrier is switched off, or all of them', async () => {
      const isOff = async (): Promise<string[]> =>
        (await json('carriers list'))
          .filter(({ status }: { status: string }) => status === 'off')
          .map((one: { string_id: string }) => one.string_id);
      const express = 'auspost_express_eparcel';
      assert.deepEqual(await json(`carriers off ${express}`), {
        string_id: express,
        status: 'off',
      });
      assert.deepEqual(await isOff(), [express]);
      const named = await linehaul(surroundings.environment, 'carriers', 'off', 'auspost');
      assert.equal(named.status, 1);
      assert.match(named.stderr, /auspost_express_eparcel.*--all-services/);
      const both = await json('carriers off auspost --all-services');
      assert.deepEqual(
        await isOff(),
        both.map((one: { string_id: string }) => one.string_id),
      );
      assert.ok(both.length > 1);
      await json('carriers on auspost --all-services');
      assert.deepEqual(await isOff(), []);
      const none = await linehaul(
        surroundings.environment,
        ...'carriers off pony_express --all-services'.split(' '),
      );
      assert.match(none.stderr, /no carrier pony_express/);
    });

    test('migrate reports what it did', async () => {
      const report = await json('migrate');
      assert.equal(report.from, report.to);
      assert.deepEqual(report.applied, []);
    });

    test('doctor finds everything well and masks secrets', async () => {
      const secret = 'a-secret-of-more-than-32-characters';
      const environment = { ...surroundings.environment, SECRET_KEY: secret };
      const { status, stdout } = await linehaul(environment, 'doctor', '--json');
      const diagnosis = JSON.parse(stdout);
      assert.equal(status, 0, stdout);
      assert.equal(diagnosis.ok, true);
      assert.equal(diagnosis.config.SECRET_KEY.value, '(set)');
      assert.ok(!stdout.includes(secret));
      const warnings = (diagnosis.findings as { check: string; status: string }[])
        .filter(({ status: one }) => one === 'warning')
        .map(({ check }) => check);
      assert.ok(warnings.includes('rate cards'), stdout);
      assert.ok(warnings.includes('e-mail'), stdout);
    });

    test('commands work while the server runs, and the server notices at once', async () => {
      const server: RunningServer = await startServer(surroundings.environment);
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
}

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

  test('there are no colours where there is no terminal, not even on a CI server', async () => {
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

  test('an .env file may begin with a byte order mark; a line that sets nothing is named', async () => {
    const folder = temporaryFolder();
    const run = (text: string) => {
      writeFileSync(join(folder, '.env'), text);
      return linehaulIn(folder, { DATA_DIR: folder }, 'doctor', '--json');
    };
    const marked = await run('\uFEFFPORT=9123\r\nLIMIT_V5_PER_MINUT=5\r\n');
    const { config, findings } = JSON.parse(marked.stdout);
    assert.equal(config.PORT.value, '9123');
    assert.match(JSON.stringify(findings), /no setting has the name LIMIT_V5_PER_MINUT:/);
    const wrong = await run('PORT=9123\nHOST 0.0.0.0\n');
    assert.equal(wrong.status, 1);
    assert.match(wrong.stdout, /"status":"problem","detail":"line 2 of \.env is not NAME=value"/);
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

  test('a database that can not be reached is said plainly', async () => {
    const dataDir = temporaryFolder();
    const environment = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' };
    const { status, stderr } = await linehaul(environment, 'serve');
    assert.equal(status, 1);
    assert.match(stderr, /can not be reached.*DATABASE_URL/);
    assert.ok(!stderr.includes('    at '), stderr);
    rmSync(dataDir, { recursive: true });
  });

  test('backup says so when there is no database, or no folder to copy to', async () => {
    const dataDir = temporaryFolder();
    const file = join(dataDir, 'copies', 'copy.db');
    const nothing = await linehaul({ DATA_DIR: dataDir }, 'backup', join(dataDir, 'copy.db'));
    assert.equal(nothing.status, 1);
    assert.match(nothing.stderr, /There is no database at .*linehaul\.db/);
    assert.ok(!existsSync(join(dataDir, 'linehaul.db')));
    await linehaul({ DATA_DIR: dataDir }, 'migrate');
    const nowhere = await linehaul({ DATA_DIR: dataDir }, 'backup', file);
    assert.equal(nowhere.status, 1);
    assert.ok(nowhere.stderr.includes(`There is no folder ${join(dataDir, 'copies')}`));
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
    // As docs/operating.md says: an empty data folder with the copy as linehaul.db.
    const restored = temporaryFolder();
    copyFileSync(file, join(restored, 'linehaul.db'));
    const { stdout } = await linehaul({ DATA_DIR: restored }, 'member', 'list', '--json');
    assert.equal(JSON.parse(stdout)[0].email, 'a@example.com');
    rmSync(dataDir, { recursive: true });
    rmSync(restored, { recursive: true });
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    test(`a backup that ${signal} ends leaves nothing, says so, and can be made again`, async () => {
      const dataDir = temporaryFolder();
      await linehaul({ DATA_DIR: dataDir }, 'migrate');
      const database = new DatabaseSync(join(dataDir, 'linehaul.db'));
      // Large enough to be under way for a while.
      database.exec('create table ballast (b); insert into ballast values (zeroblob(200000000))');
      database.close();
      const copies = temporaryFolder();
      const file = join(copies, 'copy.db');
      const { listening, ...backup } = launchServer({ DATA_DIR: dataDir }, ['backup', file]);
      const ended = once(backup.process, 'exit');
      await until('it has begun', () =>
        readdirSync(copies).some((name) => statSync(join(copies, name)).size > 0),
      );
      backup.process.kill(signal);
      assert.deepEqual(await ended, [1, null]);
      await backup.says('interrupted');
      await assert.rejects(listening);
      assert.deepEqual(readdirSync(copies), []);

      // And one that was killed outright is not in the way either.
      writeFileSync(`${file}.part`, 'half a copy');
      const again = await linehaul({ DATA_DIR: dataDir }, 'backup', file);
      assert.equal(again.status, 0, again.stderr);
      assert.deepEqual(readdirSync(copies), ['copy.db']);
      rmSync(dataDir, { recursive: true });
      rmSync(copies, { recursive: true });
    });

  test("backup copies a database of an older or a newer program's too, but none that is empty", async () => {
    const dataDir = temporaryFolder();
    await linehaul({ DATA_DIR: dataDir }, 'member', 'add', '--email', 'a@example.com');
    const source = join(dataDir, 'linehaul.db');
    for (const change of [
      'delete from schema_versions where version = (select max(version) from schema_versions)',
      "insert into schema_versions values (9999, 'tomorrow', 0)",
    ]) {
      const database = new DatabaseSync(source);
      database.exec(change);
      database.close();
      assert.equal((await linehaul({ DATA_DIR: dataDir }, 'member', 'list')).status, 1);
      const file = join(dataDir, 'copy.db');
      const { status, stderr } = await linehaul({ DATA_DIR: dataDir }, 'backup', file);
      assert.equal(status, 0, stderr);
      const copy = new DatabaseSync(file, { readOnly: true });
      assert.equal(copy.prepare('select email from members').get()?.email, 'a@example.com');
      copy.close();
      rmSync(file);
    }
    rmSync(dataDir, { recursive: true });

    const empty = temporaryFolder();
    writeFileSync(join(empty, 'linehaul.db'), '');
    const nothing = await linehaul({ DATA_DIR: empty }, 'backup', join(empty, 'copy.db'));
    assert.equal(nothing.status, 1);
    assert.match(nothing.stderr, /There is no database at/);
    rmSync(empty, { recursive: true });
  });

  test("a member's address is in Australia unless another country is named", async () => {
    const dataDir = temporaryFolder();
    const add = (...args: string[]) =>
      linehaul({ DATA_DIR: dataDir }, 'member', 'add', '--email', 'a@example.com', ...args);
    for (const [option, value] of [
      ['--postcode', '99999'],
      ['--state', 'ZZ'],
    ] as const) {
      const { status, stderr } = await add(option, value);
      assert.equal(status, 2, value);
      assert.ok(stderr.includes(value), stderr);
    }
    assert.equal((await add('--postcode', '90210', '--state', 'CA', '--country', 'US')).status, 0);
    rmSync(dataDir, { recursive: true });
  });

  test('a carrier that can not be connected is answered with where they are listed', async () => {
    const dataDir = temporaryFolder();
    const { status, stderr } = await linehaul(
      { DATA_DIR: dataDir },
      ...'carrier connect nope --set a=b'.split(' '),
    );
    assert.equal(status, 1);
    assert.match(stderr, /"linehaul carrier list"/);
    rmSync(dataDir, { recursive: true });
  });

  test('a second server on the same embedded database says so, workers do not', async () => {
    const dataDir = temporaryFolder();
    const environment = { DATA_DIR: dataDir };
    const said = ({ output }: { output: string[] }) =>
      output.filter((line) => line.includes('another server'));
    const first = await startServer({ ...environment, WORKERS: '2' });
    const second = await startServer(environment);
    await Promise.all([first.stop(), second.stop()]);
    assert.equal(said(second).length, 1);
    assert.equal(said(first).length, 0);
    rmSync(dataDir, { recursive: true });
  });

  test('backup to where nothing can be written names the file, and no ports', async () => {
    const dataDir = temporaryFolder();
    await linehaul({ DATA_DIR: dataDir }, 'migrate');
    const { status, stderr } = await linehaul({ DATA_DIR: dataDir }, 'backup', '/proc/copy.db');
    assert.equal(status, 1);
    assert.match(stderr, /\/proc\/copy\.db can not be written/);
    assert.doesNotMatch(stderr, /port|DATA_DIR/);
    rmSync(dataDir, { recursive: true });
  });
});
