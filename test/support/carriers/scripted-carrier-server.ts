// A local carrier server that follows a test's script request by request, and records the requests. It can also fail
// as networks do: reset, hang, truncate an answer, or take a request and lose the answer.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedRequest = {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
};

export type Reply =
  | {
      status?: number;
      json?: unknown;
      text?: string;
      bytes?: Uint8Array;
      type?: string;
      headers?: Record<string, string>;
    }
  | 'resets'
  | 'hangs'
  | 'truncates'
  | 'endless';

export type CarrierServer = {
  url: string;
  requests: ReceivedRequest[];
  /** Its acts in order; the last one repeats. A function decides by the request. */
  script: (Reply | ((request: ReceivedRequest) => Reply))[];
  close(): Promise<void>;
};

export async function startCarrierServer(
  ...script: (Reply | ((request: ReceivedRequest) => Reply))[]
): Promise<CarrierServer> {
  const requests: ReceivedRequest[] = [];
  const carrier: CarrierServer = { url: '', requests, script, close: async () => {} };
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
      };
      requests.push(received);
      const next = carrier.script[Math.min(requests.length, carrier.script.length) - 1];
      if (next === undefined) throw new Error('nothing is scripted');
      answer(typeof next === 'function' ? next(received) : next, request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  carrier.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  carrier.close = () => stop(server);
  return carrier;
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function answer(reply: Reply, request: IncomingMessage, response: ServerResponse): void {
  switch (reply) {
    case 'resets':
      request.socket.resetAndDestroy();
      return;
    case 'hangs':
      return;
    case 'truncates':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"data":');
      response.destroy();
      return;
    case 'endless': {
      response.writeHead(200, { 'content-type': 'application/json' });
      const megabyte = ' '.repeat(1024 * 1024);
      const writeMore = (): void => {
        if (response.destroyed) return;
        response.write(megabyte, () => writeMore());
      };
      writeMore();
      return;
    }
    default: {
      const type = reply.type ?? (reply.json === undefined ? 'text/plain' : 'application/json');
      response.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers });
      response.end(
        reply.bytes ?? reply.text ?? (reply.json === undefined ? '' : JSON.stringify(reply.json)),
      );
    }
  }
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
