// The channel between the primary process and its workers when a worker has died or has another version.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { channelPair } from '../../../test/support/channel-pair.ts';
import { recordingLog } from '../../../test/support/test-logs.ts';
import { until } from '../../../test/support/until.ts';
import { answerCounters, channelToWorker, questionsTo } from './cluster.ts';
import { answerMetrics } from './cluster-metrics.ts';
import { memoryCounters } from './memory.ts';
import { relaySignals } from './signals.ts';

const idleWorker = join(import.meta.dirname, '../../../test/support/components/idle-worker.js');

test('survives sending to a worker that has just died', async () => {
  cluster.setupPrimary({ exec: idleWorker, execArgv: [] });
  const worker = cluster.fork();
  const log = recordingLog();
  const channel = channelToWorker(worker, log);
  await once(worker, 'online');
  const { pid } = worker.process;
  assert.ok(pid !== undefined);

  worker.process.kill('SIGKILL');
  // Busy-wait: in a turn of the event loop this process would notice the worker's end. The flag "l" means that other
  // threads of the worker still hold its end of the channel open.
  const state = () => execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  while (!/^Z[^l]*$/m.test(state()));
  assert.ok(worker.isConnected(), 'the end of the worker was noticed too early');

  channel.send({ linehaul: 'counters', id: 1, result: {} });
  const relay = relaySignals();
  const [primaryEnd, workerEnd] = channelPair();
  relay.join(channel);
  relay.join(primaryEnd);
  workerEnd.send({ linehaul: 'signal', topic: 'greeting', data: {} });
  // The metrics library sends to every worker.
  answerMetrics(primaryEnd);
  workerEnd.send({ linehaul: 'metrics', id: 1, operation: 'read', values: [] });

  await until('it is noticed', () => worker.isDead());
  assert.ok(log.lines.length >= 2);
  channel.send({ linehaul: 'counters', id: 2, result: {} });
});

test('rejects an operation that the primary does not know', async () => {
  const [primaryEnd, workerEnd] = channelPair();
  answerCounters(memoryCounters(), primaryEnd);
  const ask = questionsTo('counters', workerEnd);
  for (const operation of ['forecast', 'constructor', 'toString'])
    await assert.rejects(ask(operation), /no "\w+"/);
  workerEnd.send({ linehaul: 'counters', id: 100, operation: 'count' });
  workerEnd.send({ linehaul: 'counters', id: 101, operation: 7, values: 7 });
  assert.deepEqual(await ask('count', 'key', 1_000, 0), { count: 1, endsAtMs: 1_000 });
});
