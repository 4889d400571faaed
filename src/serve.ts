// `linehaul serve`: config → compose → listen → graceful stop, in one process. With WORKERS above 1 this runs in each
// worker, managed by `serve/workers.ts`.
import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { channelToPrimary } from './adapters/shared-state/cluster.ts';
import { readClusterMetrics } from './adapters/shared-state/cluster-metrics.ts';
import type { RunningJobs } from './application/jobs/job-loop.ts';
import { runJobs } from './application/jobs/run-jobs.ts';
import { compose, version } from './compose.ts';
import type { Config } from './config.ts';
import { watchConnections } from './http/server/connections.ts';
import { generationsOf } from './http/server/generations.ts';
import { guardAgainstOverload, overloadRefusals } from './http/server/overload/overload.ts';
import { buildServer } from './http/server/server.ts';
import { sayNotices } from './notices.ts';
import { settleMemory } from './serve/settle-memory.ts';
import { stopOnSignal } from './serve/stop-on-signal.ts';
import { warmUp } from './serve/warm-up.ts';
import { warnOfAnother } from './serve/warn-of-another.ts';
import { openWebClient } from './serve/web-client.ts';
import { welcome } from './serve/welcome.ts';

/**
 * Requests under way get this long before they are cut; the whole stop has a little more (`serve/stop-on-signal.ts`).
 */
const finishPatienceMs = 9_000;

/** Time to answer waiting requests after writing has become impossible. */
const lastAnswersMs = 3_000;

/** Requests that waited for the start go first. */
const soonAfterStartMs = 500;

export type ServeExtras = {
  /** How often simulated carriers are polled for tracking. */
  pollPauseMs?: number;
  /** Prints where everything is, instead of the usual welcome. */
  greet?(port: number): void;
  /** Runs after everything else has ended. */
  whenStopped?(): Promise<void>;
};

export async function serve(config: Config, extras: ServeExtras = {}): Promise<void> {
  const { pollPauseMs } = extras;
  const storeLost = Promise.withResolvers<Error>();
  const composed = await compose(config, {
    schema: 'bring_up_to_date',
    sharesState: true,
    pollPauseMs,
    onStoreLost: storeLost.resolve,
  });
  const { app, meter } = composed;
  if (cluster.isPrimary) warnOfAnother(config, app.log);
  const { limits, publicUrl } = config;
  const generations = generationsOf(limits, { publicUrl, secrets: app.secrets });
  const server = buildServer(app, {
    generations,
    trackPerMinute: limits.trackPerMinute,
    operationsPerMinute: limits.operationsPerMinute,
    trustProxy: config.trustProxy,
    connectionsPerAddress: config.connectionsPerAddress,
    publicUrl,
    metrics: config.metrics,
    version,
    webClient: openWebClient(app.log),
    readMetrics: cluster.isWorker
      ? readClusterMetrics(meter.registry, channelToPrimary)
      : async () => ({
          contentType: meter.registry.contentType,
          text: await meter.registry.metrics(),
        }),
  });
  guardAgainstOverload(server.server, {
    limitMs: config.overloadMs,
    databaseWaitMs: app.store.waitMs,
    refusals: overloadRefusals(generations),
    onRefused: (refused) => {
      app.meter.limitHit('overload');
      // Refused requests count in the metrics too, under a name that no route has.
      app.meter.requestServed({ ...refused, route: 'overload', status: 503, seconds: 0 });
    },
    onLeft: (left) =>
      app.meter.requestServed({ ...left, route: 'overload', status: 499, seconds: 0 }),
  });
  const connections = watchConnections(server.server);
  void storeLost.promise.then(async (failure) => {
    app.log.fatal({ err: failure }, 'stopping: the next process will recover from the disk');
    // No regular stop, because that writes. Waiting writes are being refused at this moment.
    setTimeout(() => process.exit(1), lastAnswersMs);
    await connections.finish();
    process.exit(1);
  });
  const start = async (): Promise<RunningJobs> => {
    await server.listen({ host: config.host, port: config.port });
    const { port } = server.server.address() as AddressInfo;
    // Created only after a successful start and shown at once, because its key is not stored. With workers the
    // primary does this.
    if (!cluster.isWorker) {
      if (extras.greet === undefined) await welcome(app, config, port);
      else extras.greet(port);
      await sayNotices(app, config);
    }
    app.log.info({ host: config.host, port, version }, 'listening');
    void warmUp(app).then(() => setTimeout(settleMemory, soonAfterStartMs).unref());
    return runJobs(app);
  };
  const started = start();
  // Registered before the first request: a signal may arrive long before the start is over.
  stopOnSignal(async () => {
    const jobs = await started;
    app.log.info({}, 'stopping: finishing requests under way');
    const jobsStopped = jobs.stop();
    const cutOff = setTimeout(() => {
      app.log.warn(
        { connections: connections.count() },
        'cutting connections that did not finish in time',
      );
      server.server.closeAllConnections();
    }, finishPatienceMs);
    await connections.letClientsLeave();
    await connections.finish();
    await server.close();
    clearTimeout(cutOff);
    await jobsStopped;
    await composed.close();
    await extras.whenStopped?.();
    app.log.info({}, 'stopped');
  });
  await started;
}
