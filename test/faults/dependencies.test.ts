// PostgreSQL and Redis are stopped and started, slowed down, halted and cut while shops book through two real
// servers. Acknowledged bookings exist exactly once, failed ones failed with a clear error, and everything recovers
// on its own.
//
// Quick: each fault once. Full (TESTS=long): five rounds. The faults, their number and the losses are printed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BookingShown } from '../support/bookings/checkout.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { type Answer, ask, Fleet } from '../support/components/fleet.ts';
import { type HaltingProxy, startHaltingProxy } from '../support/components/halting-proxy.ts';
import { type PostgresServer, startPostgres } from '../support/components/postgres.ts';
import { isLong } from '../support/long-form.ts';
import { until } from '../support/until.ts';

const rounds = isLong ? 5 : 1;
const shops = 4;
/** Bookings before, during and after each fault. */
const bookingsBetween = 5;

type Acknowledged = { id: number; connote: string; cost: number };

describe('loss of PostgreSQL and Redis', () => {
  let postgres: PostgresServer;
  let toPostgres: HaltingProxy;
  let toRedis: HaltingProxy;
  let fleet: Fleet;
  let key: string;
  const acknowledged: Acknowledged[] = [];
  const counts = { booked: 0, failed: 0, other: [] as string[] };
  let isOver = false;
  let load: Promise<unknown>;

  before(async () => {
    postgres = await startPostgres({ isDurable: true });
    toPostgres = await startHaltingProxy(Number(new URL(postgres.url).port));
    fleet = await Fleet.start(0);
    toRedis = await startHaltingProxy(fleet.redis.port);
    Object.assign(fleet.environment, {
      DATABASE_URL: `postgres://postgres@127.0.0.1:${toPostgres.port}/postgres`,
      REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
    });
    await fleet.json('migrate').catch(() => {});
    ({ key } = await fleet.addOperator());
    await fleet.json('credit set --member olga@example.com --limit 9000000');
    await Promise.all([fleet.add(), fleet.add()]);
    load = Promise.all(Array.from({ length: shops }, (_, n) => shop(n)));
  });
  after(async () => {
    isOver = true;
    await load;
    await fleet.close();
    await Promise.all([toPostgres.close(), toRedis.close()]);
    await postgres.stop();
  });

  /** Quotes and confirms on credit repeatedly, at both servers in turn. */
  async function shop(first: number): Promise<void> {
    for (let turn = first; !isOver; turn += 1) {
      try {
        const quoted = await ask(fleet.url(turn), key, '/bookings', sydneyToMelbourne());
        if (!isPlain(quoted, [201])) continue;
        const { id, quotes } = quoted.body as BookingShown;
        const booked = await ask(fleet.url(turn), key, `/bookings/v4/${id}/confirm`, {
          courier: 'toll',
          pickup_date: quotes?.toll?.pickup_dates[0],
          payment_method: 'credit',
        });
        if (!isPlain(booked, [200, 202])) continue;
        const { status, connote, cost } = booked.body as BookingShown;
        if (status !== 'Confirmed') continue;
        acknowledged.push({ id, connote: connote ?? '', cost: cost ?? 0 });
        counts.booked += 1;
      } catch (error) {
        counts.other.push(String(error));
      }
    }
  }

  /** A success, or a 5xx error that explains itself. Anything else fails the test. */
  function isPlain({ status, body }: Answer, successes: readonly number[]): boolean {
    if (successes.includes(status)) return true;
    if (status === 500 || status === 503) counts.failed += 1;
    else counts.other.push(`status ${status} ${JSON.stringify(body)}`);
    return false;
  }

  const someMore = async (): Promise<void> => {
    const before = counts.booked;
    await until('more bookings are confirmed', () => counts.booked >= before + bookingsBetween);
  };
  const someFailed = async (): Promise<void> => {
    const before = counts.failed;
    await until('a request has failed', () => counts.failed > before);
  };
  const sharedState = (isLost: boolean): Promise<void> =>
    until(`shared state is ${isLost ? 'lost' : 'there'}`, async () => {
      const states = await Promise.all(
        fleet.servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).json()),
      );
      return states.every(
        (state) =>
          (state as { shared_state: { status: string } }).shared_state.status ===
          (isLost ? 'lost' : 'ok'),
      );
    });

  const troubles: { name: string; happens(): Promise<void> }[] = [
    {
      name: 'PostgreSQL closes every connection',
      happens: async () => {
        assert.ok(toPostgres.cut() > 0);
      },
    },
    {
      name: 'PostgreSQL is slow',
      happens: async () => {
        toPostgres.slowDown(30);
        await someMore();
        toPostgres.slowDown(0);
      },
    },
    {
      name: 'PostgreSQL is stopped and started',
      happens: async () => {
        await postgres.restart(someFailed);
      },
    },
    {
      name: 'Redis closes every connection',
      happens: async () => {
        assert.ok(toRedis.cut() > 0);
        await sharedState(false);
      },
    },
    {
      name: 'Redis is slow',
      happens: async () => {
        toRedis.slowDown(2_000);
        await sharedState(true);
        await someMore();
        toRedis.slowDown(0);
        await sharedState(false);
      },
    },
    {
      name: 'Redis is halted in mid-answer',
      happens: async () => {
        toRedis.halt();
        await sharedState(true);
        await someMore();
        toRedis.resume();
        await sharedState(false);
      },
    },
  ];

  for (const { name, happens } of troubles) {
    test(`bookings go on while ${name}, ${rounds} times`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        await someMore();
        await happens();
        await someMore();
      }
      assert.deepEqual(counts.other, []);
    });
  }

  test('every acknowledged booking exists once and the books balance', async (t) => {
    isOver = true;
    await load;
    assert.equal(new Set(acknowledged.map(({ connote }) => connote)).size, acknowledged.length);
    let lost = 0;
    for (const [n, { id, connote, cost }] of acknowledged.entries()) {
      const { body } = await ask(fleet.url(n), key, `/bookings/v4/${id}`);
      const booking = body as BookingShown;
      const isThere =
        booking.status === 'Confirmed' && booking.connote === connote && booking.cost === cost;
      if (!isThere) lost += 1;
    }
    const { findings } = await fleet.json<{
      findings: { check: string; status: string; detail: string }[];
    }>('doctor');
    const ledger = findings.find(({ check }) => check === 'ledger');
    assert.equal(ledger?.status, 'ok', ledger?.detail);
    t.diagnostic(
      `${troubles.length} troubles, ${rounds} times each: ${acknowledged.length} bookings acknowledged, ${counts.failed} requests failed plainly, ${lost} lost`,
    );
    assert.equal(lost, 0);
  });
});
