// What is remembered of a request once it is over: one line in the log, one count in the metrics, both
// under an id that the client is told too. No query, header or body is ever written down.
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { App, RequestLine } from '../application/ports.ts';
import type { RouteName } from './allowed-methods.ts';
import { endTrace } from './request-trace.ts';

/** Of what a key's owner sees of a call. */
const longestPath = 255;

export function tellServed(app: App, request: FastifyRequest, status: number): void {
  const { caller, refusalCode, beganMs, meant } = request.progress;
  const config = meant ?? ((request.routeOptions.config ?? {}) as RouteName);
  const ms = performance.now() - beganMs;
  app.meter.requestServed({
    method: request.method,
    // Paths that are not in the table share one name: a scanner must not fill the metrics.
    route: config.path ?? 'other',
    generation: config.generation ?? 'none',
    status,
    seconds: ms / 1000,
  });
  const line: RequestLine = {
    requestId: request.id,
    method: request.method,
    path: pathOf(request),
    status,
    ms: Math.round(ms * 10) / 10,
    address: request.ip,
  };
  if (caller.kind !== 'anonymous') line.member = caller.member.id;
  if (caller.kind === 'key') line.keyId = caller.key.id;
  if (refusalCode !== undefined) line.refusal = refusalCode;
  endTrace(request, line);
  app.log.request(line);
  if (caller.kind === 'key') {
    app.keyCalls.note(caller.key.id, {
      atMs: app.clock.nowMs(),
      method: line.method,
      path: line.path.slice(0, longestPath),
      status,
      tookMs: Math.round(ms),
      requestId: line.requestId,
      ...(refusalCode === undefined ? {} : { refusal: refusalCode }),
    });
  }
}

/** Without the query, and without the secret of a link: neither belongs in a log. */
export function pathOf(request: FastifyRequest): string {
  const { loggedPath } = (request.routeOptions?.config ?? {}) as { loggedPath?: string };
  if (loggedPath !== undefined) return loggedPath;
  const end = request.url.indexOf('?');
  return end < 0 ? request.url : request.url.slice(0, end);
}

const processIdBytes = 6;

/**
 * Unique without a random number for each: what is random is the process. A proxy's own id is kept when it
 * is harmless, so that its log and ours can be read side by side.
 */
export function requestIds(app: App): (request: IncomingMessage) => string {
  const process = app.secrets.randomText(processIdBytes);
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given)) return given;
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}
