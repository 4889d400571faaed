// The same requests to one process with SQLite, and to one, two and four processes on PostgreSQL and Redis, each
// beside a bare HTTP server that answers the same bytes: the work of a process, and the gain of another one.
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../test/support/components/postgres.ts';
import { startRedis } from '../test/support/components/redis.ts';
import { effort, isQuick, many } from './effort.ts';
import { type Measured, shortNumber } from './figure.ts';
import { demoBooking } from './quotes-while-printing.ts';
import { type BenchServer, startBenchServer } from './real-server.ts';
import { quoteRequest, sydneyToMelbourne, uncachedBasket } from './shipments.ts';
import { compareWithBare, load, type Request } from './side-by-side.ts';
import { loadStreams } from './stream-load.ts';

/** Shorter than for a single comparison: there are many. */
const lighter = isQuick ? effort : { rounds: 3, secondsPerRound: 3 };
const streamsAtOnce = 20;
const labelledBookings = 20;
const labelSeconds = many(5, 1);
/** Below the limit of one member's waiting prints. */
const labelsAtOnce = 40;

const questions: readonly { name: string; request(key: string): Request }[] = [
  {
    name: 'member read',
    request: (key) => ({ path: '/api/v5/member', headers: { 'Api-key': key } }),
  },
  {
    name: 'location search',
    request: (key) => ({
      path: '/api/v5/locations/search?q=richm&limit=20',
      headers: { 'Api-key': key },
    }),
  },
  { name: 'quotes, cached', request: (key) => quoteRequest(key, sydneyToMelbourne) },
  { name: 'quotes, uncached', request: (key) => quoteRequest(key, uncachedBasket) },
];

type Column = { setup: string; cells: Map<string, string> };

export async function measureProcesses(): Promise<Measured> {
  const [postgres, redis] = await Promise.all([startPostgres({ isDurable: true }), startRedis()]);
  try {
    const columns: Column[] = [await measure('SQLite, 1 process', {})];
    for (const processes of isQuick ? [1, 2] : [1, 2, 4]) {
      const environment = {
        DATABASE_URL: await newDatabase(postgres, processes),
        REDIS_URL: redis.url,
        WORKERS: String(processes),
      };
      const words = processes === 1 ? '1 process' : `${processes} processes`;
      columns.push(await measure(`PostgreSQL, ${words}`, environment));
    }
    const names = [...(columns[0]?.cells.keys() ?? [])];
    return {
      figures: [],
      tables: [
        {
          title: 'A second, and in brackets the share of the bare limit measured beside it',
          columns: ['', ...columns.map(({ setup }) => setup)],
          rows: names.map((name) => [name, ...columns.map(({ cells }) => cells.get(name) ?? '')]),
        },
      ],
    };
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
}

async function measure(setup: string, environment: Record<string, string>): Promise<Column> {
  process.stdout.write(`  … ${setup}\n`);
  // Every label is drawn, because a cached one would only be read.
  const server = await startBenchServer({ DOCUMENT_CACHE_MB: '0', ...environment });
  const cells = new Map<string, string>();
  try {
    for (const { name, request } of questions) {
      const { real, ratio } = await compareWithBare(server.url, request(server.key), lighter);
      cells.set(name, `${real.toFixed(0)} (${ratio.toFixed(2)})`);
    }
    const streams = await loadStreams(server, {
      atOnce: streamsAtOnce,
      total: many(1_500, 100),
      body: uncachedBasket,
    });
    cells.set('quotes, streamed', streams.perSecond.toFixed(0));
    cells.set(
      '… ms to the first quote, median / 99th',
      `${shortNumber(streams.firstP50Ms)} / ${shortNumber(streams.firstP99Ms)}`,
    );
    cells.set(
      '… ms to the end, median / 99th',
      `${shortNumber(streams.completeP50Ms)} / ${shortNumber(streams.completeP99Ms)}`,
    );
    cells.set('labels drawn', (await labelsPerSecond(server)).toFixed(0));
    return { setup, cells };
  } finally {
    await server.stop();
  }
}

async function labelsPerSecond(server: BenchServer): Promise<number> {
  const ids: number[] = [];
  for (let n = 0; n < labelledBookings; n += 1) ids.push(await demoBooking(server, uncachedBasket));
  const headers = { 'Api-key': server.key };
  const variants = ids.map((id) => ({ path: `/api/v5/bookings/v4/${id}/label`, headers }));
  // The first one loads the fonts.
  for (const { path } of variants)
    await (await fetch(server.url + path, { headers })).arrayBuffer();
  const result = await load(server.url, { path: '', headers }, labelSeconds, {
    variants,
    connections: labelsAtOnce,
  });
  return result.requests.average;
}

async function newDatabase(postgres: PostgresServer, processes: number): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database bench_processes_${processes}`);
  await client.end();
  const url = new URL(postgres.url);
  url.pathname = `/bench_processes_${processes}`;
  return url.href;
}
