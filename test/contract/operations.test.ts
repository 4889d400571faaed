// Routes about the process itself, for operators and integrators.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`operations on ${setup.name}`, () => {
    let t: TestApp;
    before(async () => {
      t = await startTestApp(setup);
    });
    after(() => t.close());

    test('/healthz answers while the process is alive', async () => {
      const answer = await t.get('/healthz');
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), { status: 'ok', version: '0.0.0-test' });
    });

    test('/readyz reports the clock, the database and the shared state', async () => {
      const answer = await t.get('/readyz');
      assert.equal(answer.statusCode, 200);
      const { schemaVersion } = await t.app.store.health();
      assert.deepEqual(answer.json(), {
        status: 'ok',
        clock: { status: 'ok', ahead_seconds: 0 },
        database: { status: 'ok', engine: setup.engine, schema_version: schemaVersion },
        shared_state: { status: 'ok', kind: setup.engine === 'sqlite' ? 'memory' : 'redis' },
      });
    });

    for (const [aheadMs, sentence] of [
      [120_000, "This machine's clock is 120 seconds ahead of the database's."],
      [-30_400, "This machine's clock is 30 seconds behind the database's."],
    ] as const) {
      test(`/readyz is degraded and shows by how much when the clock is ${aheadMs} ms ahead`, async () => {
        const { machineAheadMs } = t.app;
        Object.assign(t.app, { machineAheadMs: () => aheadMs });
        const answer = await t.get('/readyz');
        Object.assign(t.app, { machineAheadMs });
        assert.equal(answer.statusCode, 200);
        assert.equal(answer.json().status, 'degraded');
        assert.deepEqual(answer.json().clock, {
          status: 'wrong',
          ahead_seconds: aheadMs / 1000,
          detail: `${sentence} This process does no jobs until it is set.`,
        });
      });
    }

    test('/readyz is 503 when the database fails', async () => {
      const failing = { ...t.app.store, health: () => Promise.reject(new Error('gone')) };
      const { store } = t.app;
      t.advanceClock(1_000);
      Object.assign(t.app, { store: failing });
      const answer = await t.get('/readyz');
      Object.assign(t.app, { store });
      assert.equal(answer.statusCode, 503);
      assert.equal(answer.json().status, 'unavailable');
      assert.ok(!answer.body.includes('gone'));
    });

    test('/readyz checks the database at most once a second', async () => {
      const { store } = t.app;
      let checks = 0;
      const health = () => {
        checks += 1;
        return store.health();
      };
      t.advanceClock(1_000);
      Object.assign(t.app, { store: { ...store, health } });
      try {
        const ask = async () => (await t.get('/readyz')).statusCode;
        const together = await Promise.all(Array.from({ length: 50 }, ask));
        assert.deepEqual(new Set(together), new Set([200]));
        t.advanceClock(999);
        assert.deepEqual([await ask(), checks], [200, 1]);
        t.advanceClock(1);
        assert.deepEqual([await ask(), checks], [200, 2]);
      } finally {
        Object.assign(t.app, { store });
      }
    });

    test('limits /readyz, /openapi.json and /docs together for each address', async () => {
      const other = await startTestApp(setup, {
        place: t.place,
        limits: { operationsPerMinute: 3 },
      });
      try {
        const ask = (path: string, address: string) => other.get(path, {}, address);
        for (const path of ['/readyz', '/openapi.json', '/docs'])
          assert.equal((await ask(path, '192.0.2.77')).statusCode, 200, path);
        const refused = await ask('/readyz', '192.0.2.77');
        assert.equal(refused.statusCode, 429);
        assert.ok(Number(refused.headers['retry-after']) > 0);
        assert.equal((await ask('/readyz', '192.0.2.78')).statusCode, 200);
        assert.equal((await ask('/healthz', '192.0.2.77')).statusCode, 200);
      } finally {
        await other.close();
      }
    });

    test('answers 304 to a client that already has /openapi.json or /docs', async () => {
      for (const path of ['/openapi.json', '/docs']) {
        const first = await t.get(path);
        const tag = String(first.headers.etag);
        assert.match(tag, /^"[\w-]{10,}"$/, path);
        const again = await t.get(path, { 'if-none-match': tag });
        assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', tag]);
      }
    });

    test('/metrics is for loopback callers unless the operator opens or closes it', async () => {
      const status = async (
        metrics: 'loopback' | 'everyone' | 'off',
        address: string,
        headers = {},
      ) => {
        const other = await startTestApp(setup, { metrics, place: t.place });
        const answer = await other.get('/metrics', headers, address);
        await other.close();
        return answer.statusCode;
      };
      assert.equal(await status('loopback', '127.0.0.1'), 200);
      assert.equal(await status('loopback', '::1'), 200);
      assert.equal(await status('loopback', '192.0.2.1'), 404);
      assert.equal(await status('loopback', '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }), 404);
      assert.equal(await status('everyone', '192.0.2.1'), 200);
      assert.equal(await status('off', '127.0.0.1'), 404);
    });

    test('answers 503 when /metrics cannot be read', async () => {
      const other = await startTestApp(setup, {
        place: t.place,
        readMetrics: async () => {
          throw new Error('a worker did not answer');
        },
      });
      const answer = await other.get('/metrics', {}, '127.0.0.1');
      await other.close();
      assert.equal(answer.statusCode, 503);
      assert.equal(answer.json().error, 'metrics_unavailable');
    });

    test('/openapi.json describes v5', async () => {
      const document = (await t.get('/openapi.json')).json();
      assert.equal(document.openapi, '3.1.0');
      assert.deepEqual([document.info.title, document.info.version], ['v5 API', '5.2.0']);
      assert.deepEqual(document.components.securitySchemes.ApiKey, {
        type: 'apiKey',
        in: 'header',
        name: 'api-key',
      });
      const read = document.paths['/api/v5/member'].get;
      assert.deepEqual(read.responses['200'].content['application/json'].schema, {
        $ref: '#/components/schemas/Member',
      });
      assert.equal(document.components.schemas.Member.properties.id.type, 'integer');
    });

    test('/docs lists every operation and loads no other resources', async () => {
      const answer = await t.get('/docs');
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
      assert.match(answer.body, /\/api\/v5\/member/);
      assert.ok(
        !/<script[^>]* src|<link(?! rel="icon" href="data:)|<img|@import/.test(answer.body),
      );
      // Only the page's own style and script are allowed, by their digests; the icon is inline.
      assert.match(
        String(answer.headers['content-security-policy']),
        /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; img-src data:;/,
      );
    });
  });
}
