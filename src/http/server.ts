// Mounts every row of the route table in each generation it names, each generation in a scope of its own
// with its own error bodies. Order of checks for each request, as promised in docs/errors.md: credentials,
// limits, then body and shape, then the use-case. Nothing here knows what any route does.
import type { IncomingMessage } from 'node:http';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import { authenticate } from '../application/authenticate.ts';
import { anonymous, type Caller } from '../application/caller.ts';
import type { App, Place, RequestLine } from '../application/ports.ts';
import { Refusal } from '../domain/refusal.ts';
import { addressBucket } from './client-address.ts';
import { readCredentials } from './credentials.ts';
import type { Generation, Limits, Usage } from './generation.ts';
import { countRequest, enterAtOnce } from './limits.ts';
import { mountOperations, type OperationsOptions } from './operations.ts';
import { render, type TransportRefusal } from './refusals.ts';
import { routes as allRoutes, pathsOf, type Row } from './routes.ts';
import { securityHeaders } from './security.ts';
import { shapeCheck } from './shape.ts';
import { v4 } from './v4.ts';
import { v5 } from './v5.ts';

export type ServerOptions = OperationsOptions & {
  limits: Limits;
  trustProxy: false | number | string[];
  routes?: readonly Row[];
};

const bodyLimitBytes = 1024 * 1024;
/** A client that dribbles its request in gets this long for all of it. */
const requestTimeoutMs = 30_000;
const headersTimeoutMs = 15_000;
/** Longer than the idle time of common load balancers, so that they close first and no request is lost. */
const keepAliveTimeoutMs = 75_000;
const mostHeaderBytes = 16 * 1024;
const longestParam = 512;
const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type AnyMethod = (typeof everyMethod)[number];

/** What the server keeps about a request between its hooks. */
type Progress = {
  caller: Caller;
  usage: Usage | undefined;
  place: Place | undefined;
  refusalCode: string | undefined;
  beganMs: number;
};

declare module 'fastify' {
  interface FastifyRequest {
    progress: Progress;
  }
}

export function buildServer(app: App, options: ServerOptions): FastifyInstance {
  const server = fastify({
    logger: false,
    trustProxy: trustedProxies(options.trustProxy),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    // While stopping, what is under way is finished and new requests on open connections are still served.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestParam, caseSensitive: true },
    http: { maxHeaderSize: mostHeaderBytes, headersTimeout: headersTimeoutMs },
    genReqId: requestIds(app),
    frameworkErrors: (error, request, reply) => {
      void answerError(app, v5(options.limits), error, request, reply);
    },
    clientErrorHandler: answerBrokenRequest,
  });
  server.decorateRequest('progress', null as unknown as Progress);
  server.removeContentTypeParser('text/plain');

  const headers = securityHeaders(options.publicUrl);
  server.addHook('onRequest', (request, reply, done) => {
    request.progress = {
      caller: anonymous,
      usage: undefined,
      place: undefined,
      refusalCode: undefined,
      beganMs: performance.now(),
    };
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    done();
  });

  mountOperations(server, app, options);
  for (const generation of [v4(options.limits), v5(options.limits)]) {
    server.register(async (scope) => {
      mountGeneration(scope, app, generation, options);
    });
  }
  server.setErrorHandler<FastifyError>((error, request, reply) =>
    answerError(app, v5(options.limits), error, request, reply),
  );
  server.setNotFoundHandler((request, reply) =>
    answerRefusal(
      v5(options.limits),
      { code: 'path_not_found', path: pathOf(request) },
      request,
      reply,
    ),
  );
  server.addHook('onResponse', (request, reply, done) => {
    leavePlace(app, request);
    tellServed(app, request, reply);
    done();
  });
  return server;
}

/** A number of hops: so many proxies in front of us are ours, whatever their addresses. */
function trustedProxies(trusted: ServerOptions['trustProxy']) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted;
}

function mountGeneration(
  scope: FastifyInstance,
  app: App,
  generation: Generation,
  options: ServerOptions,
): void {
  scope.setErrorHandler<FastifyError>((error, request, reply) =>
    answerError(app, generation, error, request, reply),
  );
  const rows = (options.routes ?? allRoutes).filter((row) =>
    row.generations.includes(generation.name),
  );
  for (const row of rows) {
    for (const path of pathsOf(row, generation, rows)) {
      mountRow(scope, app, generation, row, path, options.publicUrl);
    }
  }

  const mounted = rows.flatMap((row) =>
    pathsOf(row, generation, rows).map((path) => ({ path, row })),
  );
  for (const [path, atPath] of Map.groupBy(mounted, (entry) => entry.path)) {
    const allow: AnyMethod[] = atPath.map(({ row }) => row.method);
    if (allow.includes('GET')) allow.push('HEAD');
    scope.route({
      method: everyMethod.filter((method) => !allow.includes(method)),
      url: generation.prefix + path,
      config: { generation: generation.name, path },
      // The wrong method is refused before its body is read.
      onRequest: async (request, reply) =>
        answerRefusal(
          generation,
          { code: 'method_not_allowed', method: request.method, allow },
          request,
          reply,
        ),
      handler: async () => {},
    });
  }
}

function mountRow(
  scope: FastifyInstance,
  app: App,
  generation: Generation,
  row: Row,
  path: string,
  publicUrl: string,
): void {
  const { shapes, answer } = row.endpoint;
  scope.route({
    method: row.method,
    url: generation.prefix + path,
    config: { generation: generation.name, path: row.path },
    schema: {
      ...(shapes.params === undefined ? {} : { params: shapes.params }),
      ...(shapes.query === undefined ? {} : { querystring: shapes.query }),
      ...(shapes.body === undefined || shapes.readsBodyItself === true
        ? {}
        : { body: shapes.body }),
    },
    validatorCompiler: ({ schema }) => {
      const check = shapeCheck(schema as Parameters<typeof shapeCheck>[0]);
      return (value: unknown) => {
        const issues = check(value);
        return issues.length === 0
          ? { value }
          : { error: new Refusal({ code: 'validation', issues }) };
      };
    },
    onRequest: (request, reply) => admit(app, generation, row, request, reply),
    handler: async (request, reply) => {
      const { caller, usage } = request.progress;
      const answered = await answer(app, {
        caller,
        generation,
        params: request.params as undefined,
        query: request.query as undefined,
        body: request.body as undefined,
        reply,
        publicUrl,
      });
      // A stream has sent its own headers already.
      if (reply.sent) return reply;
      if (usage !== undefined) generation.showUsage(reply, usage);
      if (shapes.version === undefined) return answered;
      return isKnownAlready(request, reply, `"${generation.name}-${shapes.version(app)}"`)
        ? reply.code(304).send()
        : answered;
    },
  });
}

/** Lets the answer be kept for an hour, and after that be asked for again without being sent again. */
function isKnownAlready(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.headers({ etag: tag, 'cache-control': 'public, max-age=3600' });
  const known = request.headers['if-none-match']
    ?.split(',')
    .map((one) => one.trim().replace(/^W\//, ''));
  return known !== undefined && (known.includes(tag) || known.includes('*'));
}

/** Credentials, then limits. A caller without accepted credentials is limited by address, so that guessing is too. */
async function admit(
  app: App,
  generation: Generation,
  row: Row,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { progress } = request;
  const address = addressBucket(request.ip);
  const credentials = readCredentials(request.headers, generation.acceptsBasic);
  let refusal: unknown;
  try {
    progress.caller = await authenticate(app, credentials, address);
    if (credentials.kind === 'none' && row.access === 'key') {
      const { wrongHeader } = credentials;
      refusal = new Refusal({
        code: 'credentials_missing',
        ...(wrongHeader === undefined ? {} : { wrongHeader }),
      });
    }
  } catch (error) {
    refusal = error;
  }
  if (refusal !== undefined && !(refusal instanceof Refusal)) throw refusal;
  const allowance = generation.allowance(progress.caller, address, row.access === 'quote');
  progress.usage = await countRequest(app, allowance);
  if (refusal !== undefined) throw refusal;
  progress.place = await enterAtOnce(app, allowance);
  // An answer that is never finished has no onResponse, only its connection's end.
  if (progress.place !== undefined) reply.raw.once('close', () => leavePlace(app, request));
}

/** Gives the caller's place back, once: when the answer is out, or when the client went away before. */
function leavePlace(app: App, request: FastifyRequest): void {
  const { place } = request.progress;
  if (place === undefined) return;
  request.progress.place = undefined;
  app.counters.leave(place).catch((error: unknown) => {
    app.log.warn({ err: error }, 'a place among simultaneous requests was not given back');
  });
}

async function answerError(
  app: App,
  generation: Generation,
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const data = error instanceof Refusal ? error.data : transportRefusal(error, request);
  if (data.code === 'internal_error') {
    app.log.error({ err: error, requestId: request.id, path: pathOf(request) }, 'unexpected error');
  }
  return await answerRefusal(generation, data, request, reply);
}

async function answerRefusal(
  generation: Generation,
  data: Parameters<typeof render>[1],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, body, retryAfterSeconds, headers } = render(generation.refusals, data);
  if (request.progress) request.progress.refusalCode = data.code;
  if (retryAfterSeconds !== undefined) {
    reply.raw.setHeader(generation.retryHeader, retryAfterSeconds);
  }
  for (const [name, value] of Object.entries(headers ?? {})) reply.raw.setHeader(name, value);
  return await reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** What Fastify itself refuses, in our words; everything unknown is our fault and says nothing. */
function transportRefusal(error: FastifyError, request: FastifyRequest): TransportRefusal {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { code: 'body_too_large', limitBytes: bodyLimitBytes };
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { code: 'unsupported_media_type', mediaType: request.headers['content-type'] ?? '' };
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return { code: 'malformed_request', sentence: 'The body is empty. Send a JSON object.' };
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return {
        code: 'malformed_request',
        sentence: 'The body is not valid JSON. Check quotes, commas and brackets.',
      };
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return {
        code: 'malformed_request',
        sentence: 'The body is not as long as its Content-Length says.',
      };
    case 'FST_ERR_BAD_URL':
      return {
        code: 'malformed_request',
        sentence: 'The address is not a valid URL. Check its percent signs.',
      };
    default:
      return error.statusCode === 400
        ? { code: 'malformed_request', sentence: 'The request could not be read.' }
        : { code: 'internal_error', requestId: request.id };
  }
}

/** Bytes that are not HTTP, or headers that are too long: the connection is answered once and closed. */
function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: import('node:net').Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers are too long.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request did not arrive in time.']
        : ['400 Bad Request', 'This is not a valid HTTP request.'];
  const body = JSON.stringify({ error: 'bad_request', message });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function tellServed(app: App, request: FastifyRequest, reply: FastifyReply): void {
  const { caller, refusalCode, beganMs } = request.progress;
  const config = request.routeOptions.config as { generation?: string; path?: string };
  const ms = performance.now() - beganMs;
  app.meter.requestServed({
    method: request.method,
    // Paths that are not in the table share one name: a scanner must not fill the metrics.
    route: config.path ?? 'other',
    generation: config.generation ?? 'none',
    status: reply.statusCode,
    seconds: ms / 1000,
  });
  const line: RequestLine = {
    requestId: request.id,
    method: request.method,
    path: pathOf(request),
    status: reply.statusCode,
    ms: Math.round(ms * 10) / 10,
    address: request.ip,
  };
  if (caller.kind !== 'anonymous') line.member = caller.member.id;
  if (caller.kind === 'key') line.keyId = caller.key.id;
  if (refusalCode !== undefined) line.refusal = refusalCode;
  app.log.request(line);
}

/** Without the query: it may hold what does not belong in a log. */
function pathOf(request: FastifyRequest): string {
  const end = request.url.indexOf('?');
  return end < 0 ? request.url : request.url.slice(0, end);
}

const processIdBytes = 6;

/**
 * Unique without a random number for each: what is random is the process. A proxy's own id is kept when it
 * is harmless, so that its log and ours can be read side by side.
 */
function requestIds(app: App): (request: IncomingMessage) => string {
  const process = app.secrets.randomText(processIdBytes);
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given)) return given;
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}
