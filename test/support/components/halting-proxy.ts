// A TCP proxy between a server and something it depends on, which a test can slow down, halt or cut: the other side is as
// healthy as ever, only the way there is not.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type HaltingProxy = {
  port: number;
  /** Every piece of data on the way back waits this long; 0 ends it. */
  slowDown(ms: number): void;
  /** Nothing goes through any more, and no connection ends. */
  halt(): void;
  resume(): void;
  /** Ends every connection at once, as a network that was changed does; new ones may come. */
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
      // After all that came before: no network lets bytes of one connection overtake each other.
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
