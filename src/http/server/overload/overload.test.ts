// A refusal of overload is written before any route is found, and still in the words of the generation that was asked.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** Whoever comes would wait for the database as long as nobody does in peace. */
async function overloadedServer() {
  const counted: { method: string; generation: string }[] = [];
  const server = createServer((_request, response) => response.end('served'));
  guardAgainstOverload(server, {
    limitMs: 1_000,
    databaseWaitMs: () => 5_000,
    refusals: overloadRefusals(generations),
    onRefused: (refused) => counted.push(refused),
    onLeft: () => assert.fail('nobody left'),
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
    close: () => server.close(),
  };
}

test('a refusal of overload has the form of the generation that the URL asks', async () => {
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
