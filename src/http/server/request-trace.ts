// A request as a span of a trace, if tracing is configured: it begins with the request and ends with its line in the
// log, which carries the trace id. Queries, headers and bodies never enter the trace.
import type { FastifyRequest } from 'fastify';
import type { RequestLine, TracedRequest, Tracer } from '../../application/ports.ts';

export function beginTrace(
  tracer: Tracer | undefined,
  { method, headers }: FastifyRequest,
): TracedRequest | undefined {
  return tracer?.beginRequest({
    method,
    traceparent: single(headers.traceparent),
    tracestate: single(headers.tracestate),
  });
}

/** Waits for the database or for carriers in `work` become child spans of the request. */
export function traced<Result>(request: FastifyRequest, work: () => Result): Result {
  const { trace } = request.progress;
  return trace === undefined ? work() : trace.within(work);
}

export function endTrace(request: FastifyRequest, line: RequestLine): void {
  const { trace } = request.progress;
  if (trace === undefined) return;
  line.traceId = trace.traceId;
  trace.end({
    // Unknown paths share one name, as in the metrics.
    route: request.routeOptions?.url ?? 'other',
    status: line.status,
    details: {
      'linehaul.request_id': line.requestId,
      ...(line.member === undefined ? {} : { 'linehaul.member': line.member }),
      ...(line.keyId === undefined ? {} : { 'linehaul.key': line.keyId }),
      ...(line.refusal === undefined ? {} : { 'linehaul.refusal': line.refusal }),
    },
  });
}

/** A header that was sent twice is ignored. */
function single(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
