// PostgreSQL becomes unavailable and returns while the service runs.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import pg from 'pg';
import { linehaul, startServer } from '../support/components/program.ts';
import { createDatabase, testServer } from '../support/components/template-database.ts';
import { until } from '../support/until.ts';

describe('the database is lost', () => {
  test('requests fail with 503 while the database is down and work again without a restart', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-database-loss-'));
    const database = await createDatabase();
    const environment = { DATA_DIR: dataDir, DATABASE_URL: database.url };
    await linehaul(environment, 'member', 'add', '--email', 'a@example.com');
    const { stdout } = await linehaul(environment, 'key', 'add', '--member', '1', '--json');
    const { key, id } = JSON.parse(stdout) as { key: string; id: number };
    const server = await startServer(environment);
    const statuses = new Map<number, number>();
    const ask = async () => {
      const answer = await fetch(`${server.url}/api/v5/member`, { headers: { 'api-key': key } });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      return answer;
    };
    const name = new URL(database.url).pathname.slice(1);
    const admin = new pg.Client({ connectionString: testServer('TEST_POSTGRES_URL') });
    await admin.connect();
    const readyStatus = async () => (await fetch(`${server.url}/readyz`)).status;
    try {
      assert.equal((await ask()).status, 200);

      // Refusing and dropping all connections has the same effect as losing the server.
      await admin.query(`alter database ${name} with allow_connections false`);
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      );
      await until('the server is not ready', async () => (await readyStatus()) === 503);
      await server.says('lost the connection that hears');
      const failed = await ask();
      assert.equal(failed.status, 503);
      assert.equal(failed.headers.get('retry-after'), '1');
      const body = (await failed.json()) as { error: string; message: string };
      assert.equal(body.error, 'service_unavailable');
      assert.match(body.message, /Nothing was done/);
      assert.ok(!/postgres|database|connect/i.test(body.message), body.message);

      await admin.query(`alter database ${name} with allow_connections true`);
      await until('the server is ready', async () => (await readyStatus()) === 200);
      assert.equal((await ask()).status, 200);

      // The server gets changes again once its listening connection is back.
      await server.says('hearing of configuration changes again');
      assert.equal((await ask()).status, 200);
      await linehaul(environment, 'key', 'set', '--id', String(id), '--status', 'off');
      assert.equal((await ask()).status, 401);
      const summary = [...statuses].map(([status, times]) => `${times} × ${status}`);
      t.diagnostic(
        `lost once: ${summary.join(', ')}; 503 only meanwhile, 401 once the key was off`,
      );
    } finally {
      await admin.end();
      await server.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true });
    }
  });
});
