// `linehaul serve`: config → compose → listen → graceful stop, in one process.
// With WORKERS above 1 this runs in each worker, and `workers.ts` looks after them.
import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { readClusterMetrics } from './adapters/cluster-metrics.ts';
import { openDemoAccount } from './application/first-start.ts';
import { compose, version } from './compose.ts';
import type { Config } from './config.ts';
import { buildServer } from './http/server.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { sayWelcome } from './welcome.ts';

export async function serve(config: Config): Promise<void> {
  const composed = await compose(config, { schema: 'bring_up_to_date', sharesState: true });
  const { app, meter } = composed;
  // The primary has already done this for its workers.
  const demo = cluster.isWorker ? undefined : await openDemoAccount(app);
  const server = buildServer(app, {
    limits: config.limits,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    metrics: config.metrics,
    version,
    readMetrics: cluster.isWorker
      ? readClusterMetrics(meter.registry)
      : async () => ({
          contentType: meter.registry.contentType,
          text: await meter.registry.metrics(),
        }),
  });
  await server.listen({ host: config.host, port: config.port });
  const { port } = server.server.address() as AddressInfo;
  app.log.info({ host: config.host, port, version }, 'listening');
  if (demo !== undefined) sayWelcome(demo, config, port);

  stopOnSignal(async () => {
    app.log.info({}, 'stopping: finishing what is under way');
    await server.close();
    await composed.close();
    app.log.info({}, 'stopped');
  });
}
