// Lists and reports with a real streaming replica: a list always includes the caller's last write, and the primary
// answers when the replica fails.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { startReplica } from '../../../../test/support/components/base-backup.ts';
import { startHaltingProxy } from '../../../../test/support/components/halting-proxy.ts';
import {
  type PostgresServer,
  startPostgres,
} from '../../../../test/support/components/postgres.ts';
import { recordingLog, silentLog, silentMeter } from '../../../../test/support/test-logs.ts';
import { until } from '../../../../test/support/until.ts';
import { migrate } from '../migrate.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from './engine.ts';
import { openPostgres } from './postgres-engine.ts';
import { Replica, type ReplicaPatience } from './replica.ts';

/** Long limits, so that a busy machine is not taken for a fault. The tests' own faults last longer. */
const patient: ReplicaPatience = {
  catchUpMs: 5_000,
  pollMs: 1,
  signMs: 20_000,
  answerMs: 20_000,
  restMs: 0,
  lookEveryMs: 20,
};
const notUsed = 'the replica is not used; the primary answers lists and reports';

describe('a replica', () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let engine: Engine;
  const opened: Replica[] = [];
  const open = (
    url: string,
    patience: Partial<ReplicaPatience> = {},
  ): {
    replica: Replica;
    answered: string[];
    behind: (number | undefined)[];
    warnings(): string[];
  } => {
    const log = recordingLog();
    const answered: string[] = [];
    const behind: (number | undefined)[] = [];
    const replica = new Replica({
      url,
      primary: engine.reader,
      timer: () => {},
      log,
      meter: {
        ...silentMeter,
        listAnswered: (by) => answered.push(by),
        replicaSeen: ({ behindBytes }) => behind.push(behindBytes),
      },
      patience: { ...patient, ...patience },
    });
    opened.push(replica);
    const warnings = (): string[] =>
      log.lines.filter(({ level }) => level === 'warn').map(({ message }) => message);
    return { replica, answered, behind, warnings };
  };
  /** Runs statements as the owner of the server. The service is an ordinary user. */
  const runAsOwner = async ({ url }: PostgresServer, ...texts: string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const text of texts) await client.query(text);
    await client.end();
  };
  const urlAt = (port: number | string): string => `postgres://linehaul@127.0.0.1:${port}/linehaul`;
  const urlOf = ({ url }: PostgresServer): string => urlAt(new URL(url).port);
  let count = 0;
  const write = async (): Promise<string> => {
    count += 1;
    const name = `range ${count}`;
    await engine.transaction((db) =>
      db.insertInto('number_ranges').values({ name, last_number: count }).execute(),
    );
    return name;
  };
  const last = (): string => `range ${count}`;
  const names = async (db: Kysely<Schema>): Promise<string[]> =>
    (await db.selectFrom('number_ranges').select('name').execute()).map(({ name }) => name);
  const becomes = (replica: Replica, isUsed: boolean): Promise<void> =>
    until(
      `it is ${isUsed ? '' : 'not '}used`,
      async () => (await replica.health()).isUsed === isUsed,
    );

  before(async () => {
    primary = await startPostgres();
    await runAsOwner(
      primary,
      'create role linehaul login',
      'create database linehaul owner linehaul',
    );
    engine = openPostgres(urlOf(primary), () => {}, silentLog);
    await migrate(engine, 0, 'bring_up_to_date');
    await engine.ready();
    standby = await startReplica(primary);
  });
  afterEach(() => Promise.all(opened.splice(0).map((replica) => replica.close())));
  after(async () => {
    await engine.close();
    await standby.stop();
    await primary.stop();
  });

  test("shows a caller's latest write from the replica", async () => {
    const { replica, answered, warnings } = open(urlOf(standby));
    assert.equal((await replica.health()).isUsed, true);
    for (let n = 0; n < 50; n += 1) {
      const name = await write();
      assert.ok((await replica.list(names)).includes(name), `${name} is missing`);
    }
    assert.deepEqual(new Set(answered), new Set(['replica']));
    assert.deepEqual(warnings(), []);
  });

  test('is skipped while it is behind, warned about once, and used after catching up', async () => {
    const { replica, answered, behind, warnings } = open(urlOf(standby), { catchUpMs: 50 });
    await becomes(replica, true);
    await runAsOwner(standby, 'select pg_wal_replay_pause()');
    try {
      const name = await write();
      assert.ok((await replica.list(names)).includes(name), 'the last write is missing');
      const health = await replica.health();
      assert.deepEqual([health.isUsed, health.trouble], [false, 'behind']);
      for (let n = 0; n < 5; n += 1) assert.ok((await replica.list(names)).includes(last()));
      assert.deepEqual(new Set(answered), new Set(['primary']));
      await until('the distance is measured', () => behind.some((bytes) => (bytes ?? 0) > 0));
      assert.deepEqual(warnings(), [notUsed]);
    } finally {
      await runAsOwner(standby, 'select pg_wal_replay_resume()');
    }
    await becomes(replica, true);
    // On a busy machine the replica may be behind again for a moment.
    await until('the replica answers', async () => {
      assert.ok((await replica.list(names)).includes(last()));
      return answered.at(-1) === 'replica';
    });
  });

  test('a list waits for a replica that is a moment behind', async () => {
    const { replica, answered } = open(urlOf(standby), { lookEveryMs: 60_000 });
    await becomes(replica, true);
    await runAsOwner(standby, 'select pg_wal_replay_pause()');
    const name = await write();
    const listed = replica.list(names);
    await runAsOwner(standby, 'select pg_wal_replay_resume()');
    assert.ok((await listed).includes(name));
    assert.deepEqual(answered, ['replica']);
  });

  test('every list is answered while the replica restarts', async () => {
    const { replica, answered, warnings } = open(urlOf(standby));
    await becomes(replica, true);
    await standby.restart(async () => {
      for (let n = 0; n < 5; n += 1) {
        const name = await write();
        assert.ok((await replica.list(names)).includes(name));
      }
      await becomes(replica, false);
      assert.equal((await replica.health()).trouble, 'unreachable');
    });
    await becomes(replica, true);
    assert.ok((await replica.list(names)).includes(last()));
    assert.deepEqual([answered[0], answered.at(-1)], ['primary', 'replica']);
    assert.deepEqual(new Set(warnings()), new Set([notUsed]));
  });

  test('answers lists from the primary when it is unreachable at the start', async () => {
    const proxy = await startHaltingProxy(1);
    const { replica, answered } = open(urlAt(proxy.port));
    assert.equal((await replica.health()).trouble, 'unreachable');
    assert.ok((await replica.list(names)).includes(last()));
    assert.deepEqual(answered, ['primary']);
    await proxy.close();
  });

  test('delays no list when it hangs with open connections', async () => {
    const proxy = await startHaltingProxy(Number(new URL(standby.url).port));
    const { replica, warnings } = open(urlAt(proxy.port), {
      signMs: 200,
    });
    await becomes(replica, true);
    proxy.halt();
    const lists = await Promise.all(Array.from({ length: 5 }, () => replica.list(names)));
    for (const list of lists) assert.ok(list.includes(last()));
    await becomes(replica, false);
    proxy.resume();
    await becomes(replica, true);
    assert.deepEqual(new Set(warnings()), new Set([notUsed]));
    await proxy.close();
  });

  test('rests after a slow list, which the primary answers', async () => {
    const { replica, answered } = open(urlOf(standby), { answerMs: 2_000, restMs: 600_000 });
    await becomes(replica, true);
    const slow = (db: Kysely<Schema>) =>
      sql<{ is_replica: boolean }>`
        select pg_is_in_recovery() as is_replica, pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)
      `.execute(db);
    const { rows } = await replica.list(slow);
    assert.equal(rows[0]?.is_replica, false);
    assert.equal((await replica.health()).trouble, 'slow');
    await replica.list(names);
    assert.deepEqual(answered, ['primary', 'primary']);
  });

  test('stays in use after cancelling a list for its replay', async () => {
    const { replica, answered } = open(urlOf(standby));
    await becomes(replica, true);
    await replica.list((db) =>
      sql`do $$ begin if pg_is_in_recovery() then raise exception using errcode = '40001'; end if; end $$`.execute(
        db,
      ),
    );
    await replica.list(names);
    assert.deepEqual(answered, ['primary', 'replica']);
  });

  test('is skipped when all its connections are busy', async () => {
    const { replica, answered } = open(urlOf(standby));
    await becomes(replica, true);
    const gate = Promise.withResolvers<void>();
    let inside = 0;
    const held = Array.from({ length: 10 }, () =>
      replica.list(async (db) => {
        inside += 1;
        await gate.promise;
        return names(db);
      }),
    );
    await until('all connections are busy', () => inside === 10);
    assert.ok((await replica.list(names)).includes(last()));
    assert.deepEqual(answered, ['primary']);
    gate.resolve();
    await Promise.all(held);
  });

  test('is not read after its promotion', async () => {
    const second = await startReplica(primary);
    const { replica, answered } = open(urlOf(second));
    await becomes(replica, true);
    await runAsOwner(second, 'select pg_promote()');
    const name = await write();
    assert.ok((await replica.list(names)).includes(name));
    assert.deepEqual(answered, ['primary']);
    await becomes(replica, false);
    assert.equal((await replica.health()).trouble, 'not_a_replica');
    await replica.close();
    opened.splice(0);
    await second.stop();
  });

  test('is ignored when it is a primary or serves another database', async () => {
    const other = await startPostgres();
    for (const url of [urlOf(primary), standby.url, other.url]) {
      const { replica, answered, warnings } = open(url);
      assert.equal((await replica.health()).trouble, 'not_a_replica');
      await replica.list(names);
      assert.deepEqual(answered, ['primary']);
      assert.deepEqual(warnings(), [notUsed]);
    }
    await other.stop();
  });
});
