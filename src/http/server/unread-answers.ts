// Ends connections whose clients do not read. Part of an answer waits in the process, where Node's socket timer sees
// its progress. The last few megabytes wait in the system's send buffer, which cannot be inspected: after a large
// answer the connection gets as long as a slow client needs. Such a connection is reset, because the system keeps the
// unread bytes of a normally closed connection for minutes.
import type { Server } from 'node:http';
import { Socket } from 'node:net';

export type Patience = {
  /** How long output may wait without progress. */
  unreadMs: number;
  /** How long a connection may stay open between requests. */
  idleMs: number;
  /** The slowest client that gets its whole answer. */
  slowestBytesPerSecond: number;
};

export const usualPatience: Patience = {
  unreadMs: 30_000,
  // Longer than the idle time of common load balancers, so that they close first and no request is lost.
  idleMs: 75_000,
  slowestBytesPerSecond: 16 * 1024,
};

/** Less than this may stay in the system's buffers. */
const smallBytes = 64 * 1024;
/** The most that the system buffers for one connection (the usual end of `net.ipv4.tcp_wmem`). */
const mostHeldBytes = 4 * 1024 * 1024;

export function endUnread(
  listener: Server,
  patience: Patience,
  /** Whether a request of this connection is in progress. */
  isBusy: (socket: Socket) => boolean,
): void {
  const { unreadMs, idleMs, slowestBytesPerSecond } = patience;
  /** Bytes sent on each connection before its latest request. */
  const sentBefore = new WeakMap<Socket, number>();
  const mayHoldBytes = (socket: Socket): number =>
    Math.min(socket.bytesWritten - (sentBefore.get(socket) ?? 0), mostHeldBytes);
  const needsMs = (socket: Socket): number =>
    Math.max(unreadMs, (mayHoldBytes(socket) / slowestBytesPerSecond) * 1_000);

  const ending = new WeakSet<Socket>();
  /** A separate timer: the socket's own restarts with every byte from the client. */
  const resetLater = (socket: Socket): void => {
    if (ending.has(socket) || socket.destroyed) return;
    ending.add(socket);
    const timer = setTimeout(() => socket.resetAndDestroy(), needsMs(socket)).unref();
    socket.once('close', () => clearTimeout(timer));
  };
  const endIdle = (socket: Socket): void => {
    if (mayHoldBytes(socket) <= smallBytes) return void socket.destroy();
    const moreMs = needsMs(socket) - idleMs;
    if (moreMs > 0 && socket.timeout !== moreMs) socket.setTimeout(moreMs);
    else socket.resetAndDestroy();
  };

  listener.timeout = unreadMs;
  listener.keepAliveTimeout = idleMs;
  listener.on('connection', (socket: Socket) => {
    // Node calls this after the last answer of a connection. The client closes once it has read everything.
    socket.destroySoon = () => {
      if (mayHoldBytes(socket) <= smallBytes) return Socket.prototype.destroySoon.call(socket);
      socket.end();
      resetLater(socket);
    };
  });
  listener.prependListener('request', ({ socket }) => {
    sentBefore.set(socket, socket.bytesWritten);
  });
  // After bytes that are not HTTP, and after requests that arrive too slowly, Node reads no more requests of a
  // connection.
  listener.on('clientError', (_error, socket) => resetLater(socket as Socket));
  listener.on('timeout', (socket) => {
    if (ending.has(socket)) return;
    if (socket.writableLength > 0) socket.resetAndDestroy();
    else if (!isBusy(socket)) endIdle(socket);
  });
}
