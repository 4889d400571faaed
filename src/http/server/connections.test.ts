// Memory that watching costs, and how connections end on shutdown. test/faults and test/scale cover stops and
// restarts with real processes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { watchConnections } from './connections.ts';

const program = join(import.meta.dirname, '../../../test/support/promoted-by-requests.ts');
/**
 * Per request. A retained answer with its references would take far more, even if only some were retained.
 */
const mostBytes = 100;

test('a finished request leaves almost no memory to the slow garbage collection', async (t) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-semi-space-size=1',
    '--expose-gc',
    program,
  ]);
  t.diagnostic(`${Number(stdout).toFixed(0)} bytes of each request`);
  assert.ok(Number(stdout) < mostBytes, stdout);
});

test('closes connections after immediate answers once the server stops', async () => {
  const server = createServer();
  server.on('request', (_request, response) => response.end('at once'));
  const connections = watchConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (): Promise<string | undefined> => {
    const agent = new Agent({ keepAlive: true });
    const asking = request({ host: '127.0.0.1', port, agent }).end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    agent.destroy();
    return answer.headers.connection;
  };
  assert.equal(await ask(), 'keep-alive');
  const leaving = connections.letClientsLeave();
  assert.equal(await ask(), 'close');
  await leaving;
  await connections.finish();
});
