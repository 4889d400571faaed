// A TCP proxy between a server and something it depends on. A test can slow it down, halt it or cut its connections
// while the other side stays healthy.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type HaltingProxy = {
  port: number;
  /** Delays every chunk of data on the way back by this much; 0 stops the delay. */
  slowDown(ms: number): void;
  /** Stops all data, but keeps connections open. */
  halt(): void;
  resume(): void;
  /** Ends all connections at once, and accepts new ones. */
  cut(): number;
  close(): Promise<void>;
};

export async function startHaltingProxy(port: number): Promise<HaltingProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let delayMs = 0;
  let isHalted = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    near.on('data', (bytes) => far.write(bytes));
    let sent: Promise<unknown> = Promise.resolve();
    far.on('data', (bytes) => {
      const due = delayMs === 0 ? undefined : delay(delayMs);
      // Bytes of one connection must stay in order, so wait for the previous chunk.
      sent = sent.then(() => due).then(() => near.write(bytes));
    });
    if (isHalted) for (const socket of pair) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    slowDown: (ms) => {
      delayMs = ms;
    },
    halt: () => {
      isHalted = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    resume: () => {
      isHalted = false;
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    cut: () => {
      const count = pairs.size;
      for (const [near, far] of pairs) {
        near.destroy();
        far.destroy();
      }
      return count;
    },
    close: async () => {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
