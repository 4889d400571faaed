// Latency of quotes on an idle server, and while batches of fifty labels are printed continuously: in turns on one
// server, at a steady rate that leaves it room, each quote timed from the moment it was due.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { many } from './effort.ts';
import { median, quantile } from './quantile.ts';
import type { BenchServer } from './real-server.ts';
import { quoteRequest } from './shipments.ts';
import { steadyLoad } from './steady-load.ts';

export type Disturbance = {
  quietMs: number;
  printingMs: number;
  growth: number;
  batchesPerSecond: number;
};

const rounds = many(5, 1);
const secondsPerRound = many(6, 1);
const quotesPerSecond = 100;
const batchSize = 50;
const settleMs = 1_000;

export async function measureDisturbance(server: BenchServer, quote: object): Promise<Disturbance> {
  const ids: number[] = [];
  for (let n = 0; n < batchSize; n += 1) ids.push(await demoBooking(server, quote));
  await quantile99(server, quote);
  const results: { quiet: number; printing: number; batches: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await quantile99(server, quote);
    const printing = startPrinting(server, ids);
    await delay(settleMs);
    const before = printing.count();
    const disturbed = await quantile99(server, quote);
    const batches = (printing.count() - before) / secondsPerRound;
    printing.stop();
    await delay(settleMs);
    results.push({ quiet, printing: disturbed, batches });
  }
  return {
    quietMs: median(results.map((result) => result.quiet)),
    printingMs: median(results.map((result) => result.printing)),
    growth: median(results.map((result) => result.printing / result.quiet)),
    batchesPerSecond: median(results.map((result) => result.batches)),
  };
}

/** A confirmed booking of a carrier without a connection. */
export async function demoBooking(server: BenchServer, quote: object): Promise<number> {
  const post = async (path: string, body: object): Promise<{ id: number }> => {
    const answer = await fetch(`${server.url}/api/v5/bookings${path}`, {
      method: 'POST',
      headers: { 'Api-key': server.key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: number };
  };
  const { id } = await post('', quote);
  await post(`/v4/${id}/confirm`, { payment_method: 'demo' });
  return id;
}

function startPrinting(
  server: BenchServer,
  ids: readonly number[],
): { count(): number; stop(): void } {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'print-batches.js'), server.url, server.key, ids.join(',')],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let lines = 0;
  child.stdout.on('data', (text: Buffer) => {
    lines += text.toString().split('\n').length - 1;
  });
  return { count: () => lines, stop: () => child.kill() };
}

async function quantile99(server: BenchServer, quote: object): Promise<number> {
  const times = await steadyLoad(server.url, [quoteRequest(server.key, quote)], {
    perSecond: quotesPerSecond,
    seconds: secondsPerRound,
  });
  return quantile(times, 0.99);
}
