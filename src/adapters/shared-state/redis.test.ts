// The message about a Redis that rejects our connection says what to change.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, mock, test } from 'node:test';
import { Redis } from 'ioredis';
import { reservedPort } from '../../../test/support/components/processes.ts';
import { type RedisServer, startRedis } from '../../../test/support/components/redis.ts';
import { silentLog, silentMeter } from '../../../test/support/test-logs.ts';
import { until } from '../../../test/support/until.ts';
import { openRedisCounters } from './redis.ts';

async function troubleWith(url: string): Promise<string | undefined> {
  let losses = 0;
  const meter = {
    ...silentMeter,
    sharedStateLost: (isLost: boolean) => {
      if (isLost) losses += 1;
    },
  };
  const counters = await openRedisCounters({
    url,
    patienceMs: 20_000,
    newId: randomUUID,
    log: silentLog,
    meter,
  });
  try {
    // The first message stays while the client retries.
    await until('it has failed twice', () => !counters.health().lost || losses > 3);
    return counters.health().detail;
  } finally {
    await counters.close();
  }
}

// The client must not write to the console: it would repeat the message with each attempt, and the log already has it.
const consoleMocks = [
  mock.method(console, 'warn', () => {}),
  mock.method(console, 'error', () => {}),
];
after(() => {
  for (const { mock: console } of consoleMocks)
    assert.deepEqual(
      console.calls.map((call) => call.arguments),
      [],
    );
});

describe('a Redis that asks for a password', () => {
  let redis: RedisServer;
  before(async () => {
    redis = await startRedis({ password: 'open sesame' });
  });
  after(() => redis.stop());

  test('names REDIS_URL when the password is missing', async () => {
    assert.match((await troubleWith(redis.url)) ?? '', /asks for a password.*REDIS_URL/);
  });

  test('names REDIS_URL when the password is wrong', async () => {
    const url = redis.url.replace('//', '//:other@');
    assert.match((await troubleWith(url)) ?? '', /refuses .* password.*REDIS_URL/);
  });

  test('reports no trouble when the password is right', async () => {
    const url = redis.url.replace('//', '//:open%20sesame@');
    assert.equal(await troubleWith(url), undefined);
  });
});

test('reports ECONNREFUSED when Redis is not running', async () => {
  const trouble = await troubleWith(`redis://127.0.0.1:${await reservedPort()}`);
  assert.match(trouble ?? '', /ECONNREFUSED/);
});

test('accepts a user without permission for INFO', async () => {
  const redis = await startRedis();
  const admin = new Redis(redis.url);
  try {
    await admin.acl('SETUSER', 'narrow', 'on', '>open', '~*', '&*', '+@all', '-info');
    assert.equal(await troubleWith(redis.url.replace('//', '//narrow:open@')), undefined);
  } finally {
    admin.disconnect();
    await redis.stop();
  }
});

test('suggests a password when Redis closes every connection', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end('-DENIED Redis is running in protected mode because no password is set\r\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    for (const password of ['', ':open@']) {
      const trouble = await troubleWith(`redis://${password}127.0.0.1:${port}`);
      assert.match(trouble ?? '', /closed the connection at once.*password/);
    }
  } finally {
    server.close();
  }
});
