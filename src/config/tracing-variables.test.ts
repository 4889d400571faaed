import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigProblems, describeConfig, readConfig } from '../config.ts';

test('traces nothing unless a collector is named', () => {
  assert.equal(readConfig({}).tracing, undefined);
  assert.equal(readConfig({ OTEL_SERVICE_NAME: 'freight' }).tracing, undefined);
});

test("sends traces to a path under the collector's common address", () => {
  const url = (endpoint: string) =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracing?.url;
  assert.equal(url('http://collector:4318'), 'http://collector:4318/v1/traces');
  assert.equal(url('http://collector:4318/'), 'http://collector:4318/v1/traces');
  assert.equal(url('https://host/otlp'), 'https://host/otlp/v1/traces');
});

test('uses an address for traces unchanged and prefers it', () => {
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in',
  });
  assert.equal(tracing?.url, 'https://traces.example/in');
});

test('reads every other tracing setting or uses its default', () => {
  const { tracing } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c' });
  assert.deepEqual(tracing, {
    url: 'http://c/v1/traces',
    protocol: 'http/protobuf',
    headers: {},
    serviceName: 'linehaul',
    attributes: {},
    sampler: 'parentbased_always_on',
    samplerArgument: undefined,
  });
  const set = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db, x-tenant = 7',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
  }).tracing;
  assert.deepEqual(set?.headers, { authorization: 'Bearer a=b', 'x-tenant': '7' });
  assert.deepEqual(set?.attributes, { 'deployment.environment.name': 'production' });
  assert.deepEqual([set?.sampler, set?.samplerArgument], ['parentbased_traceidratio', '0.01']);
});

test('tracing can be switched off while the collector stays configured', () => {
  const collectorUrl = 'http://c';
  for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])
    assert.equal(
      readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl, ...off }).tracing,
      undefined,
    );
});

test('rejects invalid tracing settings by name without showing headers', () => {
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_HEADERS: 'a secret without a name',
    OTEL_TRACES_SAMPLER: 'sometimes',
    OTEL_TRACES_SAMPLER_ARG: '2',
  };
  assert.throws(
    () => readConfig(wrong),
    (error) => {
      assert.ok(error instanceof ConfigProblems);
      assert.equal(error.problems.length, Object.keys(wrong).length);
      assert.ok(!error.message.includes('secret'));
      return true;
    },
  );
  const shown = describeConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hidden' });
  assert.equal(shown.OTEL_EXPORTER_OTLP_HEADERS?.value, '(set)');
});
