// Traces as a collector receives them: a request with its database queries and carrier requests, all in the client's
// trace. Without configuration, tracing costs nothing.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { openTracer } from '../../src/adapters/tracing/open-tracer.ts';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import type { Tracer } from '../../src/application/ports.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import {
  type CarrierServer,
  startCarrierServer,
} from '../support/carriers/scripted-carrier-server.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { recordingLog } from '../support/test-logs.ts';
import { until } from '../support/until.ts';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from './trace-collector.ts';

const clientTrace = '0af7651916cd43dd8448eb211c80319c';
const clientSpan = 'b7ad6b7169203331';
const [embedded] = setups;
assert.ok(embedded);
const requestsWithoutCollector = 3_000;
const serverKind = 2;
const clientKind = 3;

const open = (url: string, change: Partial<Parameters<typeof openTracer>[0]> = {}) =>
  openTracer({
    url: `${url}/v1/traces`,
    protocol: 'http/json',
    headers: { authorization: 'Bearer collector' },
    serviceName: 'freight',
    version: '1.2.3',
    attributes: { 'deployment.environment.name': 'test' },
    sampler: 'parentbased_always_on',
    samplerArgument: undefined,
    log: recordingLog(),
    ...change,
  });

for (const setup of setups)
  describe(`traces on ${setup.name}`, () => {
    let collector: TraceCollector;
    let carrier: CarrierServer;
    let tracer: Tracer;
    let t: TestApp;
    let spans: CollectedSpan[];
    let requestId = '';
    before(async () => {
      collector = await startTraceCollector();
      carrier = await startCarrierServer({ status: 503 });
      tracer = await open(collector.url);
      t = await startTestApp(setup, { tracer, connectors: [auspost] });
      const account = { api_key: 'ak-secret', password: 'pw-secret', account_number: '1234567890' };
      await connectAccount(t.app, undefined, {
        carrier: 'auspost',
        account: { ...account, base_url: carrier.url },
        policy: 'live_then_card',
        isUntested: true,
      });
      await until('the carrier is connected', () => t.app.carriers.live.length > 0);
      const { key } = await t.addMember();
      const answer = await t.inject({
        method: 'POST',
        url: '/api/v5/bookings',
        headers: {
          'api-key': key,
          traceparent: `00-${clientTrace}-${clientSpan}-01`,
          tracestate: 'shop=1',
        },
        payload: sydneyToMelbourne(),
      });
      assert.equal(answer.statusCode, 201);
      requestId = String(answer.headers['x-request-id']);
      await t.get('/api/v5/bookings/v4/999999', { 'api-key': key });
      await t.close();
      await tracer.close();
      await carrier.close();
      spans = collector.spans();
    });
    after(() => collector.close());

    const spansOfTrace = (): CollectedSpan[] =>
      spans.filter(({ traceId }) => traceId === clientTrace);

    test("a request continues its client's trace and names its route, not its address", () => {
      const [request, ...others] = spansOfTrace().filter(({ kind }) => kind === serverKind);
      assert.ok(request !== undefined && others.length === 0);
      assert.equal(request.parentSpanId, clientSpan);
      assert.equal(request.name, 'POST /api/v5/bookings');
      assert.equal(request.details['http.response.status_code'], 201);
      assert.equal(request.details['linehaul.request_id'], requestId);
      assert.equal(request.isFailed, false);
    });

    test('a request without a trace starts one, named by its route and with its refusal', () => {
      const span = spans.find(({ name }) => name === 'GET /api/v5/bookings/v4/:id');
      assert.ok(span !== undefined);
      assert.equal(span.parentSpanId, '');
      assert.notEqual(span.traceId, clientTrace);
      assert.equal(span.details['linehaul.refusal'], 'booking_not_found');
      const line = t.log.find(
        ({ fields }) => 'traceId' in fields && fields.traceId === span.traceId,
      );
      assert.equal(line?.message, 'request', 'the line in the log names the trace');
    });

    test('records a span for each carrier request and passes the trace to the carrier', () => {
      const carrierSpans = spansOfTrace().filter(
        ({ details }) => details['linehaul.carrier'] === 'auspost',
      );
      assert.ok(carrierSpans.length > 0);
      for (const span of carrierSpans) {
        assert.equal(span.kind, clientKind);
        assert.equal(span.name, 'quote auspost');
        assert.equal(span.details['http.response.status_code'], 503);
      }
      const sent = carrier.requests.map(({ headers }) => headers.traceparent);
      for (const span of carrierSpans)
        assert.ok(sent.includes(`00-${clientTrace}-${span.spanId}-01`));
      assert.equal(carrier.requests[0]?.headers.tracestate, 'shop=1');
    });

    test('records a database span inside its transaction, without values', () => {
      const stored = spansOfTrace().find(({ name }) => name === 'insert bookings');
      assert.ok(
        stored !== undefined,
        spansOfTrace()
          .map(({ name }) => name)
          .join(', '),
      );
      const system = setup.engine === 'sqlite' ? 'sqlite' : 'postgresql';
      assert.equal(stored.details['db.system.name'], system);
      assert.doesNotMatch(String(stored.details['db.query.text']), /SYDNEY|2000/);
      const transaction = spansOfTrace().find(({ spanId }) => spanId === stored.parentSpanId);
      assert.equal(transaction?.name, 'transaction');
      assert.ok(transaction.startNs <= stored.startNs + 5_000_000n);
      assert.ok(transaction.endNs >= transaction.startNs);
    });

    test('sends no secrets or personal data to the collector', () => {
      const sent = collector.deliveries.map(({ body }) => body.toString()).join('\n');
      assert.doesNotMatch(sent, /lh_|ak-secret|pw-secret|1234567890|tilewarehouse|192\.0\.2/);
    });

    test('sends the service name, version and configured headers to the collector', () => {
      assert.equal(collector.deliveries[0]?.path, '/v1/traces');
      assert.equal(collector.deliveries[0]?.headers.authorization, 'Bearer collector');
      const resource = collector.resource();
      assert.equal(resource['service.name'], 'freight');
      assert.equal(resource['service.version'], '1.2.3');
      assert.equal(resource['deployment.environment.name'], 'test');
    });
  });

const request = { method: 'GET', traceparent: undefined, tracestate: undefined };
const served = { route: '/x', status: 200, details: {} };

test('exports traces in protobuf unless JSON is configured', async () => {
  const collector = await startTraceCollector();
  const tracer = await open(collector.url, { protocol: 'http/protobuf' });
  tracer.beginRequest(request).end(served);
  await tracer.close();
  assert.equal(collector.deliveries[0]?.headers['content-type'], 'application/x-protobuf');
  assert.ok(collector.deliveries[0]?.body.includes('GET /x'));
  await collector.close();
});

test("honours a client's unsampled trace, and a configured sampling share", async () => {
  const collector = await startTraceCollector();
  const unsampled = `00-${clientTrace}-${clientSpan}-00`;
  const believing = await open(collector.url);
  believing.beginRequest({ ...request, traceparent: unsampled }).end(served);
  await believing.close();
  const none = await open(collector.url, { sampler: 'traceidratio', samplerArgument: '0' });
  none.beginRequest(request).end(served);
  await none.close();
  const off = await open(collector.url, { sampler: 'parentbased_always_off' });
  off.beginRequest(request).end(served);
  await off.close();
  assert.deepEqual(collector.deliveries, []);
  await collector.close();
});

test('an invalid traceparent header starts a new trace', async () => {
  const collector = await startTraceCollector();
  const tracer = await open(collector.url);
  for (const traceparent of ['', 'x', `00-${'0'.repeat(32)}-${clientSpan}-01`, 'ff-1-2-3'])
    tracer.beginRequest({ ...request, traceparent }).end(served);
  await tracer.close();
  const spans = collector.spans();
  assert.equal(spans.length, 4);
  assert.deepEqual(
    spans.map(({ parentSpanId }) => parentSpanId),
    ['', '', '', ''],
  );
  await collector.close();
});

test('marks failed work as failed and passes the error on to the caller', async () => {
  const collector = await startTraceCollector();
  const tracer = await open(collector.url);
  const part = { name: 'quote x', kind: 'outgoing', details: {} } as const;
  await assert.rejects(
    tracer.part(part, () => Promise.reject(new TypeError('jane@example.com'))),
    /jane/,
  );
  await tracer.close();
  assert.equal(collector.spans()[0]?.isFailed, true);
  assert.doesNotMatch(collector.deliveries[0]?.body.toString() ?? '', /jane/);
  await collector.close();
});

test('an unreachable collector loses spans but no requests, and logs one line', async (context) => {
  const log = recordingLog();
  const tracer = await open('http://127.0.0.1:1', { log });
  const t = await startTestApp(embedded, { tracer, limits: { v5PerMinute: 0 } });
  const jane = await t.addMember();
  const statuses = new Map<number, number>();
  // More requests than the queue of spans holds.
  for (let n = 0; n < requestsWithoutCollector; n += 1) {
    const { statusCode } = await t.get('/api/v5/member', { 'api-key': jane.key });
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  const warnings = (): number => log.lines.filter(({ level }) => level === 'warn').length;
  // The exporter retries for some seconds before it gives up.
  await until('the lost spans are logged', () => warnings() > 0);
  await t.close();
  await tracer.close();
  context.diagnostic(
    `${requestsWithoutCollector} requests without a collector: ${statuses.get(200)} served, ${warnings()} line in the log`,
  );
  assert.deepEqual([...statuses], [[200, requestsWithoutCollector]]);
  assert.equal(warnings(), 1);
});

test('a start without a collector loads none of the tracing library', () => {
  const root = join(import.meta.dirname, '..', '..');
  const code = `await import(${JSON.stringify(join(root, 'src/serve.ts'))});
    const { Module } = await import('node:module');
    const loaded = Object.keys(Module._cache).filter((file) => file.includes('@opentelemetry'));
    console.log(JSON.stringify([Object.keys(Module._cache).length > 10, loaded.filter((file) => !file.includes('@opentelemetry/api'))]));`;
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root });
  // The metrics library itself loads @opentelemetry/api.
  assert.deepEqual(JSON.parse(loaded.toString()), [true, []]);
});
