// The server's open connections, for a stop that no client notices. From the farewell on every answer says
// `connection: close`, so clients that keep connections take another one instead of writing into one that is
// about to end. Only then is the listener closed, in a moment when nobody is at the door, and the connections on which
// nothing is under way: whoever came last is heard too.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Whoever sends several requests at once has the last of them here, whose answer is the one that ends the connection.
 *
 * Not a set of answers: what is added to one and taken out again with every request leaves behind tables that the
 * collector of young garbage can not take, with all they refer to.
 */
type Connection = { sinceMs: number; underWay: ServerResponse | undefined };

export type Connections = {
  /** Resolves when every client has had time to hear of it; what is under way goes on. */
  sayFarewell(): Promise<void>;
  /** Takes no more connections, ends those without a request under way, and resolves when all are gone. */
  finish(): Promise<void>;
  count(): number;
};

/** Busy clients have asked again by then and been told; a connection that is quiet for so long is not in use. */
const farewellMs = 500;
const lookAgainMs = 50;
/** The first bytes of whoever has just connected are on their way for so long. */
const arrivingMs = 500;
/**
 * The system resets connections that nobody has accepted when their listener closes. In a turn of the event loop as short
 * as this nothing happened: none is waiting.
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
  // Before everybody else: whoever answers at once shall know it too.
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
    sayFarewell: async () => {
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
        // Node counts a connection on which nothing has been asked yet as busy.
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
