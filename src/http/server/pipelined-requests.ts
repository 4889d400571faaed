// Serves the requests of one connection one after the other. Node starts every pipelined request as it parses it and
// keeps finished answers until their turn: a client that does not read could fill the memory with them.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Request = [request: IncomingMessage, response: ServerResponse];

/**
 * Kept for the life of the connection, because tables that change with every request burden the garbage collector.
 */
type Connection = { isBusy: boolean; waiting: Request[] };

/** Far more than any client pipelines. They are small, because no work has begun on them. */
const mostWaiting = 100;

/** Wraps the present handlers of the listener. Returns whether a connection has a request in progress. */
export function serveInTurn(listener: Server): (socket: Socket) => boolean {
  const handlers = listener.listeners('request') as ((...request: Request) => void)[];
  const connections = new WeakMap<Socket, Connection>();
  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const connection = { isBusy: false, waiting: [] };
    connections.set(socket, connection);
    return connection;
  };
  const serve = (socket: Socket, connection: Connection, ...request: Request): void => {
    connection.isBusy = true;
    request[1].once('close', () => {
      connection.isBusy = false;
      const next = connection.waiting.shift();
      if (next !== undefined && !socket.destroyed) serve(socket, connection, ...next);
    });
    for (const handle of handlers) handle(...request);
  };
  listener.removeAllListeners('request');
  listener.on('request', (request, response) => {
    const { socket } = request;
    const connection = connectionOf(socket);
    if (!connection.isBusy) serve(socket, connection, request, response);
    else if (connection.waiting.length < mostWaiting) connection.waiting.push([request, response]);
    else socket.resetAndDestroy();
  });
  return (socket) => connectionOf(socket).isBusy;
}
