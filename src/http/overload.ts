// More requests than the process can serve: some are refused at once, before anything is read of them, so that the others
// are served as quickly as ever. What is measured is what clients feel: how long this turn of the event loop has been
// going on when their request is taken up, and how many already wait for the database.
//
// A burst is let in, up to ten times the limit: it is over soon. When there has been no calm turn for a while, the limit
// itself counts. It costs one comparison a request; health checks are never refused.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Generation } from './generation.ts';
import type { Generations } from './generations.ts';
import { render } from './refusals.ts';

export type OverloadOptions = {
  /** How long requests may wait for the process while overload lasts; 0 refuses nobody. */
  limitMs: number;
  /** Transactions that wait for a connection to the database. */
  databaseWaiters(): number;
  /** What the asked generation says. */
  refusals: (url: string) => OverloadRefusal;
  /** Called for each refused request. */
  onRefused(): void;
};

type OverloadRefusal = { body: string; retryHeader: string };

const retryAfterSeconds = 1;
const burstFactor = 10;
/** Overload that has lasted this long is no burst any more. */
const lastingMs = 500;
/** Many times what a database works on at once: whoever comes after them would wait for seconds. */
const mostDatabaseWaiters = 200;
const neverRefused: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/** Puts itself before everything that answers the listener's requests so far. */
export function guardAgainstOverload(listener: Server, options: OverloadOptions): void {
  if (options.limitMs === 0) return;
  const turn = watchTurns(options.limitMs);
  const answerers = listener.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  listener.removeAllListeners('request');
  listener.on('request', (request, response) => {
    const isFull = turn.isTooLong() || options.databaseWaiters() >= mostDatabaseWaiters;
    if (isFull && !neverRefused.has(request.url)) {
      options.onRefused();
      refuse(response, options.refusals(request.url ?? ''));
    } else for (const answer of answerers) answer(request, response);
  });
}

/** Times turns of the event loop, from their first request on. */
function watchTurns(limitMs: number): { isTooLong(): boolean } {
  let beganMs: number | undefined;
  let calmAtMs = performance.now();
  const end = (): void => {
    const nowMs = performance.now();
    if (nowMs - (beganMs ?? nowMs) < limitMs) calmAtMs = nowMs;
    beganMs = undefined;
  };
  return {
    isTooLong: () => {
      const nowMs = performance.now();
      if (beganMs === undefined) {
        // Nobody came for so long that whatever was before is over.
        if (nowMs - calmAtMs > lastingMs * burstFactor) calmAtMs = nowMs;
        beganMs = nowMs;
        setImmediate(end);
        return false;
      }
      const isLasting = nowMs - calmAtMs > lastingMs;
      return nowMs - beganMs > (isLasting ? limitMs : limitMs * burstFactor);
    },
  };
}

/** Written once for each generation: a refusal must cost next to nothing. */
export function overloadRefusals(generations: Generations): OverloadOptions['refusals'] {
  const refusalOf = ({ refusals, retryHeader }: Generation): OverloadRefusal => {
    const { body } = render(refusals, { code: 'overloaded', retryAfterSeconds });
    return { body: JSON.stringify(body), retryHeader };
  };
  const written = new Map(generations.all.map((one) => [one.name, refusalOf(one)]));
  const otherwise = refusalOf(generations.unspecific);
  return (url) => written.get(generations.at(url).name) ?? otherwise;
}

function refuse(response: ServerResponse, { body, retryHeader }: OverloadRefusal): void {
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    [retryHeader]: String(retryAfterSeconds),
    'cache-control': 'no-store',
  });
  response.end(body);
}
