// nginx as compose runs it finds containers that return at other addresses, without a reload.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { reservedPort } from '../support/components/processes.ts';
import { until } from '../support/until.ts';
import { type NameServer, startNameServer } from './name-server.ts';
import { byName, type Nginx, startNginx } from './nginx.ts';

describe('nginx in front of servers whose addresses change', () => {
  let port: number;
  let names: NameServer;
  let nginx: Nginx;
  const servers = new Map<string, Server>();

  const start = async (address: string): Promise<void> => {
    const server = createServer((_request, reply) => reply.end(address)).listen(port, address);
    await once(server, 'listening');
    servers.set(address, server);
  };
  const stop = async (address: string): Promise<void> => {
    const server = servers.get(address);
    servers.delete(address);
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  };
  const ask = async (): Promise<{ status: number; from: string }> => {
    const reply = await fetch(nginx.url, { method: 'POST', body: '{}' });
    return { status: reply.status, from: await reply.text() };
  };

  before(async () => {
    port = await reservedPort();
    names = await startNameServer();
    names.addresses = ['127.0.0.2', '127.0.0.3'];
    await start('127.0.0.2');
    await start('127.0.0.3');
    nginx = await startNginx(byName(names.port, port));
  });
  after(async () => {
    await nginx.stop();
    await names.stop();
    for (const address of [...servers.keys()]) await stop(address);
  });

  test('sends requests to all servers in turn, and skips a server that is down', async () => {
    const servers = new Set<string>();
    for (let n = 0; n < 10; n += 1) servers.add((await ask()).from);
    assert.deepEqual([...servers].sort(), ['127.0.0.2', '127.0.0.3']);
    await stop('127.0.0.3');
    for (let n = 0; n < 10; n += 1)
      assert.deepEqual(await ask(), { status: 200, from: '127.0.0.2' });
  });

  test('finds new server addresses without a reload', async () => {
    await start('127.0.0.4');
    await stop('127.0.0.2');
    names.addresses = ['127.0.0.4'];
    await until('the new server answers', async () => (await ask()).from === '127.0.0.4');
    // Later requests must not try the old address first.
    for (let n = 0; n < 10; n += 1)
      assert.deepEqual(await ask(), { status: 200, from: '127.0.0.4' });
  });

  test('answers 502 while no server is up, and serves as soon as one is', async () => {
    await stop('127.0.0.4');
    names.addresses = [];
    await until('nginx answers 502', async () => (await ask()).status === 502);
    await start('127.0.0.5');
    names.addresses = ['127.0.0.5'];
    await until('the next server answers', async () => (await ask()).from === '127.0.0.5');
  });
});
