import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import type { Channel } from './cluster.ts';
import { readClusterMetrics } from './cluster-metrics.ts';

test("rejects a worker's metrics when the primary could not gather them", async () => {
  let deliver: (message: unknown) => void = () => {};
  const primary = (more: object): Channel => ({
    send: (message) => {
      const { linehaul, id } = message as { linehaul: string; id: number };
      setImmediate(() => deliver({ linehaul, id, ...more }));
    },
    onMessage: (listener) => {
      deliver = listener;
    },
  });
  const failing = readClusterMetrics(new Registry(), primary({ problem: 'timed out' }));
  await assert.rejects(failing(), /timed out/);
  const figures = { contentType: 'text/plain', text: 'a 1' };
  assert.deepEqual(
    await readClusterMetrics(new Registry(), primary({ result: figures }))(),
    figures,
  );
});
