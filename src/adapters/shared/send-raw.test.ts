import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { sendRaw } from './send-raw.ts';

const label = Buffer.from('^XA^XZ');

describe('a label over a raw TCP port', () => {
  let printer: Server;
  let to: { host: string; port: number };
  before(async () => {
    // Closes only when the test says so.
    printer = createServer({ allowHalfOpen: true });
    printer.listen(0, '127.0.0.1');
    await once(printer, 'listening');
    to = { host: '127.0.0.1', port: (printer.address() as AddressInfo).port };
  });
  after(() => printer.close());
  const connection = async (): Promise<Socket> => {
    const [socket] = (await once(printer, 'connection')) as [Socket];
    return socket;
  };

  test('counts as received once the printer closes the connection after it', async () => {
    let isReceived = false;
    const sending = sendRaw(to, label).finally(() => {
      isReceived = true;
    });
    const socket = await connection();
    socket.resume();
    await once(socket, 'end');
    assert.equal(isReceived, false);
    socket.end();
    assert.equal(await sending, undefined);
  });

  test('counts as received, and can still be read, if the printer never closes the connection', async () => {
    const sending = sendRaw({ ...to, closingMs: 20 }, label);
    const socket = await connection();
    assert.equal(await sending, undefined);
    const [read] = await once(socket, 'data');
    assert.deepEqual(read, label);
    socket.destroy();
  });

  test('is reported as cut off if the printer takes no more data', async () => {
    const sending = sendRaw({ ...to, stalledMs: 20 }, Buffer.alloc(50_000_000));
    const socket = await connection();
    assert.deepEqual(await sending, { reason: 'cut_off', detail: 'it takes no more data' });
    socket.destroy();
  });
});
