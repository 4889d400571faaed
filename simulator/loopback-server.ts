// An HTTP server on 127.0.0.1 for each carrier and for the control endpoint. It limits the size of a body, and can
// cut, reset or hang a connection.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fate } from './answer-request.ts';
import { type Answer, plain } from './exchange.ts';

const loopback = '127.0.0.1';

/** Far above the size of any consignment. */
const mostBytes = 2_000_000;

export type Incoming = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Resolves after the time, or as soon as the client has gone or the server closes. */
  readonly wait: (ms: number) => Promise<void>;
};

export type LoopbackServer = { readonly url: string; close(): Promise<void> };

export async function startLoopbackServer(
  port: number,
  answer: (incoming: Incoming) => Promise<Fate>,
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    handle(request, response, answer).catch((error: unknown) => {
      // A bug in the simulator: log it, so that it is not mistaken for a requested fault.
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!response.headersSent) send(response, plain(`simulator: ${detail}`, 500));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Another program uses port ${port}; stop it or give another --port.`)
          : error,
      ),
    );
    server.listen(port, loopback, resolve);
  });
  const { port: used } = server.address() as AddressInfo;
  return {
    url: `http://${loopback}:${used}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (incoming: Incoming) => Promise<Fate>,
): Promise<void> {
  const text = await read(request);
  if (text === undefined) {
    send(response, plain('The request is too large.', 413));
    return;
  }
  const url = new URL(request.url ?? '/', `http://${loopback}`);
  const fate = await answer({
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
    ),
    text,
    wait: (ms) => waitFor(response, ms),
  });
  settle(fate, response);
}

async function read(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function waitFor(response: ServerResponse, ms: number): Promise<void> {
  if (ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      response.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    response.once('close', done);
  });
}

function settle(fate: Fate, response: ServerResponse): void {
  switch (fate.kind) {
    case 'answered':
      send(response, fate.answer);
      return;
    case 'truncated': {
      const body = Buffer.from(fate.answer.body);
      response.writeHead(fate.answer.status, {
        'content-type': fate.answer.type,
        'content-length': String(body.length),
      });
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
      return;
    }
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'hung':
      return;
  }
}

function send(response: ServerResponse, { status, type, body, headers }: Answer): void {
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(body);
}
