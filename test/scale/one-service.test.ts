// Three real servers on one PostgreSQL and one Redis act as one: sessions, switches, settings, rate cards and
// carriers' states are the same on each, and one of them runs the jobs.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import {
  type CarrierServer,
  startCarrierServer,
} from '../support/carriers/scripted-carrier-server.ts';
import { ask, Fleet, Roamer } from '../support/components/fleet.ts';
import { isLong } from '../support/long-form.ts';
import { card, raisedLanes } from '../support/rate-cards/dearer-card.ts';
import { until } from '../support/until.ts';

/** `npm run test:long` waits for the lease of a killed leader to expire: half a minute. */

type Quoted = {
  quotes: Record<string, { total: number }>;
  quote_errors: { courier: string; code: string }[];
};
type Listed = {
  string_id: string;
  cards: { version: string }[];
  live: { asked: number; failed: number; is_left_alone: boolean } | null;
};

/** The value in `circuit-breaker.ts`. */
const breakerPauseMs = 30_000;
const uncached = sydneyToMelbourne({ options: { disable_cache: true } });

describe('three servers are one service', () => {
  const carriersDir = mkdtempSync(join(tmpdir(), 'linehaul-one-service-'));
  let fleet: Fleet;
  let carrier: CarrierServer;
  let olga: Roamer;
  let operator: { key: string; email: string; password: string };
  const servers = [0, 1, 2];
  const quote = async (n: number): Promise<Quoted> => {
    const answer = await ask(fleet.url(n), operator.key, '/bookings', uncached);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body as Quoted;
  };
  const everywhere = async (check: (n: number) => Promise<boolean>): Promise<boolean> =>
    (await Promise.all(servers.map(check))).every(Boolean);
  const listed = async (n: number, stringId: string): Promise<Listed | undefined> => {
    const { body } = await olga.send('GET', '/operator/carriers', undefined, n);
    return (body as Listed[]).find((courier) => courier.string_id === stringId);
  };

  before(async () => {
    carrier = await startCarrierServer({ status: 500 });
    fleet = await Fleet.start(servers.length, { CARRIERS_DIR: carriersDir });
    operator = await fleet.addOperator();
    olga = await new Roamer(fleet).signIn(operator);
  });
  after(async () => {
    await fleet.close();
    await carrier.close();
    rmSync(carriersDir, { recursive: true });
  });

  test('accepts a session at every server, and at none after signing out', async () => {
    const visitor = await new Roamer(fleet).signIn(operator);
    for (const n of servers)
      assert.equal((await visitor.send('GET', '/sessions', undefined, n)).status, 200);
    const { cookie } = visitor;
    assert.equal((await visitor.send('DELETE', '/session', undefined, 0)).status, 200);
    visitor.cookie = cookie;
    await until('all servers reject the session', () =>
      everywhere(
        async (n) => (await visitor.send('GET', '/sessions', undefined, n)).status === 401,
      ),
    );
  });

  test('a carrier disabled at one server is quoted by none until it is enabled', async () => {
    for (const isOn of [false, true]) {
      const changed = await olga.send('PUT', '/operator/carriers/toll', { is_on: isOn }, 0);
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      await until('all servers know the switch', () =>
        everywhere(async (n) => 'toll' in (await quote(n)).quotes === isOn),
      );
    }
  });

  test("a key's setting changed at one server applies at every server", async () => {
    await fleet.json('key settings --id 2 --set quote_diplay=display_cheapest');
    const shows = async (n: number): Promise<number> => Object.keys((await quote(n)).quotes).length;
    await until('all servers show only the cheapest', () =>
      everywhere(async (n) => (await shows(n)) === 1),
    );
    await fleet.json('key settings --id 2 --set quote_diplay=display_all');
    await until('all servers show every quote', () =>
      everywhere(async (n) => (await shows(n)) > 1),
    );
  });

  test('rate cards published at one server set the price at every server, under one version', async () => {
    const before = (await quote(1)).quotes.direct_freight?.total ?? 0;
    const files = [{ path: `${card}/lanes.csv`, text: raisedLanes }];
    const draft = { folder: 'direct_freight', files };
    const published = await olga.send('POST', '/operator/rate-cards', draft, 0);
    assert.equal(published.status, 200, JSON.stringify(published.body));
    await until('all servers use the new prices', () =>
      everywhere(async (n) => ((await quote(n)).quotes.direct_freight?.total ?? 0) > before),
    );
    const shown = await Promise.all(servers.map((n) => listed(n, 'direct_freight')));
    assert.equal(new Set(shown.map((courier) => JSON.stringify(courier?.cards))).size, 1);
  });

  test('a carrier that fails at one server is paused at every server, and every server shows its health', async (t) => {
    const account = `--set account_number=1 --set api_key=secret --set base_url=${carrier.url}`;
    await fleet.json(`carrier connect couriers_please ${account} --untested`);
    const failureOf = async (n: number): Promise<string | undefined> =>
      (await quote(n)).quote_errors.find(({ courier }) => courier === 'couriers_please')?.code;
    const live = async (n: number) => (await listed(n, 'couriers_please'))?.live ?? undefined;
    await until('all servers know the account', () =>
      everywhere(async (n) => (await live(n)) !== undefined),
    );
    const beganMs = performance.now();
    for (let n = 0; n < 5; n += 1) await quote(0);
    await until('all servers pause the carrier', () =>
      everywhere(async (n) => (await failureOf(n)) === 'carrier_circuit_open'),
    );
    const before = carrier.requests.length;
    for (const n of servers) await quote(n);
    const askedAgain = carrier.requests.length - before;
    const pauses = Math.floor((performance.now() - beganMs) / breakerPauseMs);
    assert.ok(askedAgain <= pauses, 'the paused carrier is asked at most once per pause');
    await until('all servers show the health of the carrier', () =>
      everywhere(async (n) => {
        const shown = await live(n);
        // After a pause the breaker opens again once a server has tried the carrier.
        if (shown?.is_left_alone !== true) await quote(n);
        return shown?.is_left_alone === true && shown.failed >= 5;
      }),
    );
    t.diagnostic(
      `${before} questions until all left it alone, ${askedAgain} by 3 servers afterwards`,
    );
  });

  test('runs the jobs on one server, and on another once that one is killed', async () => {
    const leads = servers.map(
      (n) => () =>
        fleet.servers[n]?.output.some((line) => line.includes('this process does the jobs now')),
    );
    await until('one server runs the jobs', () => leads.some((isLeader) => isLeader() === true));
    assert.equal(leads.filter((isLeader) => isLeader() === true).length, 1);
    const leader = leads.findIndex((isLeader) => isLeader() === true);
    await fleet.servers[leader]?.stop('SIGKILL');
    if (!isLong) await endLeases(fleet.database.url);
    await until(
      'another server runs the jobs',
      () => leads.filter((isLeader) => isLeader() === true).length === 2,
    );
  });
});

/** Expires the leases, as half a minute without the leader does. */
async function endLeases(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('update leases set until_ms = 0');
  await client.end();
}
