// Mounts every row of the route table in each of its generations; each generation has its own scope and error bodies.
// Order of checks, as promised in docs/errors.md: credentials, limits, body and shape, use-case. Nothing here knows
// what a route does.
import type { OutgoingHttpHeaders } from 'node:http';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import { anonymous } from '../../application/caller.ts';
import type { App, WebClient } from '../../application/ports.ts';
import { withinRequest } from '../../application/request-scope.ts';
import { firstOfEachPlace, Refusal } from '../../domain/refusal.ts';
import { recorded } from '../audit/recorded.ts';
import { mountWebhooks } from '../payments/webhooks.ts';
import { routes as allRoutes } from '../routes.ts';
import { mountCarrierWebhooks } from '../tracking/carrier-webhooks.ts';
import { mountTrackingPages } from '../tracking/mount-tracking-pages.ts';
import { admit, leaveSlot, type Progress } from './admission.ts';
import { type AllowedMethods, noteMethods } from './allowed-methods.ts';
import { readJsonBodies, refusePacked } from './bodies/json-bodies.ts';
import { limitConnections, sharedByClients, type TrustProxy } from './connections-per-address.ts';
import { type Call, JsonBytes, notModified, successStatus } from './endpoint.ts';
import { sendTagged, tagOf } from './entity-tag.ts';
import {
  answerBrokenRequest,
  answerError,
  answerExpectation,
  answerRefusal,
  bodyLimitBytes,
} from './error-answers.ts';
import type { Generation, Limits } from './generation.ts';
import type { Generations } from './generations.ts';
import { nulIssues } from './nul.ts';
import { mountOperations, type OperationsOptions } from './operations.ts';
import { arrivalMs } from './overload/request-line.ts';
import { mountWebClient } from './pages/mount-web-client.ts';
import { serveInTurn } from './pipelined-requests.ts';
import type { TransportRefusal } from './refusals.ts';
import { logServed, pathOf, requestIds } from './request-log.ts';
import { beginTrace, traced } from './request-trace.ts';
import { pathsOf, type Row } from './row.ts';
import { securityHeaders } from './security.ts';
import { shapeCheck } from './shape.ts';
import { leadToSignIn } from './sign-in-redirect.ts';
import { largeParts, nothingLarge } from './size-limits.ts';
import { StaticAnswers } from './static-answers.ts';
import { endUnread, type Patience, usualPatience } from './unread-answers.ts';

export type ServerOptions = OperationsOptions & {
  generations: Generations;
  trackPerMinute: Limits['trackPerMinute'];
  trustProxy: TrustProxy;
  /** Open connections allowed per client address; 0 sets no limit. */
  connectionsPerAddress: number;
  patience?: Patience | undefined;
  routes?: readonly Row[];
  /** The members area in the browser; without it only its interface is served. */
  webClient?: WebClient | undefined;
};

/** A slow client gets this long for the whole request. */
const requestTimeoutMs = 30_000;
const headersTimeoutMs = 15_000;
/** How often Node checks for clients past that limit. */
const checkSlowClientsMs = 1_000;
const mostHeaderBytes = 16 * 1024;
const longestParam = 512;
const jsonType = 'application/json; charset=utf-8';
/** Status in log and metrics for a client that disconnected early; never sent. */
const clientLeftStatus = 499;

export function buildServer(app: App, options: ServerOptions): FastifyInstance {
  const { generations } = options;
  const { unspecific } = generations;
  const server = fastify({
    logger: false,
    trustProxy: trustedProxies(options.trustProxy),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    // While stopping, requests under way finish, and new requests on open connections are still served.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestParam, caseSensitive: true },
    http: {
      maxHeaderSize: mostHeaderBytes,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: checkSlowClientsMs,
      // Node would refuse it without a message; `begin` gives one.
      requireHostHeader: false,
    },
    // Every row brings its own check. Fastify would otherwise load compilers that take a tenth of the start.
    schemaController: {
      compilersFactory: { buildValidator: () => neverUsed, buildSerializer: () => neverUsed },
    },
    genReqId: requestIds(app),
    // Fastify runs no hooks for a URL that it cannot parse.
    frameworkErrors: (error, request, reply) => {
      begin(request, reply);
      void answerError(app, unspecific, error, request, reply);
    },
    clientErrorHandler: answerBrokenRequest,
  });
  server.decorateRequest('progress', null as unknown as Progress);
  server.removeContentTypeParser('text/plain');
  readJsonBodies(server);
  server.server.on('checkExpectation', answerExpectation);
  limitConnections(server.server, {
    mostPerAddress: options.connectionsPerAddress,
    isExempt: sharedByClients(options.trustProxy),
    onRefused: () => app.meter.limitHit('connections'),
  });
  endUnread(server.server, options.patience ?? usualPatience, serveInTurn(server.server));

  const headers = securityHeaders(options.publicUrl);
  const begin = (request: FastifyRequest, reply: FastifyReply): void => {
    request.progress = {
      caller: anonymous,
      // Read now: a closed connection has lost its address.
      cameFrom: request.ip as string | undefined,
      address: '',
      usage: undefined,
      slot: undefined,
      refusalCode: undefined,
      why: undefined,
      meant: undefined,
      beganMs: arrivalMs(request.raw),
      trace: beginTrace(app.tracer, request),
      isOver: false,
    };
    // If an answer is never finished, only its connection closes. (Fastify's own hook for this costs twice as much.)
    reply.raw.once('finish', () => end(app, request, reply.raw.statusCode));
    reply.raw.once('close', () => end(app, request, clientLeftStatus));
    reply.headers(headers);
    reply.header('x-request-id', request.id);
  };
  const methods = noteMethods(server);
  server.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    const refusal = refuseAtOnce(request, methods, generations);
    if (refusal === undefined) done();
    else if (refusal.code === 'path_not_found' && wantsPage(request)) sendPage?.(reply, 404);
    else void answerRefusal(unspecific, refusal, request, reply);
  });
  const sendPage =
    options.webClient === undefined
      ? undefined
      : mountWebClient(server, options.webClient, {
          secrets: app.secrets,
          publicUrl: options.publicUrl,
        });
  // A person who mistyped an address sees a page; a program gets JSON.
  const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
    sendPage !== undefined &&
    method === 'GET' &&
    !generations.has(url) &&
    (headers.accept ?? '').includes('text/html');

  mountOperations(server, app, options);
  mountWebhooks(server, app);
  mountCarrierWebhooks(server, app);
  mountTrackingPages(server, app, options.trackPerMinute);
  for (const generation of generations.all) {
    server.register(async (scope) => {
      mountGeneration(scope, app, generation, options);
    });
  }
  server.setErrorHandler<FastifyError>((error, request, reply) =>
    answerError(app, unspecific, error, request, reply),
  );
  // Only for hidden routes; other unknown paths were refused before their bodies were read.
  server.setNotFoundHandler((request, reply) =>
    answerRefusal(unspecific, { code: 'path_not_found', path: pathOf(request) }, request, reply),
  );
  return server;
}

/** Refusals that need neither credentials nor a body. */
function refuseAtOnce(
  request: FastifyRequest,
  methods: AllowedMethods,
  generations: Generations,
): TransportRefusal | undefined {
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
    return { code: 'malformed_request', sentence: 'The Host header is missing. Send it.' };
  }
  if (!request.is404 && !(hasOpenPart(request) && methods.isOwnPath(pathOf(request)))) {
    return undefined;
  }
  const path = pathOf(request);
  const { methods: allow, name } = methods.at(path);
  if (allow.length === 0) {
    const elsewhere = generations.elsewhere(path);
    const isThere =
      elsewhere !== undefined && methods.at(elsewhere).methods.includes(request.method);
    return { code: 'path_not_found', path, ...(isThere ? { elsewhere } : {}) };
  }
  request.progress.meant = name;
  return { code: 'method_not_allowed', method: request.method, allow };
}

/** Whether the matched route has taken part of the path as a parameter. */
function hasOpenPart({ params }: FastifyRequest): boolean {
  for (const _name in params as object) return true;
  return false;
}

/** Ends the request once: releases its slot and logs it. */
function end(app: App, request: FastifyRequest, status: number): void {
  const { progress } = request;
  if (progress.isOver) return;
  progress.isOver = true;
  leaveSlot(app, request);
  logServed(app, request, status);
}

/** A number of hops: that many proxies in front of us are ours, at any address. */
function trustedProxies(trusted: TrustProxy) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted;
}

function mountGeneration(
  scope: FastifyInstance,
  app: App,
  generation: Generation,
  options: ServerOptions,
): void {
  const hasPages = options.webClient !== undefined;
  scope.setErrorHandler<FastifyError>(
    (error, request, reply) =>
      (hasPages ? leadToSignIn(generation, error, request, reply) : undefined) ??
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
  const { version, hasOneAnswer } = shapes;
  const status = successStatus(shapes);
  const statics =
    version && new StaticAnswers(() => `"${generation.name}-${version(app)}"`, hasOneAnswer);
  const ignoresBody = shapes.body === undefined && row.method !== 'GET';
  scope.route({
    method: row.method,
    url: generation.prefix + path,
    ...(shapes.changes === true ? { exposeHeadRoute: false } : {}),
    ...(shapes.bodyLimitBytes === undefined ? {} : { bodyLimit: shapes.bodyLimitBytes }),
    config: {
      generation: generation.name,
      path: row.path,
      ...(row.access === 'link' ? { loggedPath: generation.prefix + path } : {}),
      ...(shapes.isRepeated === true ? { isRepeated: true } : {}),
      ...(shapes.needsNoBody === true ? { needsNoBody: true } : {}),
      ...(shapes.showsRejected === true ? { showsRejected: true } : {}),
    },
    schema: {
      ...(shapes.params === undefined ? {} : { params: shapes.params }),
      ...(shapes.query === undefined ? {} : { querystring: shapes.query }),
      ...(shapes.body === undefined || shapes.readsBodyItself === true
        ? {}
        : { body: shapes.body }),
    },
    validatorCompiler: ({ schema, httpPart }) => {
      const part = httpPart === 'querystring' ? 'query' : 'other';
      const shape = schema as Parameters<typeof shapeCheck>[0];
      const check = shapeCheck(shape, part);
      return (value: unknown) => {
        // The router limits the length of path parts.
        const large = httpPart === 'params' ? nothingLarge : largeParts(value, shape);
        const found = large.hasList ? large.issues : [...large.issues, ...check(value)];
        // The size of a body was checked when it was read.
        const issues =
          found.length > 0 || httpPart === 'body' ? firstOfEachPlace(found) : nulIssues(value);
        return issues.length === 0
          ? { value }
          : { error: new Refusal({ code: 'validation', issues }) };
      };
    },
    onRequest: async (request) => {
      await traced(request, () => admit(app, generation, row, request));
      if (ignoresBody) forgetBody(request);
      else if (shapes.body !== undefined) refusePacked(request.headers);
    },
    handler: async (request, reply) => {
      const { caller, usage, address } = request.progress;
      const ready = statics?.find(request);
      if (statics !== undefined && ready !== undefined) {
        if (usage !== undefined) generation.showUsage(reply, usage);
        return statics.send(reply, ready);
      }
      // The reply's status is 200 already; a refusal or the endpoint may set another.
      if (status !== 200) reply.code(status);
      const call: Call = {
        caller,
        as: row.access === 'operator' ? 'operator' : 'member',
        generation,
        params: request.params as undefined,
        query: request.query as undefined,
        body: request.body as undefined,
        reply,
        publicUrl,
        address,
      };
      const work = (): Promise<unknown> =>
        withinRequest(request.id, () => traced(request, () => answer(app, call)), reply.raw);
      const answered =
        row.records === undefined ? await work() : await recorded(app, row, call, work);
      // A stream has already sent its own headers.
      if (reply.sent) return reply;
      if (usage !== undefined) generation.showUsage(reply, usage);
      // The client has the current version: send neither a body nor a length.
      if (answered === notModified) return reply.code(304).send();
      if (answered instanceof JsonBytes) return sendParts(reply, answered);
      if (shapes.isKeptByCaller === true) return sendKept(request, reply, answered);
      if (statics === undefined) return answered;
      return statics.send(reply, statics.keep(request, answered));
    },
  });
}

const neverUsed = (): never => {
  throw new Error('a route without its own check of shapes');
};

const keptForSeconds = 60;

/** For the caller alone: a cache that several callers share must tell their credentials apart. */
function sendKept(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  const body = JSON.stringify(answer);
  const cacheControl = `private, max-age=${keptForSeconds}`;
  reply.header('vary', 'Api-Key, Authorization');
  return sendTagged(request, reply, { body, tag: tagOf(body), type: jsonType, cacheControl });
}

function sendParts(reply: FastifyReply, { beginning, rest }: JsonBytes): FastifyReply {
  const { raw, statusCode } = reply;
  reply.headers({ 'content-type': jsonType, 'content-length': beginning.length + rest.length });
  reply.hijack();
  raw.writeHead(statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  raw.write(beginning);
  raw.end(rest);
  return reply;
}

/** Some programs send a body with every request. Routes without a body ignore it, even if its type is unknown. */
function forgetBody({ raw: { headers } }: FastifyRequest): void {
  delete headers['content-type'];
  delete headers['content-length'];
  delete headers['transfer-encoding'];
}
