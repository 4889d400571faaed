// Restores a backup that was made under load: the copy is the database at one moment, has every booking acknowledged
// before the backup began, and a service started on it answers byte for byte as the first one did. PostgreSQL is
// copied with the same calls as pg_basebackup. `TESTS=long` does more of everything.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { baseBackup } from '../support/components/base-backup.ts';
import { startPostgres } from '../support/components/postgres.ts';
import { linehaul, type RunningServer, startServer } from '../support/components/program.ts';
import { isLong } from '../support/long-form.ts';

const rounds = isLong ? 10 : 2;
const atOnce = isLong ? 8 : 4;
const bookingsFirst = isLong ? 500 : 16;

const limits = { LIMIT_V5_PER_MINUTE: '0' };

/** A booking as acknowledged to a shop; without a connote it is only quoted. */
type Acknowledged = { id: number; connote: string | null; cost: number | null };

/** Creates bookings and confirms some of them until it is stopped. */
class Shop {
  readonly #url: string;
  readonly #key: string;
  readonly acknowledged: Acknowledged[] = [];
  #isOpen = true;

  constructor(server: RunningServer, key: string) {
    this.#url = `${server.url}/api/v5`;
    this.#key = key;
  }

  async book(): Promise<void> {
    const created = await this.#ask('POST', '/bookings', sydneyToMelbourne());
    const { id, quotes } = JSON.parse(created) as {
      id: number;
      quotes: Record<string, { pickup_dates: string[] }>;
    };
    // Only bookings with an answer count as acknowledged.
    if (id % 3 !== 0) {
      this.acknowledged.push({ id, connote: null, cost: null });
      return;
    }
    const pickup_date = quotes.toll?.pickup_dates[0];
    const request = { courier: 'toll', pickup_date, payment_method: 'credit' };
    const answer = await this.#ask('POST', `/bookings/v4/${id}/confirm`, request);
    const { status, connote, cost } = JSON.parse(answer) as Acknowledged & { status: string };
    assert.equal(status, 'Confirmed');
    assert.ok(connote !== null && connote !== '');
    this.acknowledged.push({ id, connote, cost });
  }

  get made(): number[] {
    return this.acknowledged.map(({ id }) => id);
  }

  async trade(): Promise<void> {
    while (this.#isOpen) await this.book();
  }

  close(): void {
    this.#isOpen = false;
  }

  async #ask(method: string, path: string, body: object): Promise<string> {
    const answer = await fetch(this.#url + path, {
      method,
      headers: { 'Api-key': this.#key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${text.slice(0, 300)}`);
    return text;
  }
}

/** Adds a member with credit and returns their key. */
async function addShop(environment: Record<string, string>): Promise<string> {
  const run = (command: string) => linehaul(environment, ...command.split(' '));
  await run('member add --email jane@example.com');
  await run('credit set --member jane@example.com --limit 900000');
  const { stdout } = await run('key add --member jane@example.com --json');
  return (JSON.parse(stdout) as { key: string }).key;
}

describe('a backup of the embedded database under load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-backup-'));
  const dataDir = join(folder, 'data');
  const environment = { DATA_DIR: dataDir, ...limits };
  let server: RunningServer;
  let shop: Shop;
  let key = '';
  before(async () => {
    server = await startServer(environment);
    key = await addShop(environment);
    shop = new Shop(server, key);
    for (let n = 0; n < bookingsFirst; n += 1) await shop.book();
  });
  after(async () => {
    shop.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test('every copy is intact and has all writes acknowledged before it began', async (t) => {
    const counts = { acknowledged: 0, confirmed: 0, lost: 0 };
    const trading = Array.from({ length: atOnce }, () => shop.trade());
    for (let round = 0; round < rounds; round += 1) {
      const acknowledged = [...shop.acknowledged];
      const file = join(folder, `copy-${round}.db`);
      const { status, stderr } = await linehaul(environment, 'backup', file, '--json');
      assert.equal(status, 0, stderr);
      const missing = checkCopy(file, acknowledged);
      counts.acknowledged += acknowledged.length;
      counts.confirmed += acknowledged.filter(({ connote }) => connote !== null).length;
      counts.lost += missing.length;
      assert.deepEqual(missing, [], 'acknowledged bookings are lost or differ from their answers');
    }
    shop.close();
    await Promise.all(trading);
    assert.ok(shop.made.length > bookingsFirst, 'the shop booked during the backup');
    assert.ok(counts.confirmed > 0);
    t.diagnostic(`${rounds} backups under load: ${JSON.stringify(counts)}`);
  });

  test('a service restored from a copy serves the same data', async (t) => {
    const file = join(folder, 'last.db');
    assert.equal((await linehaul(environment, 'backup', file)).status, 0);
    const restoredDir = join(folder, 'restored');
    mkdirSync(restoredDir);
    copyFileSync(file, join(restoredDir, 'linehaul.db'));
    copyFileSync(join(dataDir, 'secret.key'), join(restoredDir, 'secret.key'));
    const restoredRows = rowsOf(join(restoredDir, 'linehaul.db'));
    for (const [table, rows] of Object.entries(rowsOf(join(dataDir, 'linehaul.db')))) {
      assert.deepEqual(restoredRows[table], rows, `${table} differs`);
    }

    const restored = await startServer({ DATA_DIR: restoredDir, ...limits });
    try {
      const some = sampleOf(shop.acknowledged);
      const [first, again] = [
        await answersOf(server.url, key, some),
        await answersOf(restored.url, key, some),
      ];
      assert.ok(first.size > 0);
      assert.deepEqual(again, first);
      t.diagnostic(`restored: ${first.size} answers the same`);
      const doctor = await linehaul({ DATA_DIR: restoredDir }, 'doctor', '--json');
      assert.equal(doctor.status, 0, doctor.stdout);
      // Ids continue after those of the first service.
      const next = new Shop(restored, key);
      await next.book();
      assert.ok((next.made[0] ?? 0) > Math.max(...shop.made));
    } finally {
      await restored.stop();
    }
  });
});

describe('a base backup of PostgreSQL under load', () => {
  test('a backup has every write acknowledged before it began, at one moment, and serves the same', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'linehaul-backup-'));
    const postgres = await startPostgres({ isDurable: true });
    const environment = { DATABASE_URL: postgres.url, DATA_DIR: folder, ...limits };
    const server = await startServer(environment);
    const key = await addShop(environment);
    const shop = new Shop(server, key);
    for (let n = 0; n < bookingsFirst / 2; n += 1) await shop.book();
    const trading = Array.from({ length: atOnce }, () => shop.trade());
    const acknowledged = [...shop.acknowledged];
    const copy = await baseBackup(postgres, folder);
    shop.close();
    await Promise.all(trading);
    const some = sampleOf(acknowledged);
    const first = await answersOf(server.url, key, some);
    await server.stop();
    await postgres.stop();

    const restored = await startPostgres({
      isDurable: true,
      restore: (dataDir) => void execFileSync('cp', ['-a', `${copy}/.`, dataDir]),
    });
    try {
      const missing = await checkRestored(restored.url, acknowledged);
      const confirmed = acknowledged.filter(({ connote }) => connote !== null).length;
      assert.ok(confirmed > 0);
      const again = await startServer({ ...environment, DATABASE_URL: restored.url });
      assert.deepEqual(await answersOf(again.url, key, some), first);
      t.diagnostic(
        `1 base backup under load: ${acknowledged.length} acknowledged, ${confirmed} of them confirmed, ${missing.length} lost; ${first.size} answers the same`,
      );
      assert.deepEqual(missing, [], 'acknowledged bookings are lost or differ from their answers');
      const next = new Shop(again, key);
      await next.book();
      const numbers = acknowledged.map(({ id }) => id);
      assert.ok(
        !numbers.includes(next.made[0] ?? 0),
        'ids continue after those of the first service',
      );
      await again.stop();
    } finally {
      await restored.stop();
      rmSync(folder, { recursive: true });
    }
  });
});

const sumsQuery = `select
  (select coalesce(sum(cost_cents), 0) from bookings where confirmed_at_ms is not null) as booked,
  (select coalesce(sum(amount_cents), 0) from ledger_entries where kind = 'sale') as sold,
  (select coalesce(sum(used_cents), 0) from credit_accounts) as used`;

/** Bookings and their details, without ids that differ after each start. */
async function answersOf(
  url: string,
  key: string,
  ids: readonly number[],
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const path of [
    '/api/v5/member',
    ...ids.flatMap((id) => [`/api/v5/bookings/v4/${id}`, `/api/v5/bookings/v4/${id}/breakdown`]),
  ]) {
    const answer = await fetch(url + path, { headers: { 'Api-key': key } });
    assert.equal(answer.status, 200, path);
    // Mask the time of the answer, and the server's own address in links.
    const body = (await answer.text()).replaceAll(/"(created_at|updated_at)":"[^"]*"/g, '""');
    answers.set(path, body.replaceAll(url, '').replaceAll(/http:\/\/localhost:\d+/g, ''));
  }
  return answers;
}

/** Up to five confirmed and five quoted bookings. */
function sampleOf(acknowledged: readonly Acknowledged[]): number[] {
  const confirmed = acknowledged.filter(({ connote }) => connote !== null).slice(0, 5);
  const quoted = acknowledged.filter(({ connote }) => connote === null).slice(0, 5);
  assert.ok(confirmed.length > 0 && quoted.length > 0);
  return [...confirmed, ...quoted].map(({ id }) => id);
}

const bookingsQuery = 'select id, status, connote, cost_cents from bookings';
type Kept = { id: unknown; status: unknown; connote: unknown; cost_cents: unknown };

/** Acknowledged bookings that the copy lacks or has with other details. */
function missingFrom(rows: readonly Kept[], acknowledged: readonly Acknowledged[]): Acknowledged[] {
  const known = new Map(rows.map((row) => [Number(row.id), row]));
  return acknowledged.filter(({ id, connote, cost }) => {
    const row = known.get(id);
    if (row === undefined) return true;
    if (connote === null) return false;
    const isAsAcknowledged = row.status === 'confirmed' && row.connote === connote;
    return !isAsAcknowledged || Number(row.cost_cents) !== Math.round((cost ?? 0) * 100);
  });
}

async function checkRestored(
  url: string,
  acknowledged: readonly Acknowledged[],
): Promise<Acknowledged[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Kept>(bookingsQuery);
  const [sums] = (await client.query<Record<string, string>>(sumsQuery)).rows;
  assert.ok(Number(sums?.booked) > 0);
  assert.deepEqual([sums?.sold, sums?.used], [sums?.booked, sums?.booked]);
  await client.end();
  return missingFrom(rows, acknowledged);
}

function checkCopy(file: string, acknowledged: readonly Acknowledged[]): Acknowledged[] {
  const copy = new DatabaseSync(file, { readOnly: true });
  assert.equal(copy.prepare('pragma integrity_check').get()?.integrity_check, 'ok');
  assert.deepEqual(copy.prepare('pragma foreign_key_check').all(), []);
  const rows = copy.prepare(bookingsQuery).all() as Kept[];
  // The copy is of one moment: every confirmed booking has ledger entries of exactly its cost.
  const [sums] = copy.prepare(sumsQuery).all();
  assert.deepEqual([sums?.sold, sums?.used], [sums?.booked, sums?.booked]);
  copy.close();
  return missingFrom(rows, acknowledged);
}

/** The use of keys, and which process runs the jobs. */
const writtenInBackground = ['key_calls', 'leases', 'job_places', 'carrier_answers'];

/** Every row of every table that only requests write. */
function rowsOf(file: string): Record<string, unknown[]> {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' order by name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !writtenInBackground.includes(name));
  const rows = Object.fromEntries(
    tables.map((table) => [table, database.prepare(`select * from "${table}"`).all()]),
  );
  // The last ids given in each table.
  rows.sqlite_sequence = (rows.sqlite_sequence ?? []).filter(
    ({ name }) => !writtenInBackground.includes(String(name)),
  );
  database.close();
  assert.ok((rows.bookings?.length ?? 0) > 0);
  return rows;
}
