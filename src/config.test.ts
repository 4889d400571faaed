import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigProblems, describeConfig, readConfig } from './config.ts';

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigProblems);
    return error.problems;
  }
};

test('every setting has a default', () => {
  const config = readConfig({});
  assert.equal(config.port, 8080);
  assert.equal(config.host, '127.0.0.1');
  assert.match(config.dataDir, /[/\\]data$/);
  assert.equal(config.databaseUrl, undefined);
  assert.equal(config.publicUrl, 'http://localhost:8080');
  assert.equal(config.trustProxy, false);
  assert.deepEqual(config.limits, {
    v4PerMinute: 60,
    v4Concurrent: 50,
    v4AddressPerMinute: 30,
    v4AddressConcurrent: 25,
    v5PerMinute: 600,
    v5AnonymousPerHour: 10,
    trackPerMinute: 30,
    operationsPerMinute: 300,
    membersPerMinute: 1200,
    membersAddressPerMinute: 120,
  });
});

test('reads settings and treats blanks as unset', () => {
  const config = readConfig({
    PORT: '9000',
    HOST: ' 0.0.0.0 ',
    DATABASE_URL: '',
    PUBLIC_URL: 'https://freight.example/',
    LIMIT_V5_PER_MINUTE: '0',
    WORKERS: '4',
  });
  assert.equal(config.port, 9000);
  assert.equal(config.host, '0.0.0.0');
  assert.equal(config.databaseUrl, undefined);
  assert.equal(config.publicUrl, 'https://freight.example');
  assert.equal(config.limits.v5PerMinute, 0);
  assert.equal(config.workers, 4);
  assert.equal(readConfig({ PORT: '9000' }).publicUrl, 'http://localhost:9000');
});

test('a replica must be a PostgreSQL server other than the primary', () => {
  const primary = 'postgres://linehaul:secret@db/linehaul';
  const replica = 'postgres://linehaul:secret@db-2/linehaul';
  assert.equal(readConfig({ DATABASE_URL: primary }).databaseReplicaUrl, undefined);
  const both = { DATABASE_URL: primary, DATABASE_REPLICA_URL: replica };
  assert.equal(readConfig(both).databaseReplicaUrl, replica);
  assert.equal(
    describeConfig(both).DATABASE_REPLICA_URL?.value,
    'postgres://linehaul:***@db-2/linehaul',
  );
  assert.deepEqual(problemsOf({ DATABASE_REPLICA_URL: replica }), [
    'DATABASE_REPLICA_URL needs DATABASE_URL: only PostgreSQL has replicas, the embedded database has none',
  ]);
  assert.deepEqual(problemsOf({ ...both, DATABASE_REPLICA_URL: primary }), [
    'DATABASE_REPLICA_URL must be another server than DATABASE_URL: its replica',
  ]);
});

test('e-mails are sent from an address of our own host unless another is given', () => {
  assert.equal(readConfig({}).smtpUrl, undefined);
  assert.equal(readConfig({}).mailFrom, 'Linehaul <no-reply@localhost>');
  const config = readConfig({ PUBLIC_URL: 'https://freight.example:8443/x' });
  assert.equal(config.mailFrom, 'Linehaul <no-reply@freight.example>');
  for (const right of ['a@b.example', 'Tiles & Co <a@b.example>', '<a@b.example>']) {
    const { mailFrom, operator } = readConfig({ MAIL_FROM: right });
    assert.equal(mailFrom, right);
    assert.equal(operator.contactEmail, 'a@b.example');
  }
  // Mail to such an address is not read, so it is no contact.
  for (const unread of ['no-reply@b.example', 'Tiles <noreply@b.example>', ''])
    assert.equal(readConfig({ MAIL_FROM: unread }).operator.contactEmail, undefined);
  for (const wrong of [
    'Tiles',
    'a@b@c',
    'Tiles <a>',
    'Tiles <a@b.example> more',
    'a b@c.example',
  ]) {
    assert.throws(() => readConfig({ MAIL_FROM: wrong }), ConfigProblems, wrong);
  }
  assert.throws(() => readConfig({ SMTP_URL: 'https://mail.example' }), ConfigProblems);
});

test('TRUST_PROXY accepts off, hops or addresses', () => {
  assert.equal(readConfig({ TRUST_PROXY: '2' }).trustProxy, 2);
  for (const off of ['off', '0'])
    assert.equal(readConfig({ TRUST_PROXY: off }).trustProxy, false, off);
  assert.deepEqual(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1,loopback' }).trustProxy, [
    '10.0.0.0/8',
    '::1',
    'loopback',
  ]);
  for (const wrong of ['on', 'true', '00', '100', '10.0.0.0/33', '1.2.3', '10.0.0.1,', 'a/b/c']) {
    assert.throws(() => readConfig({ TRUST_PROXY: wrong }), ConfigProblems, wrong);
  }
  const kinds = 'must be off, a number of hops (0 to 99), or addresses with commas between';
  assert.deepEqual(problemsOf({ TRUST_PROXY: 'maybe' }), [`TRUST_PROXY ${kinds}; it is "maybe"`]);
  assert.deepEqual(problemsOf({ TRUST_PROXY: '::1,maybe' }), [
    `TRUST_PROXY ${kinds}; "maybe" is not one of these; it is "::1,maybe"`,
  ]);
});

test('reports every problem at once and repeats no secret', () => {
  assert.throws(
    () =>
      readConfig({
        PORT: '99999',
        DATABASE_URL: 'mysql://root:hunter2@db/x',
        REDIS_URL: 'http://:tellnobody@cache',
        LOG_LEVEL: 'loud',
        WORKERS: '-1',
      }),
    (error) => {
      assert.ok(error instanceof ConfigProblems);
      assert.equal(error.problems.length, 5);
      assert.match(error.message, /5 problems/);
      assert.match(error.message, /PORT must be a whole number from 0 to 65535; it is "99999"/);
      assert.match(error.message, /LOG_LEVEL must be one of fatal, error/);
      assert.ok(!error.message.includes('hunter2'));
      assert.ok(!error.message.includes('tellnobody'));
      return true;
    },
  );
});

test("names each of the operator's files and folders that does not exist", () => {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-config-'));
  const file = join(folder, 'places.csv');
  writeFileSync(file, '');
  try {
    const set = { CARRIERS_DIR: folder, LOCATIONS_FILE: file, HOLIDAYS_FILE: file };
    assert.deepEqual(problemsOf(set), []);
    const missing = join(folder, 'missing');
    const wrong = { CARRIERS_DIR: file, LOCATIONS_FILE: folder, HOLIDAYS_FILE: missing, PORT: 'x' };
    assert.deepEqual(problemsOf(wrong).toSorted(), [
      `CARRIERS_DIR must be a folder that is there and can be read; it is "${file}"`,
      `HOLIDAYS_FILE must be a file that is there and can be read; it is "${missing}"`,
      `LOCATIONS_FILE must be a file that is there and can be read; it is "${folder}"`,
      'PORT must be a whole number from 0 to 65535; it is "x"',
    ]);
    // The importer creates its folder.
    assert.equal(
      readConfig({ CARRIERS_DIR: missing }, { makesCarriersDir: true }).carriersDir,
      missing,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the address of PostgreSQL sets how long to wait for a connection, in whole seconds', () => {
  const withTimeout = (text: string) => ({
    DATABASE_URL: `postgres://db.example/linehaul?connect_timeout=${text}`,
  });
  assert.match(readConfig(withTimeout('20')).databaseUrl ?? '', /connect_timeout=20$/);
  for (const wrong of ['', '0', '-1', '2.5', '5s', '10000'])
    assert.match(
      problemsOf(withTimeout(wrong)).join(),
      /^DATABASE_URL has a connect_timeout that is not a whole number of seconds from 1 to 9999/,
      wrong,
    );
});

test('masks secrets when it shows the configuration', () => {
  const shown = describeConfig({
    DATABASE_URL: 'postgres://me:hunter2@db.example/linehaul',
    SECRET_KEY: 'x'.repeat(40),
    PORT: '81',
  });
  assert.equal(shown.DATABASE_URL?.value, 'postgres://me:***@db.example/linehaul');
  assert.equal(shown.SECRET_KEY?.value, '(set)');
  const inDisguise = describeConfig({
    DATABASE_URL: 'postgres://me@db.example/linehaul?password=hunter2&sslmode=require',
    REDIS_URL: 'redis://cache.example?password=hunter2#hunter2',
    SECRET_KEY: `correct:${'horse'.repeat(8)}`,
  });
  assert.equal(inDisguise.DATABASE_URL?.value, 'postgres://me@db.example/linehaul');
  assert.equal(inDisguise.REDIS_URL?.value, 'redis://cache.example');
  assert.equal(inDisguise.SECRET_KEY?.value, '(set)');
  assert.deepEqual(shown.PUBLIC_URL, { value: 'http://localhost:81', isDefault: true });
  assert.deepEqual(shown.PORT, { value: '81', isDefault: false });
  assert.deepEqual(shown.MAIL_FROM, { value: 'Linehaul <no-reply@localhost>', isDefault: true });
  const named = describeConfig({ PUBLIC_URL: 'https://freight.example/' });
  assert.equal(named.MAIL_FROM?.value, 'Linehaul <no-reply@freight.example>');
  for (const wrong of [{ PUBLIC_URL: 'nonsense' }, { PORT: '99999' }]) {
    const { MAIL_FROM } = describeConfig(wrong);
    assert.deepEqual(MAIL_FROM, { value: 'Linehaul <no-reply@$HOST>', isDefault: true });
  }
});

test('the test gateway is the default except in production', () => {
  assert.equal(readConfig({}).payments.gateway, 'test');
  assert.equal(readConfig({ NODE_ENV: 'production' }).payments.gateway, 'none');
  assert.equal(readConfig({ NODE_ENV: 'production', PAYMENTS: 'test' }).payments.gateway, 'test');
  assert.equal(readConfig({ PAYMENTS: 'none' }).payments.gateway, 'none');
  assert.throws(() => readConfig({ PAYMENTS: 'cash' }), /PAYMENTS must be one of .*"cash"/);
});

test('uses Stripe when its key is set, unless another gateway is named', () => {
  const stripeKey = 'sk_test_51AbcdefghijKLMNOP';
  const webhookSecret = 'whsec_abcdefghijklmnop';
  assert.deepEqual(
    readConfig({ STRIPE_SECRET_KEY: stripeKey, STRIPE_WEBHOOK_SECRET: webhookSecret }).payments,
    {
      gateway: 'stripe',
      secretKey: stripeKey,
      webhookSecret: webhookSecret,
    },
  );
  const production = { STRIPE_SECRET_KEY: stripeKey, NODE_ENV: 'production' };
  assert.equal(readConfig(production).payments.gateway, 'stripe');
  assert.equal(readConfig({ ...production, PAYMENTS: 'none' }).payments.gateway, 'none');
  assert.equal(readConfig({ ...production, PAYMENTS: 'test' }).payments.gateway, 'test');
  assert.throws(() => readConfig({ PAYMENTS: 'stripe' }), /STRIPE_SECRET_KEY must be set/);
});

test("rejects Stripe secrets in each other's place without repeating them", () => {
  for (const wrong of [
    { STRIPE_SECRET_KEY: 'pk_test_51AbcdefghijKLMNOP' },
    { STRIPE_SECRET_KEY: 'whsec_abcdefghijklmnop' },
    { STRIPE_SECRET_KEY: 'sk_test' },
    { STRIPE_SECRET_KEY: 'sk_test_51Abcdefghij KLMNOP' },
    { STRIPE_WEBHOOK_SECRET: 'sk_test_51AbcdefghijKLMNOP' },
  ]) {
    assert.throws(
      () => readConfig(wrong),
      (error) => {
        assert.ok(error instanceof ConfigProblems);
        assert.match(error.message, /must begin with/);
        for (const value of Object.values(wrong)) assert.ok(!error.message.includes(value));
        return true;
      },
    );
  }
  const shown = describeConfig({
    STRIPE_SECRET_KEY: 'sk_test_51AbcdefghijKLMNOP',
    STRIPE_WEBHOOK_SECRET: 'whsec_abcdefghijklmnop',
  });
  assert.equal(shown.STRIPE_SECRET_KEY?.value, '(set)');
  assert.equal(shown.STRIPE_WEBHOOK_SECRET?.value, '(set)');
});

test('shows the operator on documents as configured, without GST registration by default', () => {
  const plain = readConfig({}).operator;
  assert.deepEqual(plain.seller, {
    name: 'Linehaul',
    abn: undefined,
    address: [],
    isGstRegistered: false,
  });
  assert.equal(plain.labelLinkMs, 7 * 86_400_000);
  const full = readConfig({
    OPERATOR_NAME: 'Acme Freight Pty Ltd',
    OPERATOR_ABN: '51 824 753 556',
    OPERATOR_ADDRESS: 'Level 2, 100 George Street; SYDNEY NSW 2000;',
    GST_REGISTERED: 'on',
    GS1_PREFIX: '9327510',
    LABEL_LINK_DAYS: '1',
    DOCUMENT_CACHE_MB: '1',
  }).operator;
  assert.deepEqual(full, {
    seller: {
      name: 'Acme Freight Pty Ltd',
      abn: '51824753556',
      address: ['Level 2, 100 George Street', 'SYDNEY NSW 2000'],
      isGstRegistered: true,
    },
    gs1Prefix: '9327510',
    labelLinkMs: 86_400_000,
    keptDocumentBytes: 1_048_576,
    needsTwoFactor: false,
    issuesMonthlyInvoices: false,
    invoiceTermsDays: 14,
  });
});

test('rejects an ABN with wrong digits, an invalid prefix, and GST without an ABN', () => {
  const problems = (environment: Record<string, string>): string => {
    try {
      readConfig(environment);
    } catch (error) {
      return String(error);
    }
    return '';
  };
  assert.match(problems({ OPERATOR_ABN: '51 824 753 557' }), /OPERATOR_ABN is not a valid ABN/);
  assert.match(problems({ GS1_PREFIX: '12' }), /GS1_PREFIX must be the seven to ten digits/);
  assert.match(problems({ GST_REGISTERED: 'on' }), /OPERATOR_ABN must be set/);
  assert.match(problems({ GST_REGISTERED: 'yes' }), /GST_REGISTERED must be one of on, off/);
  assert.match(problems({ LABEL_LINK_DAYS: '0' }), /LABEL_LINK_DAYS must be a whole number/);
  assert.match(problems({ OPERATOR_ADDRESS: 'a;b;c;d;e' }), /at most 4 lines/);
});

test('rejects a public address with parts that links cannot begin with', () => {
  for (const PublicUrl of [
    'https://freight.example/?shop=1',
    'https://freight.example/#top',
    'https://freight.example?',
    'https://jane:secret@freight.example',
  ])
    assert.match(
      problemsOf({ PUBLIC_URL: PublicUrl }).join(),
      /^PUBLIC_URL must .*without/,
      PublicUrl,
    );
  assert.deepEqual(problemsOf({ PUBLIC_URL: 'https://freight.example/linehaul' }), []);
});

test('masks passwords in every spelling of an address', () => {
  const masked = [
    ['SMTP_URL', 'mailer:hush@mail.example', '(set)'],
    ['SMTP_URL', 'mailer:hush%40@mail.example:587', '(set)'],
    ['SMTP_URL', 'smtp://mailer:hu%sh@mail.example:587', 'smtp://mailer:***@mail.example:587'],
    ['SMTP_URL', 'smtp://mailer:hush@x@mail.example', 'smtp://mailer:***@mail.example'],
    ['SMTP_URL', 'smtp://mailer%3Ahush@mail.example', 'smtp://***@mail.example'],
    ['SMTP_URL', 'smtp:mailer:hush@mail.example', '(set)'],
    ['REDIS_URL', 'redis://:hush@cache.example:6379/0', 'redis://:***@cache.example:6379/0'],
    ['REDIS_URL', 'redis://me:12/hush@cache.example', '(set)'],
    ['REDIS_URL', 'redis://cache.example/0?password=hush', 'redis://cache.example/0'],
    ['REDIS_URL', 'redis://cache.example/0#hush', 'redis://cache.example/0'],
    ['DATABASE_URL', 'postgres:me:hush@db.example/linehaul', '(set)'],
    ['DATABASE_URL', 'postgres:///linehaul?host=db&password=hush', 'postgres:///linehaul'],
    ['DATABASE_URL', 'host=db password=hush', '(set)'],
  ] as const;
  for (const [name, text, expected] of masked)
    assert.equal(describeConfig({ [name]: text })[name]?.value, expected, text);
});
