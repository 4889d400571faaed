import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AggregatorRegistry } from 'prom-client';
import { prometheusMeter } from './meter.ts';

test('shared state that several workers have lost is lost once', async () => {
  const workers = [prometheusMeter(), prometheusMeter(), prometheusMeter()];
  workers[0]?.sharedStateLost(true);
  workers[1]?.sharedStateLost(true);
  const figures = await Promise.all(workers.map(({ registry }) => registry.getMetricsAsJSON()));
  const text = await AggregatorRegistry.aggregate(figures).metrics();
  assert.match(text, /^linehaul_shared_state_lost 1$/m);
});

test('e-mails and questions to carriers are counted by what became of them', async () => {
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
