// A local carrier that goes silent: once connected, in the middle of an answer's head, after the head, or in the
// middle of the body. It never closes a connection itself.
import { type AddressInfo, createServer, type Socket } from 'node:net';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n';

/** The part of the answer that is sent before the silence. */
const sent = {
  'once it is connected': '',
  'in the middle of the head': head.slice(0, 30),
  'after the head': head,
  'in the middle of the body': `${head}{"responseCode":`,
} as const;

export type HangingStage = keyof typeof sent;
export const hangingStages = Object.keys(sent) as HangingStage[];

export type HangingCarrier = {
  /** The arguments of `linehaul carrier connect couriers_please`. */
  account: string;
  stage: HangingStage;
  /** The number of requests so far, and of those still waiting. */
  requests: number;
  waiting(): number;
  close(): Promise<void>;
};

export async function startHangingCarrier(): Promise<HangingCarrier> {
  const waiting = new Set<Socket>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket
      .on('error', () => {})
      .once('close', () => {
        sockets.delete(socket);
        waiting.delete(socket);
      });
    // Clients may open connections in advance; only a connection with a request counts as waiting.
    socket.once('data', () => {
      carrier.requests += 1;
      waiting.add(socket);
      socket.resume().write(sent[carrier.stage]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const carrier: HangingCarrier = {
    account: `--set account_number=1 --set api_key=secret --set base_url=${url}`,
    stage: 'once it is connected',
    requests: 0,
    waiting: () => waiting.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return carrier;
}
