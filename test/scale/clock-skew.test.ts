// Real servers on one PostgreSQL with different clocks (libfaketime): one ahead, one behind, one right. While a live
// carrier is slow and loses answers, each booking has one consignment and one payment, on every server that confirms it
// and runs the jobs. A server whose clock is wrong reports that and runs no jobs.
//
// Quick: two minutes either way. Full (TESTS=long): 30, 60, 120 and 600 seconds either way.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { fakedClock } from '../../scripts/obtain-faketime.ts';
import { PriceBook } from '../../simulator/price-book.ts';
import { type Simulator, startSimulator } from '../../simulator/start-simulator.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import type { BookingShown } from '../support/bookings/checkout.ts';
import { doorToDoor } from '../support/bookings/quote-bodies.ts';
import { ask, Fleet, Roamer } from '../support/components/fleet.ts';
import { linehaul } from '../support/components/program.ts';
import { isLong } from '../support/long-form.ts';
import { until } from '../support/until.ts';

const skews = isLong ? [30, 60, 120, 600] : [120];
const bookings = isLong ? 240 : 24;
const together = 12;
const courier = 'auspost_regular_eparcel';
const uncached = doorToDoor({ options: { disable_cache: true } });
const faults = [
  'auspost:book:latency=1000-4000',
  'auspost:book:accepted-but-answer-lost:3',
] as const;

type Ready = { status: string; clock: { status: string; ahead_seconds: number } };
type Shipment = { reference: string; number: string };
type Finding = { check: string; status: string; detail: string };

for (const seconds of skews) {
  describe(`servers whose clocks are ${seconds} seconds ahead, ${seconds} seconds behind and right`, () => {
    /** In the same order as the servers. */
    const clocks = [seconds, -seconds, 0];
    let fleet: Fleet;
    let simulator: Simulator;
    let operator: { key: string; email: string; password: string };
    before(async () => {
      simulator = await startSimulator({
        port: 0,
        carriers: ['auspost'],
        nowMs: () => Date.now(),
        prices: await PriceBook.open(),
        seed: 7,
      });
      fleet = await Fleet.start(0);
      for (const ahead of clocks) await fleet.add(ahead === 0 ? {} : fakedClock(ahead));
      operator = await fleet.addOperator();
      await fleet.json(`credit set --member ${operator.email} --limit 1000000`);
      const [listed] = simulator.carriers;
      assert.ok(listed);
      const account = Object.entries(simulatedAccount(auspost, listed))
        .map(([name, text]) => `--set ${name}=${text}`)
        .join(' ');
      await fleet.json(`carrier connect auspost ${account} --policy live --untested`);
      await until('every server asks the carrier', async () => {
        const quoted = await Promise.all(clocks.map((_, n) => quote(n)));
        return quoted.every(({ quotes = {} }) => courier in quotes);
      });
    });
    after(async () => {
      await fleet.close();
      await simulator.close();
    });

    const control = async (path: string, body?: object): Promise<unknown> => {
      const answer = await fetch(`${simulator.controlUrl}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      assert.ok(answer.ok, `${path}: ${answer.status}`);
      return await answer.json();
    };
    const quote = async (n: number): Promise<BookingShown> => {
      const { status, body } = await ask(fleet.url(n), operator.key, '/bookings', uncached);
      assert.equal(status, 201, JSON.stringify(body));
      return body as BookingShown;
    };
    const book = async (n: number): Promise<{ id: number; status: number; body: unknown }> => {
      const { id, quotes = {} } = await quote(n);
      const pickup_date = quotes[courier]?.pickup_dates[0];
      const request = { courier, pickup_date };
      const { status, body } = await ask(
        fleet.url(n),
        operator.key,
        `/bookings/v4/${id}/confirm`,
        request,
      );
      return { id, status, body };
    };

    test('a server reports its clock error in /readyz and runs no jobs', async () => {
      for (const [n, ahead] of clocks.entries()) {
        const answer = await fetch(`${fleet.url(n)}/readyz`);
        assert.equal(answer.status, 200);
        const { status, clock } = (await answer.json()) as Ready;
        assert.equal(status, ahead === 0 ? 'ok' : 'degraded');
        assert.equal(clock.status, ahead === 0 ? 'ok' : 'wrong');
        assert.ok(Math.abs(clock.ahead_seconds - ahead) < 5, `${clock.ahead_seconds}`);
        const server = fleet.servers[n];
        await server?.says(
          ahead === 0 ? 'this process does the jobs now' : 'this process does no jobs',
        );
      }
      for (const [n, ahead] of clocks.entries()) {
        if (ahead === 0) continue;
        const { output = [] } = fleet.servers[n] ?? {};
        assert.ok(!output.some((line) => line.includes('does the jobs now')));
      }
    });

    test('doctor names a machine whose clock is wrong', async () => {
      const { stdout } = await linehaul(
        { ...fleet.environment, ...fakedClock(seconds) },
        ...['doctor', '--json'],
      );
      const { findings } = JSON.parse(stdout) as { findings: Finding[] };
      const clock = findings.find(({ check }) => check === 'clock');
      assert.equal(clock?.status, 'problem');
      assert.ok(clock.detail.includes(`${seconds} seconds ahead`), clock.detail);
    });

    test(`gives each of ${bookings} bookings one consignment and one payment`, async (t) => {
      for (const fault of faults) await control('/faults', { fault });
      const booked: number[] = [];
      const statuses = new Map<number, number>();
      for (let n = 0; n < bookings; n += together) {
        const answers = await Promise.all(Array.from({ length: together }, (_, k) => book(n + k)));
        for (const { id, status, body } of answers) {
          assert.ok(status === 200 || status === 202, JSON.stringify(body));
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          booked.push(id);
        }
      }
      const connotes = new Map<number, string>();
      for (const [n, id] of booked.entries()) {
        await until(`booking ${id} is confirmed`, async () => {
          const { body } = await ask(fleet.url(n), operator.key, `/bookings/v4/${id}`);
          const { status, connote } = body as BookingShown;
          if (connote) connotes.set(id, connote);
          return status === 'Confirmed';
        });
      }
      const shipments = (await control('/shipments')) as Shipment[];
      assert.deepEqual(
        new Map(shipments.map(({ reference, number }) => [Number(reference), number])),
        connotes,
      );
      assert.equal(shipments.length, bookings, 'each booking has one shipment');
      const olga = await new Roamer({ url: () => fleet.url(2) }).signIn(operator);
      const { body } = await olga.send('GET', '/operator/attention');
      const { orphans, bookings: unsettled } = body as { orphans: unknown[]; bookings: unknown[] };
      assert.deepEqual([orphans, unsettled], [[], []]);
      const { findings } = await fleet.json<{ findings: Finding[] }>('doctor');
      assert.equal(findings.find(({ check }) => check === 'ledger')?.status, 'ok');
      t.diagnostic(
        `${bookings} bookings (${statuses.get(202) ?? 0} answered 202), ${shipments.length} consignments`,
      );
    });
  });
}
