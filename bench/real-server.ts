// The real program on an empty data folder, with a member and a key, as an operator would run it. Limits are counted,
// but are too high to be reached.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { reservedPort } from '../test/support/components/processes.ts';
import { linehaul } from '../test/support/components/program.ts';

export type BenchServer = {
  url: string;
  key: string;
  dataDir: string;
  /** From the start of the process to the first 200 of /readyz. */
  startMs: number;
  residentMegabytes(): number;
  stop(): Promise<void>;
};

const manyRequests = '1000000000';
const pollMs = 5;
const launcher = join(import.meta.dirname, '..', 'bin', 'linehaul.js');

export async function startBenchServer(extra: Record<string, string> = {}): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-bench-'));
  const environment = {
    DATA_DIR: dataDir,
    LIMIT_V4_PER_MINUTE: manyRequests,
    LIMIT_V5_PER_MINUTE: manyRequests,
    // The benchmark measures capacity, so overload protection is off.
    OVERLOAD_MS: '0',
    ...extra,
  };
  await linehaul(environment, 'member', 'add', '--email', 'bench@example.com');
  const { stdout } = await linehaul(environment, 'key', 'add', '--member', '1', '--json');
  const { key } = JSON.parse(stdout) as { key: string };
  const port = await reservedPort();
  const url = `http://127.0.0.1:${port}`;
  const logFile = openSync(join(dataDir, 'log'), 'a');
  // The first request also loads the client; that is not the server's time.
  await isReady(url);
  const began = performance.now();
  // As `npm start` does: with these flags the launcher need not restart Node.
  const flags = [
    '--min-semi-space-size=8',
    '--max-semi-space-size=16',
    '--no-allocation-site-pretenuring',
  ];
  const child = spawn(process.execPath, [...flags, launcher, 'serve'], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: String(port),
      ...environment,
    },
    stdio: ['ignore', logFile, 'inherit'],
  });
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error('the server did not start');
    // Polling without a pause would take the processor from the server that is measured.
    await delay(pollMs);
  }
  const startMs = performance.now() - began;
  return {
    url,
    key,
    dataDir,
    startMs,
    residentMegabytes: () => residentMegabytes(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

/** On Linux; other systems have no such file. */
function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
