// Confirms on credit, durable, through the real server, beside the engine's own limit: the same read and the same one
// transaction for each confirm, as raw prepared statements, in turns within one run. The raw side has the same number of
// connections as the server and nothing else to do.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import autocannon from 'autocannon';
import pg from 'pg';
import { writingCacheKilobytes } from '../src/adapters/store/engine/sqlite-engine.ts';
import { startPostgres } from '../test/support/components/postgres.ts';
import { linehaul } from '../test/support/components/program.ts';
import { isQuick, many } from './effort.ts';
import { makeTables } from './make-tables.ts';
import { median } from './quantile.ts';
import { type BenchServer, startBenchServer } from './real-server.ts';

export type ConfirmFigures = {
  engine: string;
  raw: number;
  real: number;
  ratio: number;
  latencyP50Ms: number;
  latencyP99Ms: number;
};

const rounds = many(5, 1);
/**
 * Several seconds each, so that a round's first answers, which all clients wait for together, hardly count.
 */
const confirmsARound = { SQLite: many(4_000, 100), PostgreSQL: many(1_500, 100) };
/** Until each process has compiled the code that a confirm runs through. */
const warmUp = { SQLite: many(8_000, 50), PostgreSQL: many(2_000, 50) };
const clients = 50;
/** As many as the server's own pool. */
const connections = 10;
const plenty = 1_000_000_000_00;

export async function measureConfirms(): Promise<ConfirmFigures[]> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    const figures = [await compare('SQLite', {}, rawSqlite)];
    for (const processes of isQuick ? [1] : [1, 2, 4]) {
      const environment = {
        DATABASE_URL: await newDatabase(postgres.url, `real_${processes}`),
        WORKERS: String(processes),
      };
      const engine = processes === 1 ? 'PostgreSQL' : `PostgreSQL, ${processes} processes`;
      figures.push(await compare(engine, environment, () => rawPostgres(postgres.url, processes)));
    }
    return figures;
  } finally {
    await postgres.stop();
  }
}

type Raw = { confirm(count: number): Promise<number>; close(): Promise<void> };

async function compare(
  engine: string,
  environment: Record<string, string>,
  openRaw: (document: string) => Promise<Raw>,
): Promise<ConfirmFigures> {
  const kind = engine === 'SQLite' ? 'SQLite' : 'PostgreSQL';
  const count = confirmsARound[kind];
  const server = await startBenchServer(environment);
  const raw = await openRaw('x'.repeat(documentBytes));
  try {
    await linehaul(
      { DATA_DIR: server.dataDir, ...environment },
      ...'credit set --member 1 --limit 1000000000'.split(' '),
    );
    await confirmAll(server, warmUp[kind] * Number(environment.WORKERS ?? 1));
    await raw.confirm(warmUp[kind]);
    const results: { raw: number; real: number; p50: number; p99: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      results.push({
        raw: await raw.confirm(count),
        ...(await confirmAll(server, count)),
      });
    }
    return {
      engine,
      raw: median(results.map((one) => one.raw)),
      real: median(results.map((one) => one.real)),
      ratio: median(results.map((one) => one.real / one.raw)),
      latencyP50Ms: median(results.map((one) => one.p50)),
      latencyP99Ms: median(results.map((one) => one.p99)),
    };
  } finally {
    await raw.close();
    await server.stop();
  }
}

/** The size of a booking with quotes of every carrier. */
const documentBytes = 8_300;

const shipment = (n: number) => ({
  // Each booking has its own quotes.
  items: [
    {
      weight: 1 + (n % 20_000) / 1000,
      height: 25,
      width: 35,
      length: 40,
      quantity: 1,
      description: 'carton',
    },
  ],
  sender: { type: 'business', suburb: 'SYDNEY', country: 'AU', postcode: '2000' },
  receiver: { type: 'residential', suburb: 'MELBOURNE', country: 'AU', postcode: '3000' },
});

let shipments = 0;

/** Confirms a second over this many new bookings; quoting them does not count. */
async function confirmAll(
  server: BenchServer,
  count: number,
): Promise<{ real: number; p50: number; p99: number }> {
  const headers = { 'Api-key': server.key, 'content-type': 'application/json' };
  const ids: number[] = [];
  let date = '';
  while (ids.length < count) {
    const made = await Promise.all(
      Array.from({ length: 20 }, async () => {
        shipments += 1;
        const answer = await fetch(`${server.url}/api/v5/bookings`, {
          method: 'POST',
          headers,
          body: JSON.stringify(shipment(shipments)),
        });
        return (await answer.json()) as {
          id: number;
          quotes: Record<string, { pickup_dates: string[] }>;
        };
      }),
    );
    date = made[0]?.quotes.toll?.pickup_dates[0] ?? date;
    ids.push(...made.map(({ id }) => id));
  }
  let next = 0;
  const began = performance.now();
  let ended = began;
  const result = await autocannon({
    url: server.url,
    connections: clients,
    amount: count,
    // Its own duration is in whole seconds: it checks once a second for the end.
    setupClient: (client) => {
      client.on('response', () => {
        ended = performance.now();
      });
    },
    requests: [
      {
        method: 'POST',
        headers,
        body: JSON.stringify({ courier: 'toll', 'pickup-date': date }),
        setupRequest: (request) => {
          const id = ids[next % ids.length];
          next += 1;
          return { ...request, path: `/api/v5/bookings/v4/${id}/confirm` };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors while confirming`);
  const seconds = (ended - began) / 1000;
  return { real: count / seconds, p50: result.latency.p50, p99: result.latency.p99 };
}

async function rawSqlite(document: string): Promise<Raw> {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-bench-'));
  await makeTables(undefined, dataDir);
  const database = new DatabaseSync(join(dataDir, 'linehaul.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec(`pragma cache_size = ${-writingCacheKilobytes}`);
  for (const text of seed('?')) database.prepare(text.sql).run(...text.values);
  const add = database.prepare(addBooking('?'));
  const statements = confirmStatements((n) => `?${n}`).map((text) => database.prepare(text));
  const [
    findBooking,
    takeNumber,
    setBooking,
    addPayment,
    useCredit,
    addEntry,
    setOrder,
    addShipment,
  ] = statements;
  return {
    confirm: async (count) => {
      const ids = Array.from({ length: count }, () => Number(add.get(document)?.id));
      const began = performance.now();
      for (const id of ids) {
        findBooking?.get(id);
        database.exec('begin immediate');
        const payment = Number(addPayment?.get(`raw ${id}`, id)?.id);
        addEntry?.run(id, payment);
        useCredit?.run(1);
        const number = Number(takeNumber?.get('raw')?.last_number);
        setBooking?.run(`RAW${number}`, number, id);
        setOrder?.run(id);
        addShipment?.run(id, `RAW${number}`);
        database.exec('commit');
      }
      return count / ((performance.now() - began) / 1000);
    },
    close: async () => {
      database.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function rawPostgres(serverUrl: string, number: number): Promise<Raw> {
  const url = await newDatabase(serverUrl, `raw_${number}`);
  await makeTables(url, tmpdir());
  const all = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }));
  for (const client of all) await client.connect();
  const [first] = all;
  if (first === undefined) throw new Error('there are connections');
  for (const { sql, values } of seed('$')) await first.query(sql, values);
  const texts = confirmStatements((n) => `$${n}`);
  const run = async (client: pg.Client, n: number, values: unknown[]) => {
    const { rows } = await client.query({ name: `confirm ${n}`, text: texts[n] ?? '', values });
    return rows[0] as Record<string, number> | undefined;
  };
  return {
    confirm: async (count) => {
      const ids: number[] = [];
      for (let n = 0; n < count; n += 1) {
        const { rows } = await first.query<{ id: string }>(addBooking('$'), [
          'x'.repeat(documentBytes),
        ]);
        ids.push(Number(rows[0]?.id));
      }
      const began = performance.now();
      await Promise.all(
        all.map(async (client) => {
          for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
            await run(client, 0, [id]);
            await client.query('begin');
            const payment = Number((await run(client, 3, [`raw ${id}`, id]))?.id);
            await run(client, 5, [id, payment]);
            await run(client, 4, [1]);
            const number = Number((await run(client, 1, ['raw']))?.last_number);
            await run(client, 2, [`RAW${number}`, number, id]);
            await run(client, 6, [id]);
            await run(client, 7, [id, `RAW${number}`]);
            await client.query('commit');
          }
        }),
      );
      return count / ((performance.now() - began) / 1000);
    },
    close: async () => {
      for (const client of all) await client.end();
    },
  };
}

/** The statements of one confirm, as the store sends them: a read, then the writes in one transaction. */
function confirmStatements(at: (n: number) => string): string[] {
  return [
    `select * from bookings left join quote_sets on quote_sets.id = bookings.quote_set_id where bookings.id = ${at(1)}`,
    `insert into number_ranges (name, last_number) values (${at(1)}, 1)
       on conflict (name) do update set last_number = number_ranges.last_number + 1 returning last_number`,
    `update bookings set status = 'confirmed', carrier = 'toll', cost_cents = 1851, confirmation = '{}',
       connote = ${at(1)}, confirmed_at_ms = ${at(2)}, from_region = 'NSW', to_region = 'VIC', quoted_grams = 1000, is_demo = 0 where id = ${at(3)} and status = 'new' and version = 1`,
    `insert into payments (key, kind, booking_id, member_id, method, amount_cents, status, reference, detail, created_at_ms, attempts)
       values (${at(1)}, 'charge', ${at(2)}, 1, 'credit', 1851, 'charged', '', '', 0, 0) returning id`,
    `update credit_accounts set used_cents = used_cents + 1851
       where member_id = ${at(1)} and used_cents + 1851 <= limit_cents`,
    `insert into ledger_entries (at_ms, kind, debit, credit, amount_cents, member_id, booking_id, payment_id)
       values (0, 'sale', 'owed', 'sales', 1851, 1, ${at(1)}, ${at(2)})`,
    `update orders set status = 'booked', updated_at_ms = 0 where booking_id = ${at(1)} and status not in ('booked', 'deleted')`,
    `insert into shipments (booking_id, member_id, connote, connote_key, carrier, pieces, is_demo, notifies_by_email, begun_at_ms,
       expected_date, poll_at_ms, stage, failed_polls)
       values (${at(1)}, 1, ${at(2)}, ${at(2)}, 'toll', 1, 0, 0, 0, '2026-01-05', 0, 'pending', 0)`,
  ];
}

function seed(mark: '?' | '$'): { sql: string; values: number[] }[] {
  const place = (n: number): string => (mark === '?' ? '?' : `$${n}`);
  return [
    {
      sql: `insert into members (email, email_key, company_name, first_name, last_name, phone, suburb, postcode,
        state, country, is_open, may_book_live, has_multipickup, discount_basis_points, created_at_ms)
        values ('a', 'a', '', '', '', '', '', '', '', 'AU', 1, 1, 0, 0, 0)`,
      values: [],
    },
    {
      sql: `insert into credit_accounts (member_id, limit_cents, used_cents, changed_at_ms) values (1, ${place(1)}, 0, 0)`,
      values: [plenty],
    },
  ];
}

const addBooking = (mark: '?' | '$'): string =>
  `insert into bookings (member_id, status, created_at_ms, document) values (1, 'new', 0, ${mark === '?' ? '?' : '$1'}) returning id`;

async function newDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database bench_${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/bench_${name}`;
  return url.href;
}
