// Clients that do not read their answers. A connection whose answer makes no progress is closed, whether the rest of
// it is buffered in the process or the system. The tests use a much shorter timeout than usual and count connections,
// answers and bytes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import { endpoint } from '../../src/http/server/endpoint.ts';
import { row } from '../../src/http/server/row.ts';
import { sendEvents } from '../../src/http/server/sse.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { heldRoute, testRoutes } from '../support/test-routes.ts';
import { until } from '../support/until.ts';

const [embedded] = setups;
assert.ok(embedded);

/** Larger than the socket buffers of both ends on loopback. */
const large = Buffer.alloc(24 * 1024 * 1024, 'x');
const unreadMs = 2_000;
const clients = 20;
const pieceBytes = 512 * 1024;
const head = 'HTTP/1.1\r\nhost: x\r\n';
const ask = (path: string, ...headers: string[]): string =>
  `GET /api/v5${path} ${head}${headers.map((header) => `${header}\r\n`).join('')}\r\n`;

describe('clients that do not read their answers', () => {
  let requests = 0;
  let aborted = 0;
  const held = heldRoute();
  const rows = [
    ...testRoutes,
    held.row,
    row(
      'GET',
      '/large',
      ['v5'],
      'optional',
      endpoint({ summary: 'Send much', reply: Type.Unknown() }, async () => {
        requests += 1;
        return large;
      }),
    ),
    row(
      'GET',
      '/stream',
      ['v5'],
      'optional',
      endpoint({ summary: 'Stream much', reply: Type.Unknown() }, async (_app, { reply }) => {
        await sendEvents(
          reply,
          async function* (signal) {
            for (let sent = 0; sent < large.length; sent += pieceBytes)
              yield 'x'.repeat(pieceBytes);
            await once(signal, 'abort');
            aborted += 1;
          },
          (text) => ({ event: 'piece', data: { text } }),
        );
        return {};
      }),
    ),
  ];
  let t: TestApp;
  let port: number;
  const sockets: Socket[] = [];
  before(async () => {
    t = await startTestApp(embedded, {
      routes: rows,
      patience: { unreadMs, idleMs: 500, slowestBytesPerSecond: 512 * 1024 },
    });
    await t.server.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = t.server.server.address() as AddressInfo);
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await t.close();
  });

  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  const unread = async (bytes: string): Promise<Socket> => {
    const socket = await open();
    socket.pause().write(bytes);
    return socket;
  };
  /** A reset counts as an end. */
  const closed = (socket: Socket): Promise<void> =>
    new Promise((resolve) => {
      if (socket.closed) resolve();
      else socket.once('close', () => resolve());
    });
  const connections = (): Promise<number> =>
    new Promise((resolve, reject) =>
      t.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  const allGone = (): Promise<void> =>
    until('the server has no connection left', async () => (await connections()) === 0);
  /** The part of an unread answer that still arrives. */
  const rest = async (socket: Socket): Promise<number> => {
    const before = socket.bytesRead;
    socket.resume();
    await closed(socket);
    return socket.bytesRead - before;
  };

  test('resets a connection whose answer makes no progress', async (context) => {
    const unreadClients = await Promise.all(
      Array.from({ length: clients }, () => unread(ask('/large'))),
    );
    await allGone();
    const received = await Promise.all(unreadClients.map(rest));
    context.diagnostic(
      `${clients} reset, at most ${Math.max(...received)} of ${large.length} bytes`,
    );
    for (const bytes of received) assert.ok(bytes < large.length, String(bytes));
  });

  for (const header of ['connection: keep-alive', 'connection: close'])
    test(`drops an answer that the system buffers for a client that does not read (${header})`, async (context) => {
      const [{ payload }, unreadClients] = await Promise.all([
        t.get('/api/v5/locations/all'),
        Promise.all(Array.from({ length: clients }, () => unread(ask('/locations/all', header)))),
      ]);
      await allGone();
      const received = await Promise.all(unreadClients.map(rest));
      context.diagnostic(`at most ${Math.max(...received)} of ${payload.length} bytes`);
      for (const bytes of received) assert.ok(bytes < payload.length, String(bytes));
    });

  for (const header of ['connection: keep-alive', 'connection: close'])
    test(`sends a slow reader all of a large answer (${header})`, async () => {
      const socket = await open();
      const answer = new Promise<void>((resolve) => {
        socket.on('data', async () => {
          if (socket.bytesRead > large.length) resolve();
          socket.pause();
          // This pause sets the client's reading speed.
          await pause(5);
          socket.resume();
        });
        socket.once('close', () => resolve());
      });
      socket.write(ask('/large', header));
      await answer;
      assert.ok(socket.bytesRead > large.length, `${socket.bytesRead} of ${large.length} bytes`);
      socket.destroy();
    });

  test('answers pipelined requests one after the other, in their order', async () => {
    const socket = await open();
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    const ids = Array.from({ length: 30 }, (_, n) => `in-order-${n}`);
    socket.write(ids.map((id) => ask('/locations/countries', `x-request-id: ${id}`)).join(''));
    const answered = (): string[] =>
      [...received.matchAll(/x-request-id: (in-order-\d+)/g)].map(([, id]) => id ?? '');
    await until('all requests are answered', () => answered().length === ids.length);
    assert.deepEqual(answered(), ids);
    socket.destroy();
  });

  test('holds one answer in memory for a client that pipelines and does not read', async () => {
    requests = 0;
    await unread(ask('/large').repeat(50));
    await allGone();
    assert.equal(requests, 1);
  });

  test('disconnects a client that pipelines hundreds of requests', async () => {
    const before = held.arrived();
    const socket = await open();
    socket.resume().write(ask('/held').repeat(1_000));
    await closed(socket);
    assert.equal(held.arrived() - before, 1);
  });

  test('resets a stream that makes no progress and ends its work', async () => {
    aborted = 0;
    await unread(ask('/stream'));
    await allGone();
    await until('the work of the stream has ended', () => aborted === 1);
  });

  test('disconnects a client that sends bytes that are not HTTP instead of reading', async () => {
    const socket = await unread(ask('/large'));
    const sending = setInterval(() => socket.write('\0'), unreadMs / 20);
    await allGone();
    clearInterval(sending);
  });

  test('answers a request that takes longer than the limit for unread answers', async () => {
    const before = held.arrived();
    const waiting = await open();
    waiting.write(ask('/held'));
    await until('the handler runs', () => held.arrived() === before + 1);
    await unread(ask('/large'));
    await until('the connection that does not read is reset', async () => {
      return (await connections()) === 1;
    });
    const answer = once(waiting, 'data');
    held.release();
    assert.match(String(await answer), /^HTTP\/1\.1 200 /);
    waiting.destroy();
  });
});
