// Several server processes on one machine (`WORKERS`): the primary migrates, starts the workers, makes the
// demo account once they listen, starts a new one when one dies, keeps their counters when there is no Redis,
// adds their metrics up, and stops them together.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { answerCounters, channelToWorker } from '../adapters/shared-state/cluster.ts';
import { answerMetrics } from '../adapters/shared-state/cluster-metrics.ts';
import { memoryCounters } from '../adapters/shared-state/memory.ts';
import { memoryAnswers } from '../adapters/shared-state/memory-answers.ts';
import { answerAnswers } from '../adapters/shared-state/primary-answers.ts';
import { relaySignals } from '../adapters/shared-state/signals.ts';
import { composeAccounts } from '../compose.ts';
import type { Config } from '../config.ts';
import { sayNotices } from '../notices.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { warnOfAnother } from './warn-of-another.ts';
import { welcome } from './welcome.ts';

/** A worker that dies at once would otherwise be started again in a tight circle. */
const restartPauseMs = 1_000;

export async function runWorkers(config: Config): Promise<void> {
  const composed = await composeAccounts(config, {
    schema: 'bring_up_to_date',
    sharesState: false,
  });
  const { log } = composed.app;
  warnOfAnother(config, log);
  const counters = memoryCounters();
  const answers = memoryAnswers(config.quoteCacheSeconds * 1000);
  const relay = relaySignals();
  let isStopping = false;
  let isServing = false;
  const start = (): void => {
    const worker = cluster.fork();
    const channel = channelToWorker(worker, log);
    answerCounters(counters, channel);
    answerAnswers(answers, channel);
    answerMetrics(channel);
    relay.join(channel);
    worker.once('exit', () => relay.leave(channel));
  };
  let welcomed: Promise<void> | undefined;
  // Before the first worker is started: one that is told to stop by the end of its primary finishes nothing.
  stopOnSignal(async () => {
    isStopping = true;
    await Promise.all(killWorkers().map(ended));
    // The demo account that is being made is shown once.
    await welcomed;
  });
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping) return;
    if (!isServing && signal === null && code !== 0) {
      // What kept it from starting, such as a port that is taken, would keep the next from it too.
      isStopping = true;
      log.error({ code }, 'a worker could not start; it has said why');
      killWorkers();
      process.exit(1);
    }
    log.error({ worker: worker.process.pid, code, signal }, 'a worker died; starting another');
    setTimeout(() => {
      if (!isStopping) start();
    }, restartPauseMs);
  });
  for (let started = 0; started < config.workers; started += 1) start();
  const [, address] = (await once(cluster, 'listening')) as [Worker, { port: number }];
  if (isStopping) return;
  isServing = true;
  welcomed = welcome(composed.app, config, address.port);
  await welcomed;
  await sayNotices(composed.app, config);
  await composed.close();
}

function killWorkers(): Worker[] {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  for (const worker of workers) worker.process.kill('SIGTERM');
  return workers;
}

/** Not `once` of `node:events`, which takes a worker that can not be told for a failure of its end. */
async function ended(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  await new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
}
