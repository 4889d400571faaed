// A connected carrier that a test can make hang, so that quote streams stay open until it is released.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type HeldCarrier = {
  /** The arguments of `linehaul carrier connect couriers_please`. */
  account: string;
  waiting(): number;
  /** Leaves all further requests without an answer. */
  hold(): void;
  /** Answers all waiting and further requests: the route is not served. */
  release(): void;
  close(): Promise<void>;
};

export async function startHeldCarrier(): Promise<HeldCarrier> {
  const waiting = new Set<ServerResponse>();
  let isHeld = false;
  // CouriersPlease's own refusal of a route, which does not open the circuit breaker.
  const unserved = JSON.stringify({
    responseCode: 'INVALID_INPUT',
    data: { errors: ['It does not go there.'] },
  });
  const answer = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(unserved);
  };
  const server = createServer((request, response) => {
    request.resume();
    if (!isHeld) return answer(response);
    waiting.add(response);
    response.once('close', () => waiting.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    account: `--set account_number=1 --set api_key=secret --set base_url=${url}`,
    waiting: () => waiting.size,
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const response of waiting) answer(response);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
