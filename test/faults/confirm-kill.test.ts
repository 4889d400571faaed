// Kills the real server with kill -9 while shops book, and starts it again: acknowledged bookings exist, nothing is
// charged twice, and the books balance. On the embedded database, and with two servers on one PostgreSQL.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { BookingShown } from '../support/bookings/checkout.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import {
  type Environment,
  linehaul,
  type RunningServer,
  startServer,
} from '../support/components/program.ts';
import { createDatabase } from '../support/components/template-database.ts';
import { until } from '../support/until.ts';

type Acknowledged = { id: number; connote: string; cost: number };

async function json(environment: Environment, line: string) {
  const { status, stdout, stderr } = await linehaul(environment, ...line.split(' '), '--json');
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

/** Shops that book until their server is gone, with the answers that they got. */
class Shops {
  readonly acknowledged: Acknowledged[] = [];
  readonly #key: string;
  readonly #methods: readonly string[];

  constructor(key: string, methods: readonly string[]) {
    this.#key = key;
    this.#methods = methods;
  }

  async run(url: () => string, count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, n) => this.#shop(url, n)));
  }

  async #shop(url: () => string, n: number): Promise<void> {
    for (let turn = n; ; turn += 1) {
      try {
        const quoted = await this.ask('POST', `${url()}/api/v5/bookings`, sydneyToMelbourne());
        const request = {
          courier: 'toll',
          pickup_date: quoted.quotes?.toll?.pickup_dates[0],
          payment_method: this.#methods[turn % this.#methods.length],
        };
        const path = `${url()}/api/v5/bookings/v4/${quoted.id}/confirm`;
        const booked = await this.ask('POST', path, request);
        if (booked.status === 'Confirmed')
          this.acknowledged.push({
            id: booked.id,
            connote: booked.connote ?? '',
            cost: booked.cost ?? 0,
          });
      } catch {
        // The server was killed during the request.
        return;
      }
    }
  }

  async ask(method: string, url: string, body?: object): Promise<BookingShown> {
    const answer = await fetch(url, {
      method,
      headers: { 'api-key': this.#key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as BookingShown;
  }
}

async function story(t: TestContext, environment: Environment, processes: number): Promise<void> {
  await json(environment, 'member add --email jo@example.com --password pass');
  const { key } = await json(environment, 'key add --member jo@example.com');
  await json(environment, 'credit set --member jo@example.com --limit 1000000');
  const { id: card } = await json(environment, 'card add --member jo@example.com --token tok_ok');
  const slow = await json(environment, 'card add --member jo@example.com --token tok_timeout');
  const shops = new Shops(key, ['credit', card, 'credit', slow.id]);
  let killed = 0;
  for (let round = 0; round < 2; round += 1) {
    const servers: RunningServer[] = [];
    for (let n = 0; n < processes; n += 1) servers.push(await startServer(environment));
    let turn = 0;
    const before = shops.acknowledged.length;
    const nextUrl = (): string => {
      turn += 1;
      return servers[turn % processes]?.url ?? '';
    };
    const busy = shops.run(nextUrl, 8);
    await until('shops have booked', () => shops.acknowledged.length > before + 20);
    for (const server of servers) server.process.kill('SIGKILL');
    killed += servers.length;
    await busy;
  }
  const server = await startServer(environment);
  try {
    assert.equal(
      new Set(shops.acknowledged.map(({ connote }) => connote)).size,
      shops.acknowledged.length,
    );
    const payments: { booking_id: number; amount: number; status: string }[] = await json(
      environment,
      'payment list --member jo@example.com',
    );
    const found = await Promise.all(
      shops.acknowledged.map(({ id }) =>
        shops.ask('GET', `${server.url}/api/v5/bookings/v4/${id}`),
      ),
    );
    const lost = shops.acknowledged.filter(
      ({ connote }, n) => found[n]?.connote !== connote,
    ).length;
    const charged = payments.filter(({ status }) => status === 'charged');
    const twice = charged.length - new Set(charged.map(({ booking_id }) => booking_id)).size;
    t.diagnostic(
      `${killed} processes killed, ${shops.acknowledged.length} confirmations acknowledged, ${lost} lost, ${twice} charged twice`,
    );
    assert.equal(twice, 0);
    for (const [n, { id, connote, cost }] of shops.acknowledged.entries()) {
      const booking = found[n];
      assert.ok(booking);
      assert.deepEqual(
        [booking.status, booking.connote, booking.cost],
        ['Confirmed', connote, cost],
        `booking ${id}`,
      );
      const charges = payments.filter(
        (payment) => payment.booking_id === id && payment.status === 'charged',
      );
      assert.deepEqual(
        charges.map(({ amount }) => amount),
        [cost],
      );
    }
    const { findings } = await json(environment, 'doctor');
    const ledger = findings.find(({ check }: { check: string }) => check === 'ledger');
    assert.equal(ledger.status, 'ok', ledger.detail);
  } finally {
    assert.equal(await server.stop(), 0);
  }
}

const limits = { LIMIT_V5_PER_MINUTE: '0' };

describe('kill -9 while shops book', () => {
  test('the embedded database keeps every acknowledged write after kill -9', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-kill-'));
    await story(t, { DATA_DIR: dataDir, ...limits }, 1);
    rmSync(dataDir, { recursive: true });
  });

  test('two servers on one PostgreSQL keep every acknowledged write after kill -9', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-kill-'));
    const database = await createDatabase();
    await story(t, { DATA_DIR: dataDir, DATABASE_URL: database.url, ...limits }, 2);
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });
});
