// More requests than the process can serve: some are refused as they come, before anything is read of them, so that the
// others are served as quickly as ever. What counts is what clients feel: how long they would wait for their turn, and how
// long for the database.
//
// A burst is let in, up to four times the limit: it is over soon. When there has been a line for a while, the limit itself
// counts. While there is none, all this costs one comparison a request. A few health checks in a second are never refused
// and never wait; what only informs is refused as soon as there is a line.
import type { Server, ServerResponse } from 'node:http';
import type { Generation } from '../generation.ts';
import type { Generations } from '../generations.ts';
import { render } from '../refusals.ts';
import { RequestLine, type Serve } from './request-line.ts';

export type OverloadOptions = {
  /** How long requests may wait for their turn while overload lasts; 0 refuses nobody. */
  limitMs: number;
  /** How long whoever comes now would wait for the database. */
  databaseWaitMs(): number;
  /** What the asked generation says. */
  refusals: (url: string) => OverloadRefusal;
  /** Called for each refused request. */
  onRefused(refused: Unserved): void;
  /** Called for each whose client did not wait for its turn. */
  onLeft(left: Unserved): void;
};

type Unserved = { method: string; generation: string };
type OverloadRefusal = { generation: string; body: string; retryHeader: string };

export const overloaded = { code: 'overloaded', retryAfterSeconds: 1 } as const;
const burstFactor = 4;
/** Overload that has lasted this long is no burst any more. */
const lastingMs = 500;
/**
 * More than a group waits for the one before it on a slow disk, and half of what a health check allows the database: it
 * still answers that it can serve. Far from where waiting for a connection or a lock is given up (5 and 10 s).
 */
const longestDatabaseWaitMs = 1_000;
const healthChecks: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);
/** More than the balancers and monitors of one process ask. The others wait like everybody. */
const mostHealthChecks = 50;
const behindOthers = /^\/(?:openapi\.json|docs)(?:[/?]|$)/;

/** Puts itself before everything that answers the listener's requests so far. */
export function guardAgainstOverload(listener: Server, options: OverloadOptions): void {
  const { limitMs } = options;
  if (limitMs === 0) return;
  const answerers = listener.listeners('request') as Serve[];
  const serve: Serve = (request, response) => {
    for (const answer of answerers) answer(request, response);
  };
  const line = new RequestLine(serve, ({ method = '', url = '' }) =>
    options.onLeft({ method, generation: options.refusals(url).generation }),
  );
  const isFull = (nowMs: number): boolean => {
    const mostMs = line.lastsMs(nowMs) > lastingMs ? limitMs : limitMs * burstFactor;
    return line.waitMs(nowMs) > mostMs || options.databaseWaitMs() > longestDatabaseWaitMs;
  };
  let checks = { sinceMs: 0, count: 0 };
  const isHealthCheck = (url: string | undefined, nowMs: number): boolean => {
    if (!healthChecks.has(url)) return false;
    if (nowMs - checks.sinceMs >= 1_000) checks = { sinceMs: nowMs, count: 0 };
    checks.count += 1;
    return checks.count <= mostHealthChecks;
  };
  listener.removeAllListeners('request');
  listener.on('request', (request, response) => {
    const nowMs = performance.now();
    if (isHealthCheck(request.url, nowMs)) return serve(request, response);
    const hasTime = line.hasTime(nowMs);
    if (isFull(nowMs) || (!hasTime && behindOthers.test(request.url ?? ''))) {
      const refusal = options.refusals(request.url ?? '');
      options.onRefused({ method: request.method ?? '', generation: refusal.generation });
      refuse(response, refusal);
    } else if (hasTime) serve(request, response);
    else line.add(request, response, nowMs);
  });
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
