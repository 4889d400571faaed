// Traces for an OpenTelemetry collector. The SDK is loaded only here, and only if a collector is configured. Spans
// wait in a bounded queue and are sent in the background: an unreachable collector costs spans, never a request. The
// current span is kept in our own store, so nothing is registered globally.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Context,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Log, TracedPart, TracedWork, Tracer } from '../../application/ports.ts';
import { reportingExporter } from './reporting-exporter.ts';
import { samplerNamed } from './sampler.ts';

export type TracerOptions = {
  /** The complete address for spans. */
  url: string;
  protocol: 'http/protobuf' | 'http/json';
  /** For the collector, such as a token. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  version: string;
  attributes: Readonly<Record<string, string>>;
  sampler: string;
  samplerArgument: string | undefined;
  log: Log;
};

/** How long a stop waits for an unreachable collector. */
const lastWordsMs = 2_000;
const firstServerFault = 500;

export async function openTracer(options: TracerOptions): Promise<Tracer> {
  const exporter = reportingExporter(await openExporter(options), options.log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': options.version,
      'process.pid': process.pid,
      ...options.attributes,
    }),
    sampler: samplerNamed(options.sampler, options.samplerArgument),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  return tracerOver(provider);
}

async function openExporter({ url, protocol, headers }: TracerOptions): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter({ url, headers });
}

function tracerOver(provider: TracerProvider): Tracer {
  const spans = provider.getTracer('linehaul');
  const underWay = new AsyncLocalStorage<Context>();
  const w3c = new W3CTraceContextPropagator();

  const run = async <Result>(
    span: Span,
    context: Context,
    work: (own: TracedWork) => Promise<Result>,
  ): Promise<Result> => {
    const headers: Record<string, string> = {};
    w3c.inject(context, headers, defaultTextMapSetter);
    try {
      return await underWay.run(context, () =>
        work({ headers, tell: (details) => span.setAttributes(details) }),
      );
    } catch (error) {
      // The message may contain a person's text; the kind of error is enough.
      const message = error instanceof Error ? error.name : 'error';
      span.setStatus({ code: SpanStatusCode.ERROR, message });
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    beginRequest: ({ method, traceparent, tracestate }) => {
      const parent = w3c.extract(ROOT_CONTEXT, { traceparent, tracestate }, carrierGetter);
      const span = spans.startSpan(method, { kind: SpanKind.SERVER }, parent);
      const context = trace.setSpan(parent, span);
      return {
        traceId: span.spanContext().traceId,
        within: (work) => underWay.run(context, work),
        end: ({ route, status, details }) => {
          span.updateName(`${method} ${route}`);
          span.setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
            ...details,
          });
          if (status >= firstServerFault) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    part: (part, work) => {
      const parent = underWay.getStore() ?? ROOT_CONTEXT;
      const span = spans.startSpan(part.name, optionsOf(part), parent);
      return run(span, trace.setSpan(parent, span), work);
    },
    took: (part, seconds) => {
      const parent = underWay.getStore();
      if (parent === undefined) return;
      const endMs = performance.now();
      const startTime = endMs - seconds * 1000;
      spans.startSpan(part.name, { ...optionsOf(part), startTime }, parent).end(endMs);
    },
    keep: () => {
      const context = underWay.getStore();
      return (work) => (context === undefined ? work() : underWay.run(context, work));
    },
    close: async () => {
      const stopped = new AbortController();
      const patience = delay(lastWordsMs, undefined, { signal: stopped.signal }).catch(() => {});
      await Promise.race([provider.shutdown().catch(() => {}), patience]);
      stopped.abort();
    },
  };
}

const carrierGetter = {
  get: (carrier: Record<string, string | undefined>, key: string) => carrier[key],
  keys: (carrier: Record<string, string | undefined>) => Object.keys(carrier),
};

function optionsOf({ kind, details }: TracedPart) {
  return {
    kind: kind === 'outgoing' ? SpanKind.CLIENT : SpanKind.INTERNAL,
    attributes: details,
  };
}
