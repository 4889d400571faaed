// Clients that stream quotes: a number at once, each starting again when its stream has ended. Reports the time to
// the first quote and of the whole stream. The client is this one process, so the figures include its reading.
import { Agent, request as ask } from 'node:http';
import { quantile } from './quantile.ts';
import type { BenchServer } from './real-server.ts';

export type StreamFigures = {
  perSecond: number;
  firstP50Ms: number;
  firstP99Ms: number;
  completeP50Ms: number;
  completeP99Ms: number;
};

type Times = { firstMs: number; completeMs: number };

export async function loadStreams(
  server: BenchServer,
  options: { atOnce: number; total: number; body: object },
): Promise<StreamFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.atOnce });
  const body = JSON.stringify(options.body);
  const times: Times[] = [];
  let begun = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: Math.min(options.atOnce, options.total) }, async () => {
      while (begun < options.total) {
        begun += 1;
        times.push(await stream(server, agent, body));
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  const of = (what: keyof Times, share: number): number =>
    quantile(
      times.map((one) => one[what]),
      share,
    );
  return {
    perSecond: times.length / seconds,
    firstP50Ms: of('firstMs', 0.5),
    firstP99Ms: of('firstMs', 0.99),
    completeP50Ms: of('completeMs', 0.5),
    completeP99Ms: of('completeMs', 0.99),
  };
}

function stream(server: BenchServer, agent: Agent, body: string): Promise<Times> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    let firstMs = Number.NaN;
    let tail = '';
    const asking = ask(
      `${server.url}/api/v5/bookings/stream`,
      {
        agent,
        method: 'POST',
        headers: {
          'Api-key': server.key,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        answer.setEncoding('utf8');
        answer.on('data', (text: string) => {
          if (Number.isNaN(firstMs) && (tail + text).includes('event: quote\n'))
            firstMs = performance.now() - began;
          tail = (tail + text).slice(-400);
        });
        answer.on('error', reject);
        answer.on('end', () => {
          if (answer.statusCode !== 200 || !tail.includes('event: complete\n'))
            reject(new Error(`a stream ended with ${answer.statusCode}: ${tail}`));
          else resolve({ firstMs, completeMs: performance.now() - began });
        });
      },
    );
    asking.on('error', reject);
    asking.end(body);
  });
}
