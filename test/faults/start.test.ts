// Failed starts: the operator reads why, the process exits, and the next start loses nothing.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { linehaul, type RunningServer, startServer } from '../support/components/program.ts';
import { testServer } from '../support/components/template-database.ts';
import { signatureOf } from '../support/money/stripe/signed-event.ts';

describe('a start on a port in use', () => {
  for (const workers of ['1', '2']) {
    test(`a start on a port in use ends with a sentence, and the next start still shows the demo key (WORKERS=${workers})`, async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-start-'));
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const environment = { DATA_DIR: dataDir, WORKERS: workers };
      let server: RunningServer | undefined;
      try {
        const refused = await linehaul({ ...environment, PORT: String(port) }, 'serve');
        assert.equal(refused.status, 1, refused.stdout);
        assert.match(refused.stderr, /Another program uses this port/);
        assert.ok(!refused.stdout.includes('Welcome'));

        server = await startServer(environment);
        await server.says('API reference:');
        const curl = server.output.find((line) => line.includes('curl ')) ?? '';
        const [, url = '', key = ''] = /curl -s (\S+) -H 'Api-key: ([^']+)'/.exec(curl) ?? [];
        assert.equal((await fetch(url, { headers: { 'Api-key': key } })).status, 200);
      } finally {
        await server?.stop();
        other.close();
        rmSync(dataDir, { recursive: true });
      }
    });
  }
});

describe('a start with a mistake in the configuration', () => {
  const startsWith = async (environment: Record<string, string>) => {
    const { status, stderr } = await linehaul({ PORT: '0', ...environment }, 'serve');
    assert.equal(status, 1);
    assert.ok(!/^\s+at /m.test(stderr), stderr);
    return stderr;
  };

  test('rejects a wrong configuration with a sentence and no stack trace', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'linehaul-start-'));
    const file = join(folder, 'file');
    writeFileSync(file, 'not a folder');
    writeFileSync(
      join(folder, 'linehaul.db'),
      'not a database, however long it may be. '.repeat(200),
    );
    const database = new URL(testServer('TEST_POSTGRES_URL'));
    database.pathname = '/no_such_database';
    try {
      assert.match(
        await startsWith({ DATA_DIR: file }),
        /There is a file where a folder is needed/,
      );
      assert.match(await startsWith({ DATA_DIR: folder }), /damaged, or is no database/);
      const empty = { DATA_DIR: join(folder, 'empty') };
      assert.match(await startsWith({ ...empty, HOST: '203.0.113.1' }), /Set HOST to one/);
      assert.match(
        await startsWith({ ...empty, DATABASE_URL: database.href }),
        /no database of that name/,
      );
      assert.match(
        await startsWith({ ...empty, PAYMENTS: 'stripe' }),
        /STRIPE_SECRET_KEY must be set when PAYMENTS is "stripe"/,
      );
      assert.match(
        await startsWith({ ...empty, CARRIERS_DIR: join(folder, 'gone'), LOG_LEVEL: 'loud' }),
        /2 problems:.*CARRIERS_DIR must be a folder that is there and can be read; it is "[^"]*gone"/s,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test('a start in production without a gateway says that cards are refused and how to fix it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-start-'));
  const server = await startServer({ DATA_DIR: dataDir, NODE_ENV: 'production' });
  try {
    await server.says('saved cards and wallets are refused');
    await server.says('the test gateway runs only with PAYMENTS=test');
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
});

test('a start with Stripe accepts signed events, rejects forged ones and shows no secret', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-start-'));
  const secrets = ['sk_test_51AbcdefghijKLMNOP', 'whsec_abcdefghijklmnop'] as const;
  const server = await startServer({
    DATA_DIR: dataDir,
    STRIPE_SECRET_KEY: secrets[0],
    STRIPE_WEBHOOK_SECRET: secrets[1],
  });
  try {
    await server.says('charged by Stripe in its test mode');
    const url = `${server.url}/webhooks/stripe`;
    const body = '{"type":"payment_intent.succeeded"}';
    const send = (signature: string) =>
      fetch(url, { method: 'POST', headers: { 'stripe-signature': signature }, body });
    assert.equal((await send(signatureOf(body, Date.now(), secrets[1]))).status, 200);
    assert.equal((await send(signatureOf(body, Date.now()))).status, 400);
    for (const secret of secrets) assert.ok(!server.output.join('\n').includes(secret));
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
});
