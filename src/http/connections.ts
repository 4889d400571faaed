// The server's open connections, for a stop that no client notices. From the farewell on every answer says
// `connection: close`, so clients that keep connections take another one instead of writing into one that is
// about to end. Only then are the connections closed on which nothing is under way.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type Connections = {
  /** Resolves when every client has had time to hear of it; what is under way goes on. */
  sayFarewell(): Promise<void>;
  /** Ends the connections without a request under way, from now until all are gone. */
  endIdle(): void;
  count(): number;
};

/** Busy clients have asked again by then and been told; a connection that is quiet for so long is not in use. */
const farewellMs = 500;
const lookAgainMs = 50;

export function watchConnections(listener: Server): Connections {
  const open = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  let isLeaving = false;
  listener.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  listener.on('request', (_request, response) => {
    if (isLeaving) response.shouldKeepAlive = false;
    else {
      underWay.add(response);
      response.once('close', () => underWay.delete(response));
    }
  });
  return {
    sayFarewell: async () => {
      isLeaving = true;
      for (const response of underWay) response.shouldKeepAlive = false;
      const deadline = performance.now() + farewellMs;
      while (open.size > 0 && performance.now() < deadline) await delay(lookAgainMs);
    },
    endIdle: () => {
      // Node counts a connection on which nothing has been asked yet as busy.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      setInterval(() => listener.closeIdleConnections(), lookAgainMs).unref();
    },
    count: () => open.size,
  };
}
