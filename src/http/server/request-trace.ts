// A request as a span of a trace, where traces are told to somebody: begun with the request, ended with its line in the
// log, which then carries the trace's id. Nothing of a query, a header or a body becomes a detail.
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

/** What waits for the database or for carriers in `work` becomes a part of the request. */
export function traced<Result>(request: FastifyRequest, work: () => Result): Result {
  const { trace } = request.progress;
  return trace === undefined ? work() : trace.within(work);
}

export function endTrace(request: FastifyRequest, line: RequestLine): void {
  const { trace } = request.progress;
  if (trace === undefined) return;
  line.traceId = trace.traceId;
  trace.end({
    // Paths that are not in the table share one name, as in the metrics.
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

/** A header that was sent twice is nobody's trace. */
function single(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
