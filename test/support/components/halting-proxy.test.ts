import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startHaltingProxy } from './halting-proxy.ts';

test('delivers delayed data before later data', async () => {
  const echo = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const proxy = await startHaltingProxy((echo.address() as AddressInfo).port);
  const client = connect(proxy.port, '127.0.0.1');
  let received = '';
  const all = new Promise<void>((resolve) => {
    client.on('data', (bytes) => {
      received += String(bytes);
      if (received.length === 2) resolve();
    });
  });
  proxy.slowDown(300);
  client.write('1');
  // Wait until the echo has reached the proxy.
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  proxy.slowDown(0);
  client.write('2');
  await all;
  assert.equal(received, '12');
  client.destroy();
  await proxy.close();
  echo.close();
});
