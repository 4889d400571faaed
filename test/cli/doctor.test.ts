// `linehaul doctor`: what it finds. It changes nothing, and reports success only for what works.
import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, before, beforeEach, describe, test } from 'node:test';
import pg from 'pg';
import { diagnose, type Finding } from '../../src/doctor.ts';
import { linehaul } from '../support/components/program.ts';
import { createDatabase } from '../support/components/template-database.ts';
import { cardFolder, changed } from '../support/rate-cards/packs.ts';
import { silentLog } from '../support/test-logs.ts';
import { onEachDatabase } from './environments.ts';

describe('doctor', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'linehaul-doctor-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const findingsOf = async (environment: Record<string, string>): Promise<Finding[]> =>
    (await diagnose(environment, silentLog)).findings;
  const find = (findings: readonly Finding[], check: string): Finding | undefined =>
    findings.find((finding) => finding.check === check);

  test('doctor reports a missing database without creating it', async () => {
    const dataDir = join(folder, 'data');
    const findings = await findingsOf({ DATA_DIR: dataDir });
    assert.ok(!existsSync(dataDir));
    const database = find(findings, 'database');
    assert.equal(database?.status, 'warning');
    assert.match(
      database?.detail ?? '',
      /no database yet at .*linehaul\.db.*first start.*DATA_DIR/,
    );
    // Checks that do not need the database still run.
    assert.ok(find(findings, 'rate cards'));
    assert.equal(find(findings, 'shared state')?.status, 'ok');
    assert.deepEqual(
      findings.filter(({ status }) => status === 'problem'),
      [],
    );
  });

  test('doctor treats an empty file as a missing database and leaves it empty', async () => {
    writeFileSync(join(folder, 'linehaul.db'), '');
    const findings = await findingsOf({ DATA_DIR: folder });
    assert.equal(find(findings, 'database')?.status, 'warning');
    assert.deepEqual(readdirSync(folder), ['linehaul.db']);
  });

  test('doctor creates no tables in PostgreSQL', async () => {
    const database = await createDatabase({ isEmpty: true });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const findings = await findingsOf({ DATA_DIR: folder, DATABASE_URL: database.url });
      const { rows } = await client.query(
        "select table_name from information_schema.tables where table_schema = 'public'",
      );
      assert.deepEqual(rows, []);
      assert.deepEqual(readdirSync(folder), []);
      assert.equal(find(findings, 'database')?.status, 'warning');
      assert.match(find(findings, 'database')?.detail ?? '', /no tables.*DATABASE_URL/);
    } finally {
      await client.end();
      await database.drop();
    }
  });

  test('warns when a carrier is connected and the test gateway charges cards', async () => {
    const environment = { DATA_DIR: folder };
    const fields = ['api_key=k', 'password=p', 'account_number=1234567890'];
    const connect = ['carrier', 'connect', 'auspost', '--untested'];
    await linehaul(environment, ...connect, ...fields.flatMap((field) => ['--set', field]));
    const warnings = (await findingsOf(environment)).filter(
      ({ check, status }) => check === 'payments' && status === 'warning',
    );
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]?.detail ?? '', /auspost.*are refused.*PAYMENTS=stripe/);
  });

  test('warns when hops are trusted on an address that other machines can reach', async () => {
    const proxy = async (environment: Record<string, string>) =>
      find(await findingsOf({ DATA_DIR: folder, ...environment }), 'proxy');
    const open = await proxy({ HOST: '0.0.0.0', TRUST_PROXY: '1' });
    assert.equal(open?.status, 'warning');
    assert.match(open?.detail ?? '', /claim any address.*addresses of your proxies/);
    assert.equal(await proxy({ HOST: '0.0.0.0', TRUST_PROXY: '192.0.2.10' }), undefined);
    assert.equal(await proxy({ TRUST_PROXY: '1' }), undefined);
  });

  test('reports a database with members but no secret key beside it as a problem', async () => {
    const environment = { DATA_DIR: folder };
    await linehaul(environment, 'member', 'add', '--email', 'a@example.com');
    const key = join(folder, 'secret.key');
    assert.equal(find(await findingsOf(environment), 'secret key')?.status, 'ok');
    rmSync(key);
    const missing = find(await findingsOf(environment), 'secret key');
    assert.equal(missing?.status, 'problem');
    assert.match(missing?.detail ?? '', /secret\.key is missing/);
    assert.ok(!existsSync(key));
    writeFileSync(key, 'short');
    const short = (await findingsOf(environment)).find(({ status }) => status === 'problem');
    assert.equal(short?.check, 'secret key');
    assert.match(short?.detail ?? '', /secret\.key.*32 characters/);
  });

  test('doctor blames the faulty setting rather than the database', async () => {
    const holidays = join(folder, 'holidays.json');
    writeFileSync(holidays, '{');
    const problems = (await findingsOf({ DATA_DIR: folder, HOLIDAYS_FILE: holidays })).filter(
      ({ status }) => status === 'problem',
    );
    assert.deepEqual(
      problems.map(({ check }) => check),
      ['holidays'],
    );
    const locations = join(folder, 'locations.csv');
    writeFileSync(locations, 'nothing,of,the,kind\n');
    assert.ok(find(await findingsOf({ DATA_DIR: folder, LOCATIONS_FILE: locations }), 'locations'));
  });

  test('doctor reports rejected rate cards as problems and cards without quotes as warnings', async () => {
    const carriers = join(folder, 'carriers');
    for (const [path, text] of changed('card', '"valid_to": null', '"valid_to": "2026-06-30"')) {
      mkdirSync(dirname(join(carriers, path)), { recursive: true });
      writeFileSync(join(carriers, path), text);
    }
    const environment = { DATA_DIR: folder, CARRIERS_DIR: carriers };
    const cards = async () =>
      (await findingsOf(environment)).filter(({ check }) => check === 'rate cards');
    const ended = (await cards()).filter(({ status }) => status === 'warning');
    assert.ok(ended.some(({ detail }) => /^acme_road: .*ended on 2026-06-30$/.test(detail)));
    assert.ok(ended.some(({ detail }) => /^acme_air: no card/.test(detail)));
    assert.ok(!ended.some(({ detail }) => /suburb/.test(detail)));
    const zones = join(carriers, cardFolder, 'zones.csv');
    appendFileSync(zones, 'MEL,3000,3000,MELBURNE,VIC,,1,1\nMEL,3121,3121,RICHMNOD,VIC,,1,1\n');
    const unknownSuburb = (await cards()).find(({ detail }) => /suburb/.test(detail));
    assert.deepEqual(unknownSuburb, {
      check: 'rate cards',
      status: 'warning',
      detail: `${zones}:6 and others: no suburb of 3000 has this name, so the row never applies; did you mean MELBOURNE? ("linehaul carriers check" lists them)`,
    });
    writeFileSync(join(carriers, cardFolder, 'card.json'), '{');
    const refused = (await cards()).find(({ status }) => status === 'problem');
    assert.match(refused?.detail ?? '', /card\.json refused: "linehaul carriers check"/);
  });

  test('names DATA_DIR when the data folder cannot be created', async () => {
    writeFileSync(join(folder, 'file'), '');
    for (const DataDir of [join(folder, 'file', 'data'), '/proc/linehaul/data']) {
      const { status, stderr } = await linehaul({ DATA_DIR: DataDir, PORT: '0' }, 'member', 'list');
      assert.equal(status, 1);
      assert.match(stderr, /DATA_DIR/);
    }
  });
});

onEachDatabase('doctor', ({ environment, json }) => {
  before(() => json('member add --email jo@example.com --password pass'));

  test('doctor finds no problems in a complete installation and masks secrets', async () => {
    const secret = 'a-secret-of-more-than-32-characters';
    const withSecret = { ...environment(), SECRET_KEY: secret };
    const { status, stdout } = await linehaul(withSecret, 'doctor', '--json');
    const diagnosis = JSON.parse(stdout);
    assert.equal(status, 0, stdout);
    assert.equal(diagnosis.ok, true);
    assert.deepEqual(diagnosis.config.SECRET_KEY, { value: '(set)', is_default: false });
    assert.ok(!stdout.includes(secret));
    const warnings = (diagnosis.findings as { check: string; status: string }[])
      .filter(({ status: one }) => one === 'warning')
      .map(({ check }) => check);
    assert.ok(warnings.includes('rate cards'), stdout);
    assert.ok(warnings.includes('e-mail'), stdout);
    assert.ok(!warnings.includes('secret key'), stdout);
  });

  test('warns of a range with few consignment numbers left', async () => {
    const carriers = mkdtempSync(join(tmpdir(), 'linehaul-doctor-'));
    for (const [path, text] of changed('card', '"end": 999999', '"end": 7')) {
      mkdirSync(dirname(join(carriers, path)), { recursive: true });
      writeFileSync(join(carriers, path), text);
    }
    const few = { ...environment(), CARRIERS_DIR: carriers };
    const { stdout } = await linehaul(few, 'doctor', '--json');
    rmSync(carriers, { recursive: true });
    assert.deepEqual(
      (JSON.parse(stdout).findings as Finding[]).filter(
        ({ check }) => check === 'consignment numbers',
      ),
      [
        {
          check: 'consignment numbers',
          status: 'warning',
          detail:
            'acme_road: 7 of the consignment numbers ACM000001 to ACM000007 are left: give "connote" another range in time',
        },
      ],
    );
  });

  test('warns of a short SECRET_KEY without stopping any command', async () => {
    const short = { ...environment(), SECRET_KEY: 'short-secret' };
    assert.equal((await linehaul(short, 'member', 'list')).status, 0);
    const { status, stdout } = await linehaul(short, 'doctor', '--json');
    assert.equal(status, 0, stdout);
    assert.ok(!stdout.includes('short-secret'));
    const found = (
      JSON.parse(stdout).findings as { check: string; status: string; detail: string }[]
    )
      .filter(({ check, status }) => check === 'secret key' && status === 'warning')
      .map(({ detail }) => detail);
    assert.match(found.join(), /fewer than 32 characters/);
  });
});
