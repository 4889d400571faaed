// The server's open connections, for a stop that clients do not notice. First every answer says `connection: close`,
// so clients open new connections elsewhere. Then, in a quiet moment, the listener and the idle connections close.
// Requests that arrived last are still answered.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/**
 * If a client sends several requests at once, the last answer is stored here and ends the connection. A Set of
 * answers would change with every request and leave behind tables that the young-generation garbage collector cannot
 * free.
 */
type Connection = { sinceMs: number; underWay: ServerResponse | undefined };

export type Connections = {
  /** Resolves when every client has had time to see `connection: close`; requests under way continue. */
  letClientsLeave(): Promise<void>;
  /** Accepts no more connections, closes idle ones, and resolves when all are closed. */
  finish(): Promise<void>;
  count(): number;
};

/**
 * Busy clients have sent another request by then; a connection that stays quiet for so long is not in use.
 */
const farewellMs = 500;
const lookAgainMs = 50;
/** The first bytes of a new connection may take this long to arrive. */
const arrivingMs = 500;
/**
 * When a listener closes, the system resets connections that were not accepted yet. After a turn of the event loop as
 * short as this, none is waiting.
 */
const quietTurnMs = 0.1;
const longestWaitMs = 1_000;

export function watchConnections(listener: Server): Connections {
  const open = new Map<Socket, Connection>();
  let isLeaving = false;
  listener.on('connection', (socket: Socket) => {
    open.set(socket, { sinceMs: performance.now(), underWay: undefined });
    socket.once('close', () => open.delete(socket));
  });
  // Before all other listeners, because some answer at once.
  listener.prependListener('request', ({ socket }, response) => {
    if (isLeaving) response.shouldKeepAlive = false;
    const connection = open.get(socket);
    if (isLeaving || connection === undefined) return;
    connection.underWay = response;
    response.once('close', () => {
      if (connection.underWay === response) connection.underWay = undefined;
    });
  });
  return {
    letClientsLeave: async () => {
      isLeaving = true;
      for (const { underWay } of open.values()) if (underWay) underWay.shouldKeepAlive = false;
      const deadline = performance.now() + farewellMs;
      while (open.size > 0 && performance.now() < deadline) await delay(lookAgainMs);
    },
    finish: async () => {
      await quietTurn();
      const closed = new Promise((resolve) => listener.close(resolve));
      const endIdle = (): void => {
        listener.closeIdleConnections();
        // Node counts a connection without any request yet as busy.
        const before = performance.now() - arrivingMs;
        for (const [socket, { sinceMs }] of open)
          if (socket.bytesRead === 0 && sinceMs < before) socket.destroy();
      };
      endIdle();
      const looking = setInterval(endIdle, lookAgainMs);
      await closed;
      clearInterval(looking);
    },
    count: () => open.size,
  };
}

async function quietTurn(): Promise<void> {
  let before = performance.now();
  const deadline = before + longestWaitMs;
  while (before < deadline) {
    await nextTurn();
    const now = performance.now();
    if (now - before < quietTurnMs) return;
    before = now;
  }
}
