// Prometheus metrics. Operators' dashboards depend on names and labels: docs/operators/monitoring.md lists them.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Meter } from '../application/ports.ts';

const requestBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const carrierBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const queryBuckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1];
/** The figures are updated every five minutes, so they expire after two missed updates. */
const attentionLastsMs = 12 * 60_000;

export type PrometheusMeter = Meter & { registry: Registry };

export function prometheusMeter(): PrometheusMeter {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'linehaul_' });
  showTheWorst(registry);
  const registers = [registry];
  const requests = new Histogram({
    name: 'linehaul_request_duration_seconds',
    help: 'How long requests took, by route, generation and status.',
    labelNames: ['method', 'route', 'generation', 'status'],
    buckets: requestBuckets,
    registers,
  });
  const limits = new Counter({
    name: 'linehaul_limits_hit_total',
    help: 'Requests refused by a limit.',
    labelNames: ['limit'],
    registers,
  });
  const failures = new Counter({
    name: 'linehaul_authentication_failures_total',
    help: 'Rejected credentials, by their kind.',
    labelNames: ['reason'],
    registers,
  });
  const queries = new Histogram({
    name: 'linehaul_query_duration_seconds',
    help: 'How long database statements took.',
    labelNames: ['engine'],
    buckets: queryBuckets,
    registers,
  });
  const lost = new Gauge({
    name: 'linehaul_shared_state_lost',
    help: '1 while the shared state server is away and limits are counted by each process alone.',
    // Every worker reports the same loss, so they are not added up.
    aggregator: 'max',
    registers,
  });
  lost.set(0);
  const lists = new Counter({
    name: 'linehaul_lists_total',
    help: 'Lists and reports by who answered them, replica or primary; only where there is a replica.',
    labelNames: ['by'],
    registers,
  });
  const replicaUnused = new Gauge({
    name: 'linehaul_replica_unused',
    help: '1 while the replica is away, behind or slow and the primary answers lists and reports.',
    aggregator: 'max',
    registers,
  });
  replicaUnused.set(0);
  const replicaBehind = new Gauge({
    name: 'linehaul_replica_behind_bytes',
    help: 'How far the replica was behind at the last check.',
    aggregator: 'max',
    registers,
  });
  replicaBehind.set(0);
  const mails = new Counter({
    name: 'linehaul_mails_total',
    help: 'E-mails by result: sent, failed, expired, withheld, or deferred to be tried again.',
    labelNames: ['outcome'],
    registers,
  });
  let attentionAtMs = 0;
  const attention = new Gauge({
    name: 'linehaul_attention',
    help: 'Issues that wait for a person, by kind; reported by the process that runs the jobs.',
    labelNames: ['kind'],
    aggregator: 'max',
    registers,
    // A process that stopped running jobs must not keep reporting old figures.
    collect() {
      if (performance.now() - attentionAtMs > attentionLastsMs) this.reset();
    },
  });
  const refusedFiles = new Gauge({
    name: 'linehaul_refused_rate_cards',
    help: 'Files of carriers and rate cards that were refused when they were last read.',
    // All workers read the same folder.
    aggregator: 'max',
    registers,
  });
  refusedFiles.set(0);
  const polls = new Counter({
    name: 'linehaul_tracking_polls_total',
    help: 'Tracking requests to carriers, by carrier: answered, failed, or postponed to respect its rate limit.',
    labelNames: ['carrier', 'outcome'],
    registers,
  });
  const asks = new Histogram({
    name: 'linehaul_carrier_request_duration_seconds',
    help: "How long carriers' own services took, by carrier, operation and outcome: answered, or the kind of trouble.",
    labelNames: ['carrier', 'operation', 'outcome'],
    buckets: carrierBuckets,
    registers,
  });
  return {
    registry,
    requestServed: ({ method, route, generation, status, seconds }) =>
      requests.observe({ method, route, generation, status }, seconds),
    limitHit: (limit) => limits.inc({ limit }),
    authenticationFailed: (reason) => failures.inc({ reason }),
    queryTook: (engine, seconds) => queries.observe({ engine }, seconds),
    sharedStateLost: (isLost) => lost.set(isLost ? 1 : 0),
    listAnswered: (by) => lists.inc({ by }),
    replicaSeen: ({ isUsed, behindBytes }) => {
      replicaUnused.set(isUsed ? 0 : 1);
      if (behindBytes !== undefined) replicaBehind.set(behindBytes);
    },
    mailTried: (outcome) => mails.inc({ outcome }),
    attentionCounted: (count) => {
      attentionAtMs = performance.now();
      for (const [kind, number] of Object.entries(count)) attention.set({ kind }, number);
    },
    rateFilesRefused: (count) => refusedFiles.set(count),
    carrierPolled: ({ carrier, outcome }) => polls.inc({ carrier, outcome }),
    carrierAsked: ({ carrier, operation, outcome, seconds }) =>
      asks.observe({ carrier, operation, outcome }, seconds),
  };
}

/**
 * For figures of each worker, show the worst. By default the library drops start times and averages event-loop
 * delays, which would hide a worker that keeps crashing or one of four that is stuck.
 */
function showTheWorst(registry: Registry): void {
  const worst = {
    max: [
      'process_start_time_seconds',
      'process_open_fds',
      'nodejs_eventloop_lag_seconds',
      ...['mean', 'stddev', 'p50', 'p90', 'p99'].map(
        (one) => `nodejs_eventloop_lag_${one}_seconds`,
      ),
    ],
    min: ['process_max_fds'],
  };
  for (const [aggregator, names] of Object.entries(worst))
    for (const name of names) {
      const gauge = registry.getSingleMetric(`linehaul_${name}`);
      // Some exist on Linux only.
      if (gauge !== undefined) Object.assign(gauge, { aggregator });
    }
}
