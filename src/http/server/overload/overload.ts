// Overload protection: when more requests arrive than the process can serve, some are refused on arrival, before
// anything is read, so that the others stay quick. The measure is what clients feel: the expected wait for a turn and
// for the database. A burst may wait up to four times the limit, because it passes soon; a lasting queue is held to
// the limit itself. Without a queue the check costs one comparison per request. A few health checks per second are
// never refused and never wait; informational pages are refused as soon as there is a queue.
import type { Server, ServerResponse } from 'node:http';
import type { Generation } from '../generation.ts';
import type { Generations } from '../generations.ts';
import { render } from '../refusals.ts';
import { RequestLine, type Serve } from './request-line.ts';

export type OverloadOptions = {
  /** How long requests may wait during lasting overload; 0 refuses none. */
  limitMs: number;
  /** Expected wait for the database of a request that arrives now. */
  databaseWaitMs(): number;
  /** The refusal in the form of the requested generation. */
  refusals: (url: string) => OverloadRefusal;
  /** Called for each refused request. */
  onRefused(refused: Unserved): void;
  /** Called for each request whose client disconnected while waiting. */
  onLeft(left: Unserved): void;
};

type Unserved = { method: string; generation: string };
type OverloadRefusal = { generation: string; body: string; retryHeader: string };

export const overloaded = { code: 'overloaded', retryAfterSeconds: 1 } as const;
const burstFactor = 4;
/** Overload that lasts longer than this is not a burst. */
const lastingMs = 500;
/**
 * More than a group commit waits on a slow disk, and half of what a health check allows, so the process still reports
 * ready. Far below the time-outs for connections and locks (5 and 10 s).
 */
const longestDatabaseWaitMs = 1_000;
const healthChecks: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);
/**
 * More than the balancers and monitors of one process need. Further health checks wait like other requests.
 */
const mostHealthChecks = 50;
const behindOthers = /^\/(?:openapi\.json|docs)(?:[/?]|$)/;

/** Puts itself before all present request handlers of the listener. */
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

/** Serialised once for each generation: a refusal must cost next to nothing. */
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
