// Several server processes on one machine (`WORKERS`): the primary migrates, starts the workers, creates the demo
// account once they listen, replaces a worker that dies, keeps their counters if there is no Redis, adds up their
// metrics, and stops them together.
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

/** Without a pause, a worker that dies at once would be restarted in a tight loop. */
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
  // Registered before the first worker starts: workers that lose their primary stop without finishing requests.
  stopOnSignal(async () => {
    isStopping = true;
    await Promise.all(killWorkers().map(ended));
    // The demo account's key is shown only once.
    await welcomed;
  });
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping) return;
    if (!isServing && signal === null && code !== 0) {
      // The cause of the failed start, such as a used port, would stop the next worker too.
      isStopping = true;
      log.error({ code }, 'a worker could not start; see its error above');
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

/** Not `once` of `node:events`, which rejects if a message to the worker fails. */
async function ended(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  await new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
}
