// Requests that go out one by one, evenly spaced, whether or not earlier ones were answered: as customers come. The load
// tool can hold a rate too, but sends each second's requests in one burst, which measures a full load and then a pause.
import { Agent, request as ask } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Request } from './side-by-side.ts';

/** Who comes when all are taken waits, and the wait is counted. */
const mostConnections = 200;

/** Requests are sent in turns. Gives how long each took from the moment it was due, in milliseconds. */
export async function steadyLoad(
  url: string,
  requests: readonly Request[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  // In turns, so that none is idle for so long that the server closes it.
  const agent = new Agent({ keepAlive: true, maxSockets: mostConnections, scheduling: 'fifo' });
  const times: Promise<number>[] = [];
  let trouble: unknown;
  const began = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = began + (n * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await delay(wait);
    const request = requests[n % requests.length];
    if (request === undefined) throw new Error('a load needs a request');
    const time = timed(url, agent, request, due);
    // Heard of at once, and not only at the end.
    time.catch((error: unknown) => {
      trouble ??= error;
    });
    if (trouble !== undefined) break;
    times.push(time);
  }
  try {
    return await Promise.all(times);
  } finally {
    agent.destroy();
  }
}

function timed(url: string, agent: Agent, request: Request, due: number): Promise<number> {
  const { method = 'GET', path, headers, body = '' } = request;
  return new Promise((resolve, reject) => {
    const asking = ask(
      url + path,
      { method, agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (answer) => {
        answer.resume();
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode = 0 } = answer;
          if (statusCode < 300) resolve(performance.now() - due);
          else reject(new Error(`${path} was answered ${statusCode}`));
        });
      },
    );
    asking.on('error', reject);
    asking.end(body);
  });
}
