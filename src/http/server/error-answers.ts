// Answers errors in the form of the requested generation. Refusals by Fastify or Node get the same form. Any unknown
// error is ours: it is logged, and the client receives only the request's id.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type App, StoreAway, StoreBusy } from '../../application/ports.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Generation } from './generation.ts';
import { overloaded } from './overload/overload.ts';
import {
  type AnyRefusal,
  render,
  type TransportRefusal,
  UnreadRequest,
  withoutValue,
} from './refusals.ts';
import { pathOf, refusalWords } from './request-log.ts';

export const bodyLimitBytes = 1024 * 1024;

type AnyError = FastifyError | Refusal | UnreadRequest | StoreBusy | StoreAway;

/** Route settings: whether refusals show the rejected value. */
type ErrorConfig = { showsRejected?: true };

export async function answerError(
  app: App,
  generation: Generation,
  error: AnyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const data = refusalOf(error, request);
  if (data.code === 'overloaded') app.meter.limitHit('overload');
  if (data.code === 'service_unavailable') {
    app.log.warn(
      { err: error, requestId: request.id, path: pathOf(request) },
      'the database cannot be reached',
    );
  }
  if (data.code === 'internal_error') {
    app.log.error({ err: error, requestId: request.id, path: pathOf(request) }, 'unexpected error');
  }
  // Fastify would close the connection, and a client that is still uploading would lose the answer. The rest of the
  // body is discarded, as after any other refusal, within the request's time limit.
  if (data.code === 'body_too_large') reply.removeHeader('connection');
  const { showsRejected } = request.routeOptions.config as ErrorConfig;
  const shown = showsRejected === true ? withoutValue(data) : data;
  return await answerRefusal(generation, shown, request, reply);
}

export async function answerRefusal(
  generation: Generation,
  data: AnyRefusal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, body, retryAfterSeconds, headers } = render(generation.refusals, data);
  if (request.progress) {
    request.progress.refusalCode = data.code;
    if (request.progress.caller.kind === 'key') request.progress.why = refusalWords(data, body);
  }
  if (retryAfterSeconds !== undefined) {
    reply.raw.setHeader(generation.retryHeader, retryAfterSeconds);
  }
  for (const [name, value] of Object.entries(headers ?? {})) reply.raw.setHeader(name, value);
  return await reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** Short: the database may be back at any moment. */
export const unavailable = { code: 'service_unavailable', retryAfterSeconds: 1 } as const;

function refusalOf(error: AnyError, request: FastifyRequest): AnyRefusal {
  if (error instanceof Refusal || error instanceof UnreadRequest) return error.data;
  if (error instanceof StoreAway) return unavailable;
  return error instanceof StoreBusy ? overloaded : transportRefusal(error, request);
}

/** Fastify's own refusals of requests that cannot be read, in our words. */
const malformed: Readonly<Record<string, string>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty. Send a JSON object.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON. Check quotes, commas and brackets.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
  FST_ERR_BAD_URL: 'The address is not a valid URL. Check its percent signs.',
};

/** Any unknown error becomes an internal error without details. */
function transportRefusal(error: FastifyError, request: FastifyRequest): TransportRefusal {
  const sentence = malformed[error.code];
  if (sentence !== undefined) return { code: 'malformed_request', sentence };
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { code: 'body_too_large', limitBytes: request.routeOptions.bodyLimit };
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { code: 'unsupported_media_type', mediaType: request.headers['content-type'] ?? '' };
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return { code: 'request_refused', status: 414, sentence: 'A part of the path is too long.' };
    default:
      return isClientError(error.statusCode)
        ? {
            code: 'request_refused',
            status: error.statusCode,
            sentence: 'The request could not be read.',
          }
        : { code: 'internal_error', requestId: request.id };
  }
}

function isClientError(status: number | undefined): status is number {
  return status !== undefined && status >= 400 && status < 500;
}

/** An `Expect` header other than `100-continue`. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = brokenBody('Only 100-continue can be expected.');
  response
    .writeHead(417, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    .end(body);
}

const brokenBody = (message: string): string => JSON.stringify({ error: 'bad_request', message });

/** Bytes that are not HTTP, or headers that are too long: one answer, then the connection closes. */
export function answerBrokenRequest(
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
  const body = brokenBody(message);
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
