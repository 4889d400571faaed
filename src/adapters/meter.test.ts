import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AggregatorRegistry } from 'prom-client';
import { prometheusMeter } from './meter.ts';

test('counts shared state as lost once when several workers lose it', async () => {
  const workers = [prometheusMeter(), prometheusMeter(), prometheusMeter()];
  workers[0]?.sharedStateLost(true);
  workers[1]?.sharedStateLost(true);
  const figures = await Promise.all(workers.map(({ registry }) => registry.getMetricsAsJSON()));
  const text = await AggregatorRegistry.aggregate(figures).metrics();
  assert.match(text, /^linehaul_shared_state_lost 1$/m);
});

test('shows the latest start and the worst figure among several workers', async () => {
  const workers = [prometheusMeter(), prometheusMeter()];
  const figures = await Promise.all(workers.map(({ registry }) => registry.getMetricsAsJSON()));
  const set = (worker: number, name: string, value: number): void => {
    const values = figures[worker]?.find((one) => one.name === name)?.values;
    assert.ok(values?.[0], name);
    values[0].value = value;
  };
  const kept = {
    process_start_time_seconds: [1_700_000_000, 1_700_000_900],
    nodejs_eventloop_lag_p99_seconds: [0.01, 2],
    nodejs_eventloop_lag_p50_seconds: [0.01, 1],
    process_open_fds: [20, 900],
  };
  for (const [name, values] of Object.entries(kept))
    for (const [worker, value] of values.entries()) set(worker, `linehaul_${name}`, value);
  const text = await AggregatorRegistry.aggregate(figures).metrics();
  for (const [name, [, worse]] of Object.entries(kept))
    assert.match(text, new RegExp(`^linehaul_${name} ${worse}$`, 'm'));
});

test('shows issue counts only while their process keeps counting', async (t) => {
  const meter = prometheusMeter();
  let nowMs = performance.now();
  t.mock.method(performance, 'now', () => nowMs);
  meter.attentionCounted({ orphans: 2, refunds_due: 0 });
  const shown = async () =>
    (await meter.registry.getSingleMetricAsString('linehaul_attention')).match(/^linehaul.*$/gm);
  assert.deepEqual(await shown(), [
    'linehaul_attention{kind="orphans"} 2',
    'linehaul_attention{kind="refunds_due"} 0',
  ]);
  nowMs += 15 * 60_000;
  assert.equal(await shown(), null);
});

test('counts e-mails and requests to carriers by their outcome', async () => {
  const meter = prometheusMeter();
  meter.mailTried('deferred');
  meter.mailTried('sent');
  meter.carrierPolled({ carrier: 'toll', outcome: 'failed' });
  meter.carrierAsked({ carrier: 'tnt', operation: 'quote', outcome: 'timeout', seconds: 2 });
  const text = await meter.registry.metrics();
  assert.match(
    text,
    /^linehaul_carrier_request_duration_seconds_count\{carrier="tnt",operation="quote",outcome="timeout"\} 1$/m,
  );
  assert.match(text, /^linehaul_mails_total\{outcome="deferred"\} 1$/m);
  assert.match(text, /^linehaul_mails_total\{outcome="sent"\} 1$/m);
  assert.match(text, /^linehaul_tracking_polls_total\{carrier="toll",outcome="failed"\} 1$/m);
});
