// A route of the real server beside a bare node:http server that answers the same bytes, in turns within one run:
// machines are noisy, so only the ratio of neighbours means anything.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { effort } from './effort.ts';
import { median } from './quantile.ts';

export type Request = {
  method?: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
};

export type Comparison = {
  /** Requests per second, median over the rounds. */
  bare: number;
  real: number;
  ratio: number;
  latencyP50Ms: number;
  latencyP99Ms: number;
};

const { warmUpSeconds } = effort;
/** Enough to keep a server busy whose answers wait for the disk. */
export const usualConnections = 100;

/** Requests per second of the real server alone, median over the rounds; for growth within one run. */
export async function throughput(url: string, request: Request): Promise<number> {
  await load(url, request, warmUpSeconds);
  const results: number[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    results.push((await load(url, request, effort.secondsPerRound)).requests.average);
  }
  return median(results);
}

export async function compareWithBare(
  url: string,
  request: Request,
  { rounds, secondsPerRound }: { rounds: number; secondsPerRound: number } = effort,
): Promise<Comparison> {
  const bare = await startBare(url, request);
  try {
    // Both warm up before anything counts.
    await load(bare.url, request, warmUpSeconds);
    await load(url, request, warmUpSeconds);
    const results: { bare: number; real: autocannon.Result }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      results.push({
        bare: (await load(bare.url, request, secondsPerRound)).requests.average,
        real: await load(url, request, secondsPerRound),
      });
    }
    const real = median(results.map((result) => result.real.requests.average));
    const yardstick = median(results.map((result) => result.bare));
    return {
      bare: yardstick,
      real,
      ratio: median(results.map((result) => result.real.requests.average / result.bare)),
      latencyP50Ms: median(results.map((result) => result.real.latency.p50)),
      latencyP99Ms: median(results.map((result) => result.real.latency.p99)),
    };
  } finally {
    bare.stop();
  }
}

/**
 * As many as the server takes. `variants` are sent in turns; the client prepares all of them for each of its
 * connections.
 */
export async function load(
  url: string,
  request: Request,
  seconds: number,
  options: {
    variants?: readonly Partial<Request>[];
    connections?: number;
  } = {},
): Promise<autocannon.Result> {
  const { variants, connections = usualConnections } = options;
  const result = await autocannon({
    url: url + request.path,
    method: request.method ?? 'GET',
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
    connections,
    duration: seconds,
    ...(variants === undefined ? {} : { requests: variants.map((one) => ({ ...one })) }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${request.path}: ${result.non2xx} refusals and ${result.errors} errors under load`,
    );
  }
  return result;
}

/** A bare server that answers the same bytes as the real one. */
export async function startBare(
  url: string,
  request: Request,
): Promise<{ url: string; stop(): void }> {
  const answer = await fetch(url + request.path, {
    method: request.method ?? 'GET',
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  const body = await answer.text();
  const connectionHeaders = ['connection', 'keep-alive', 'date', 'content-length'];
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !connectionHeaders.includes(name)),
  );
  headers['content-length'] = String(Buffer.byteLength(body));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify({ headers, body }));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${line.toString().trim()}`, stop: () => child.kill() };
}
