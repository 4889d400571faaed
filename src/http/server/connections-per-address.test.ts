import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { limitConnections, sharedByClients } from './connections-per-address.ts';

describe('connections per address', () => {
  const most = 3;
  let refused = 0;
  const server = createServer((_request, response) => response.end('served'));
  const sockets: Socket[] = [];
  before(async () => {
    limitConnections(server, {
      mostPerAddress: most,
      isExempt: (address) => address === '127.0.0.9',
      onRefused: () => {
        refused += 1;
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  /** Resolves with the beginning of the answer, or `closed`. */
  const ask = (localAddress: string): Promise<{ socket: Socket; answer: string }> =>
    new Promise((resolve) => {
      const { port } = server.address() as AddressInfo;
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      sockets.push(socket);
      socket.on('error', () => {});
      socket.once('data', (data) => resolve({ socket, answer: String(data).slice(0, 12) }));
      socket.once('close', () => resolve({ socket, answer: 'closed' }));
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    });
  const askTimes = async (times: number, address: string): Promise<string[]> => {
    const answer: string[] = [];
    for (let n = 0; n < times; n += 1) answer.push((await ask(address)).answer);
    return answer;
  };

  test("closes a connection above its address's limit and serves others", async () => {
    const served = 'HTTP/1.1 200';
    assert.deepEqual(await askTimes(5, '127.0.0.2'), [served, served, served, 'closed', 'closed']);
    assert.equal(refused, 2);
    assert.deepEqual(await askTimes(1, '127.0.0.3'), [served]);
  });

  test('a closed connection makes room for another from its address', async () => {
    const { socket } = await ask('127.0.0.4');
    assert.deepEqual(await askTimes(3, '127.0.0.4'), ['HTTP/1.1 200', 'HTTP/1.1 200', 'closed']);
    socket.end();
    await once(socket, 'close');
    const next = await ask('127.0.0.4');
    assert.equal(next.answer, 'HTTP/1.1 200');
  });

  test('an exempt address has no limit', async () => {
    assert.deepEqual(new Set(await askTimes(most + 2, '127.0.0.9')), new Set(['HTTP/1.1 200']));
  });
});

test('clients share the addresses of this machine and of trusted proxies', () => {
  const shared = (trusted: false | number | string[], ...addresses: string[]): boolean[] =>
    addresses.map(sharedByClients(trusted));
  assert.deepEqual(shared(false, '127.0.0.1', '::1', '::ffff:127.0.0.1', '192.0.2.1'), [
    true,
    true,
    true,
    false,
  ]);
  assert.deepEqual(shared(1, '192.0.2.1', '2001:db8::1'), [true, true]);
  const named = ['10.0.0.0/8', '2001:db8::7', 'uniquelocal'];
  assert.deepEqual(
    shared(named, '10.1.2.3', '::ffff:10.1.2.3', '11.0.0.1', '2001:db8::7', '2001:db8::8'),
    [true, true, false, true, false],
  );
  assert.deepEqual(shared(named, '192.168.3.4', 'fd00::1', '127.0.0.1'), [true, true, true]);
});
