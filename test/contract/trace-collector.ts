// A local collector of traces: it takes OTLP in JSON over HTTP and returns the spans to the test. Anything else is
// kept unchanged.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  isFailed: boolean;
  details: Record<string, string | number>;
  startNs: bigint;
  endNs: bigint;
};

type Delivery = { path: string; headers: IncomingHttpHeaders; body: Buffer };

export type TraceCollector = {
  url: string;
  deliveries: Delivery[];
  spans(): CollectedSpan[];
  /** Attributes of the service that sent the spans. */
  resource(): Record<string, string | number>;
  close(): Promise<void>;
};

type Attribute = { key: string; value: { stringValue?: string; intValue?: string | number } };
type Wire = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
        status?: { code?: number };
        attributes: Attribute[];
        startTimeUnixNano: string;
        endTimeUnixNano: string;
      }[];
    }[];
  }[];
};

const failedCode = 2;

export async function startTraceCollector(
  status: () => number = () => 200,
): Promise<TraceCollector> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      deliveries.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(status(), { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const read = (): Wire['resourceSpans'] =>
    deliveries.flatMap(({ body }) => (JSON.parse(body.toString()) as Wire).resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    spans: () =>
      read().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) =>
          spans.map((span) => ({
            traceId: span.traceId,
            spanId: span.spanId,
            parentSpanId: span.parentSpanId ?? '',
            name: span.name,
            kind: span.kind,
            isFailed: span.status?.code === failedCode,
            details: detailsOf(span.attributes),
            startNs: BigInt(span.startTimeUnixNano),
            endNs: BigInt(span.endTimeUnixNano),
          })),
        ),
      ),
    resource: () => detailsOf(read()[0]?.resource.attributes ?? []),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function detailsOf(attributes: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}
