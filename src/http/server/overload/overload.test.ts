// The overload answer is written before routing, but still in the format of the generation in the URL.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { interfaceLimits } from '../../../../test/support/test-app.ts';
import { systemSecrets } from '../../../adapters/system.ts';
import { generationsOf } from '../generations.ts';
import { guardAgainstOverload, overloadRefusals } from './overload.ts';

const generations = generationsOf(interfaceLimits, {
  publicUrl: 'http://localhost',
  secrets: systemSecrets,
});

/** `databaseWaitMs` simulates a wait for the database that only an overloaded server has. */
async function overloadedServer(databaseWaitMs = () => 5_000) {
  const counted: { method: string; generation: string }[] = [];
  const server = createServer(({ url }, response) => {
    const until = performance.now() + (url === '/slow' ? 10 : 0);
    while (performance.now() < until);
    response.end('served');
  });
  guardAgainstOverload(server, {
    limitMs: 1_000,
    databaseWaitMs,
    refusals: overloadRefusals(generations),
    onRefused: (refused) => counted.push(refused),
    onLeft: () => assert.fail('a client left'),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    counted,
    ask: async (path: string) => {
      const [answer] = (await once(
        get({ host: '127.0.0.1', port, path, agent: false }),
        'response',
      )) as [IncomingMessage];
      return {
        status: answer.statusCode,
        retryHeader: answer.rawHeaders.find((name) => name.toLowerCase() === 'retry-after'),
        retryAfter: answer.headers['retry-after'],
        body: await text(answer),
      };
    },
    /** Sends the requests on one connection, which keeps the order of the answers. */
    askTogether: async (paths: readonly string[]) => {
      const socket = connect(port, '127.0.0.1');
      const last = paths.length - 1;
      const written = paths.map(
        (path, n) =>
          `GET ${path} HTTP/1.1\r\nhost: x\r\n${n === last ? 'connection: close\r\n' : ''}\r\n`,
      );
      socket.write(written.join(''));
      return Array.from((await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status);
    },
    close: () => server.close(),
  };
}

test('an overload refusal has the form of the generation in the URL', async () => {
  const server = await overloadedServer();
  try {
    const spelling: Record<string, string> = {
      '/api/bookings/v4': 'Retry-After',
      '/api/v50': 'Retry-After',
      '/api/v5/bookings?a=1': 'retry-after',
      '/api/v5?a=1': 'retry-after',
      '/members/api/bookings': 'retry-after',
      '/track/17': 'retry-after',
    };
    for (const [path, retryHeader] of Object.entries(spelling)) {
      const answer = await server.ask(path);
      assert.equal(answer.status, 503, path);
      assert.equal(answer.retryHeader, retryHeader, path);
      assert.equal(answer.retryAfter, '1', path);
      assert.equal((JSON.parse(answer.body) as { error: string }).error, 'overloaded', path);
    }
    assert.equal((await server.ask('/healthz')).body, 'served');
    assert.deepEqual(
      server.counted.map(({ method, generation }) => `${method} ${generation}`),
      ['GET v4', 'GET v4', 'GET v5', 'GET v5', 'GET members', 'GET v5'],
    );
  } finally {
    server.close();
  }
});

test('serves up to fifty health checks a second during overload', async () => {
  const server = await overloadedServer();
  try {
    const statuses: (number | undefined)[] = [];
    for (let n = 0; n < 60; n += 1) statuses.push((await server.ask('/readyz')).status);
    assert.deepEqual(statuses.slice(0, 50), Array(50).fill(200));
    assert.ok(statuses.includes(503), 'the others wait like everybody');
  } finally {
    server.close();
  }
});

test('refuses the description and its page while other requests wait', async () => {
  const server = await overloadedServer(() => 0);
  try {
    // One write delivers all requests in a single turn of the event loop, which has time only for the first.
    const paths = ['/slow', '/slow', '/openapi.json', '/docs', '/openapi.json?a=1', '/slow'];
    const statuses = await server.askTogether(paths);
    assert.deepEqual(statuses, ['200', '200', '503', '503', '503', '200']);
    assert.equal((await server.ask('/openapi.json')).status, 200);
  } finally {
    server.close();
  }
});
