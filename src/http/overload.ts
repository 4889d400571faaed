// More requests than the process can serve: some are refused when they are taken up, before anything is read of them, so
// that the others are served as quickly as ever. What is measured is what clients feel: how long this turn of the event loop has been
// going on when their request is taken up, and how long they would wait for the database.
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
  /** How long whoever comes now would wait for the database. */
  databaseWaitMs(): number;
  /** What the asked generation says. */
  refusals: (url: string) => OverloadRefusal;
  /** Called for each refused request. */
  onRefused(refused: { method: string; generation: string }): void;
};

type OverloadRefusal = { generation: string; body: string; retryHeader: string };

export const overloaded = { code: 'overloaded', retryAfterSeconds: 1 } as const;
const burstFactor = 10;
/** Overload that has lasted this long is no burst any more. */
const lastingMs = 500;
/**
 * More than a group waits for the one before it on a slow disk, and half of what a health check allows the database: it
 * still answers that it can serve. Far from where waiting for a connection or a lock is given up (5 and 10 s).
 */
const longestDatabaseWaitMs = 1_000;
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
    const isFull = turn.isTooLong() || options.databaseWaitMs() > longestDatabaseWaitMs;
    if (isFull && !neverRefused.has(request.url)) {
      const refusal = options.refusals(request.url ?? '');
      options.onRefused({ method: request.method ?? '', generation: refusal.generation });
      refuse(response, refusal);
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
  const refusalOf = ({ name, refusals, retryHeader }: Generation): OverloadRefusal => {
    const { body } = render(refusals, overloaded);
    return { generation: name, body: JSON.stringify(body), retryHeader };
  };
  const written = new Map(generations.all.map((one) => [one.name, refusalOf(one)]));
  const otherwise = refusalOf(generations.unspecific);
  return (url) => written.get(generations.at(url).name) ?? otherwise;
}

function refuse(response: ServerResponse, { body, retryHeader }: OverloadRefusal): void {
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    [retryHeader]: String(overloaded.retryAfterSeconds),
    'cache-control': 'no-store',
  });
  response.end(body);
}
