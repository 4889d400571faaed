// A label printer on loopback: takes labels on a raw TCP port, as a networked printer does.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { until } from '../until.ts';

export type Paper = {
  port: number;
  /** Each connection's bytes, in the order of arrival. */
  labels: string[];
  has(count: number): Promise<void>;
  close(): Promise<void>;
};

/** `onData` sees each part of a label as it arrives, and closes the connection if it should be closed. */
export async function openPaper(
  port = 0,
  onData?: (socket: Socket, text: string) => void,
): Promise<Paper> {
  const labels: string[] = [];
  const server = createServer({ allowHalfOpen: onData !== undefined }, (socket) => {
    let label = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      label += text;
      onData?.(socket, text);
    });
    socket.on('end', () => labels.push(label));
    socket.on('error', () => {});
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    labels,
    has: (count) => until(`${count} labels are printed`, () => labels.length >= count),
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
