// A receiver of webhooks on loopback: keeps what arrives, and answers as a test asks.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Arrived = { headers: IncomingHttpHeaders; text: string; type: string; data: unknown };

export type Receiver = {
  url: string;
  arrived: Arrived[];
  /** How the next requests are answered; an endpoint that hangs answers nothing. */
  answer(how: (arrived: Arrived, response: ServerResponse) => void): void;
  close(): Promise<void>;
};

const accept = (_: Arrived, response: ServerResponse): void => {
  response.writeHead(200).end('thanks');
};

export const refuse = (_: Arrived, response: ServerResponse): void => {
  response.writeHead(503).end('closed for lunch');
};

export async function openReceiver(): Promise<Receiver> {
  const arrived: Arrived[] = [];
  let how: Parameters<Receiver['answer']>[0] = accept;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const { type, data } = JSON.parse(text) as { type: string; data: unknown };
      const one = { headers: request.headers, text, type, data };
      arrived.push(one);
      how(one, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    arrived,
    answer: (next) => {
      how = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
