// Two real servers on one PostgreSQL with a streaming replica. A shop books at one server and lists at the other
// while the replica follows, lags, stops and returns: every list shows all bookings acknowledged before the request,
// and none fails.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { startReplica } from '../support/components/base-backup.ts';
import { ask } from '../support/components/fleet.ts';
import { type HaltingProxy, startHaltingProxy } from '../support/components/halting-proxy.ts';
import { type PostgresServer, startPostgres } from '../support/components/postgres.ts';
import { linehaul, type RunningServer, startServer } from '../support/components/program.ts';
import { isLong } from '../support/long-form.ts';
import { until } from '../support/until.ts';

const rounds = isLong ? 200 : 15;

type Readiness = {
  status: string;
  database: { replica?: { status: string; detail?: string } };
};

describe('a replica for lists and reports', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-replica-'));
  let primary: PostgresServer;
  let standby: PostgresServer;
  let proxy: HaltingProxy;
  let servers: RunningServer[] = [];
  let key: string;
  let environment: Record<string, string>;

  before(async () => {
    primary = await startPostgres();
    environment = { DATA_DIR: dataDir, DATABASE_URL: primary.url, LIMIT_V5_PER_MINUTE: '0' };
    await linehaul(environment, 'migrate');
    standby = await startReplica(primary);
    proxy = await startHaltingProxy(Number(new URL(standby.url).port));
    environment.DATABASE_REPLICA_URL = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`;
    const member = await linehaul(environment, 'member', 'add', '--email', 'a@b.example', '--json');
    assert.equal(member.status, 0, member.stderr);
    const { stdout } = await linehaul(environment, 'key', 'add', '--member', '1', '--json');
    ({ key } = JSON.parse(stdout) as { key: string });
    servers = [await startServer(environment), await startServer(environment)];
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await proxy?.close();
    await standby?.stop();
    await primary?.stop();
    rmSync(dataDir, { recursive: true });
  });

  const url = (n: number): string => servers[n % servers.length]?.url ?? '';
  const counts = { booked: 0, missing: 0 };
  const summary = (trouble: string): string =>
    `${trouble}: ${counts.booked} bookings so far listed at the other server, ${counts.missing} missing, 0 lists failed`;
  /** Books at one server and lists at the other. */
  const bookAndList = async (n: number): Promise<void> => {
    const made = await ask(url(n), key, '/bookings', sydneyToMelbourne());
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id } = made.body as { id: number };
    const listed = await ask(url(n + 1), key, '/bookings/v4');
    assert.equal(listed.status, 200, JSON.stringify(listed.body));
    const ids = (listed.body as { id: number }[]).map((booking) => booking.id);
    counts.booked += 1;
    if (!ids.includes(id)) counts.missing += 1;
    assert.ok(ids.includes(id), `booking ${id} is not among ${ids.join(', ')}`);
  };
  const readiness = async (n: number): Promise<Readiness> =>
    (await (await fetch(`${url(n)}/readyz`)).json()) as Readiness;
  const bothShow = (status: string): Promise<void> =>
    until(`both servers report the replica as ${status}`, async () => {
      const shown = await Promise.all([readiness(0), readiness(1)]);
      return shown.every(({ database }) => database.replica?.status === status);
    });
  const metric = async (n: number, name: string): Promise<number> => {
    const text = await (await fetch(`${url(n)}/metrics`)).text();
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
    return Number(line?.split(' ')[1] ?? 0);
  };
  const answeredBy = async (source: string): Promise<number> =>
    (await metric(0, `linehaul_lists_total{by="${source}"}`)) +
    (await metric(1, `linehaul_lists_total{by="${source}"}`));
  const onStandby = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: standby.url });
    await client.connect();
    await client.query(text);
    await client.end();
  };

  test('answers lists from an up-to-date replica, each with the latest bookings', async (t) => {
    await bothShow('used');
    await until('the first server is healthy', async () => (await readiness(0)).status === 'ok');
    const before = await answeredBy('replica');
    for (let n = 0; n < rounds; n += 1) await bookAndList(n);
    assert.ok((await answeredBy('replica')) > before, 'the replica answered some lists');
    // On a busy machine the replica may lag, or answer late, for a moment.
    await until('doctor reports no problem with the replica', async () => {
      const doctor = await linehaul(environment, 'doctor', '--json');
      const { findings } = JSON.parse(doctor.stdout) as {
        findings: { check: string; status: string }[];
      };
      return findings.find(({ check }) => check === 'replica')?.status === 'ok';
    });
    t.diagnostic(summary('following'));
  });

  test('stops reading a replica that falls behind, warns once and resumes when it catches up', async (t) => {
    const linesBefore = servers.map(({ output }) => output.length);
    await onStandby('select pg_wal_replay_pause()');
    for (let n = 0; n < rounds; n += 1) await bookAndList(n);
    await bothShow('not_used');
    assert.equal((await readiness(0)).status, 'degraded');
    // On a busy machine the reason may appear late.
    await until('the reason is shown', async () => {
      const { detail } = (await readiness(0)).database.replica ?? {};
      return detail === 'it is too far behind; the primary answers lists and reports';
    });
    assert.equal(await metric(0, 'linehaul_replica_unused'), 1);
    assert.ok((await metric(0, 'linehaul_replica_behind_bytes')) > 0);
    for (const [n, { output }] of servers.entries()) {
      const lines = output.slice(linesBefore[n]);
      const count = (text: string): number => lines.filter((line) => line.includes(text)).length;
      const times = count('are read from the replica') + 1;
      assert.ok(count('the replica is not used') <= times, lines.join('\n'));
    }
    await onStandby('select pg_wal_replay_resume()');
    await bothShow('used');
    const before = await answeredBy('replica');
    for (let n = 0; n < rounds; n += 1) await bookAndList(n);
    assert.ok((await answeredBy('replica')) > before);
    assert.equal(await metric(0, 'linehaul_replica_unused'), 0);
    t.diagnostic(summary('behind'));
  });

  test('answers every list while the replica restarts', async (t) => {
    await standby.restart(async () => {
      for (let n = 0; n < rounds; n += 1) await bookAndList(n);
      await bothShow('not_used');
      const doctor = await linehaul(environment, 'doctor', '--json');
      assert.equal(doctor.status, 0, 'doctor reports an unused replica as a warning');
      assert.match(doctor.stdout, /the primary answers lists and reports/);
    });
    await bothShow('used');
    await bookAndList(0);
    t.diagnostic(summary('stopped and started'));
  });

  test('notices a hanging replica, and serves when started without one', async (t) => {
    proxy.halt();
    for (let n = 0; n < rounds; n += 1) await bookAndList(n);
    await bothShow('not_used');
    proxy.resume();
    await bothShow('used');
    const withoutReplica = await startServer({
      ...environment,
      DATABASE_REPLICA_URL: 'postgres://postgres@127.0.0.1:1/postgres',
    });
    try {
      const listed = await ask(withoutReplica.url, key, '/bookings/v4');
      assert.equal(listed.status, 200);
      assert.ok((listed.body as unknown[]).length > 0);
    } finally {
      await withoutReplica.stop();
    }
    t.diagnostic(summary('hanging, and none at all'));
  });
});
