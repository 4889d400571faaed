// Redis becomes unavailable and returns while the service runs: the service keeps answering with its own limits, and
// reports the loss.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Redis } from 'ioredis';
import { linehaul, startServer } from '../support/components/program.ts';
import { startRedis } from '../support/components/redis.ts';
import { until } from '../support/until.ts';

type Readiness = { status: string; shared_state: { status: string; kind: string } };

describe('Redis is lost', () => {
  test('counts limits locally while Redis is lost, reports it, and shares them again afterwards', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-redis-loss-'));
    let redis = await startRedis();
    const { port } = redis;
    const environment = { DATA_DIR: dataDir, REDIS_URL: redis.url, LIMIT_V5_PER_MINUTE: '5' };
    const member = await linehaul(
      environment,
      'member',
      'add',
      '--email',
      'a@example.com',
      '--json',
    );
    assert.equal(member.status, 0, member.stderr);
    const addKey = async (): Promise<string> => {
      const { stdout } = await linehaul(environment, 'key', 'add', '--member', '1', '--json');
      return (JSON.parse(stdout) as { key: string }).key;
    };
    // One key for each phase, so that their counts cannot be confused.
    const [firstKey, secondKey] = [await addKey(), await addKey()];
    const server = await startServer(environment);
    const counts = { served: 0, limited: 0, otherwise: 0 };
    const ask = async (key: string) => {
      const headers = { 'api-key': key };
      const { status } = await fetch(`${server.url}/api/v5/member`, { headers });
      counts[status === 200 ? 'served' : status === 429 ? 'limited' : 'otherwise'] += 1;
      return status;
    };
    const timesLogged = (text: string): number =>
      server.output.filter((line) => line.includes(text)).length;
    const readiness = async () => (await (await fetch(`${server.url}/readyz`)).json()) as Readiness;
    const becomes = async (status: string) => {
      await until(
        `the server reports Redis as ${status}`,
        async () => (await readiness()).shared_state.status === status,
      );
    };
    const lostMetric = async () =>
      /^linehaul_shared_state_lost (\d)$/m.exec(
        await (await fetch(`${server.url}/metrics`)).text(),
      )?.[1];
    try {
      assert.deepEqual(await readiness(), {
        ...(await readiness()),
        status: 'ok',
        shared_state: { status: 'ok', kind: 'redis' },
      });
      await until('five requests in a row are served and the sixth is rejected', async () => {
        const shared = await addKey();
        await becomes('ok');
        const lostBefore = timesLogged('Redis is lost');
        for (let n = 0; n < 5; n += 1) assert.equal(await ask(shared), 200);
        if ((await ask(shared)) === 429) return true;
        // On a busy machine Redis may exceed its 250 milliseconds, and some requests are counted by the process
        // alone.
        await until('the loss of Redis is logged', () => timesLogged('Redis is lost') > lostBefore);
        return false;
      });

      const lostBefore = timesLogged('Redis is lost');
      await redis.stop();
      await becomes('lost');
      assert.equal((await readiness()).status, 'degraded');
      assert.equal(await lostMetric(), '1');
      for (let n = 0; n < 5; n += 1) assert.equal(await ask(firstKey), 200);
      assert.equal(await ask(firstKey), 429);
      await until('the loss of Redis is logged', () => timesLogged('Redis is lost') > lostBefore);

      redis = await startRedis({ port });
      await becomes('ok');
      assert.equal(await lostMetric(), '0');
      assert.equal(await ask(secondKey), 200);
      t.diagnostic(
        `stopped and started once: ${counts.served} requests served, ${counts.limited} refused by their limit, ${counts.otherwise} for the loss`,
      );
    } finally {
      await server.stop();
      await redis.stop();
      rmSync(dataDir, { recursive: true });
    }
  });

  const servesWithout = async (redisUrl: string): Promise<void> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-redis-loss-'));
    const server = await startServer({ DATA_DIR: dataDir, REDIS_URL: redisUrl });
    try {
      const answer = await fetch(`${server.url}/readyz`);
      assert.equal(answer.status, 200);
      assert.equal(((await answer.json()) as Readiness).status, 'degraded');
      assert.equal(server.output.filter((line) => line.includes('Redis is lost')).length, 1);
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    }
  };

  test('starts and serves without Redis', () => servesWithout('redis://127.0.0.1:1'));

  test('starts and serves with a Redis that accepts connections and never answers', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    try {
      await servesWithout(`redis://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    } finally {
      silent.close();
    }
  });

  test('notices a Redis that hangs or rejects writes, and uses it again once it recovers', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-redis-loss-'));
    const redis = await startRedis();
    const server = await startServer({ DATA_DIR: dataDir, REDIS_URL: redis.url });
    const admin = new Redis(redis.url);
    const statuses = new Map<number, number>();
    const becomes = (status: string) =>
      until(`the server reports Redis as ${status}`, async () => {
        // Requests without a key are counted by address.
        const response = await fetch(`${server.url}/api/v5/member`);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        const answer = await fetch(`${server.url}/readyz`);
        return ((await answer.json()) as Readiness).shared_state.status === status;
      });
    const lostMetric = async () =>
      /^linehaul_shared_state_lost (\d)$/m.exec(
        await (await fetch(`${server.url}/metrics`)).text(),
      )?.[1];
    const troubles: { begin(): unknown; end(): unknown }[] = [
      {
        begin: () => redis.process.kill('SIGSTOP'),
        end: () => redis.process.kill('SIGCONT'),
      },
      {
        begin: () => admin.config('SET', 'maxmemory', '1'),
        end: () => admin.config('SET', 'maxmemory', '0'),
      },
    ];
    try {
      for (const trouble of troubles) {
        await becomes('ok');
        const { length } = server.output;
        const timesLogged = (text: string): number =>
          server.output.slice(length).filter((line) => line.includes(text)).length;
        await trouble.begin();
        await becomes('lost');
        assert.equal(await lostMetric(), '1');
        await trouble.end();
        await becomes('ok');
        assert.equal(await lostMetric(), '0');
        await until('the loss and the return of Redis are logged', () =>
          ['Redis is lost', 'Redis is connected'].every((text) => timesLogged(text) > 0),
        );
        // On a busy machine the process may log the loss and the return more than once.
        assert.ok(timesLogged('Redis is lost') <= timesLogged('Redis is connected') + 1);
      }
      // A request without a key is still answered 401.
      assert.deepEqual([...statuses.keys()], [401]);
      t.diagnostic(`hanging and full, once each: ${statuses.get(401)} requests answered`);
    } finally {
      redis.process.kill('SIGCONT');
      admin.disconnect();
      await server.stop();
      await redis.stop();
      rmSync(dataDir, { recursive: true });
    }
  });
});
