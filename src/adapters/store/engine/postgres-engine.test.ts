// Faults that only PostgreSQL has: a server that hangs with open connections, deadlocks, slow locks and a full pool.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { createDatabase } from '../../../../test/support/components/template-database.ts';
import { recordingLog, silentLog } from '../../../../test/support/test-logs.ts';
import { until } from '../../../../test/support/until.ts';
import { StoreBusy } from '../../../application/ports.ts';
import { migrate } from '../migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import { openPostgres } from './postgres-engine.ts';

/** A proxy that can stop passing bytes on while its connections stay open. */
async function bridgeTo(host: string, port: number) {
  const sockets = new Set<Socket>();
  let isHanging = false;
  const bridge = createServer((near) => {
    const far = connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => to.destroy());
      if (isHanging) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(bridge, 'listening');
  return {
    port: (bridge.address() as AddressInfo).port,
    hang: (value: boolean) => {
      isHanging = value;
      for (const socket of sockets) value ? socket.pause() : socket.resume();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      bridge.close();
    },
  };
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

test('gives up on a hanging server and trusts nothing until it is back', async () => {
  const database = await createDatabase();
  const url = new URL(database.url);
  const bridge = await bridgeTo(url.hostname, Number(url.port));
  url.port = String(bridge.port);
  const engine = openPostgres(url.href, () => {}, silentLog, {
    patience: { statementMs: 25_000, answerMs: 5_000, heartbeatMs: 100 },
  });
  try {
    await engine.ready();
    await sql`select 1`.execute(engine.reader);
    await until('the revision is known', () => engine.configurationRevision() !== undefined);

    bridge.hang(true);
    await assert.rejects(sql`select 1`.execute(engine.reader), /timeout/i);
    await until('the revision is unknown', () => engine.configurationRevision() === undefined);

    bridge.hang(false);
    await until('the revision is known', () => engine.configurationRevision() !== undefined);
    await sql`select 1`.execute(engine.reader);
  } finally {
    await engine.close();
    bridge.close();
    await database.drop();
  }
});

test('the address of the database sets how long to wait for a connection', async () => {
  const silent = createServer(() => {});
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const gaveUp: string[] = [];
  const engines = ['?connect_timeout=2', '?connect_timeout=1', ''].map((query) => {
    const url = `postgres://unknown@127.0.0.1:${port}/nothing${query}`;
    const engine = openPostgres(url, () => {}, silentLog);
    const refused = assert
      .rejects(sql`select 1`.execute(engine.reader), /timeout/i)
      .then(() => gaveUp.push(query));
    return { engine, refused };
  });
  await Promise.all(engines.map(({ refused }) => refused));
  assert.deepEqual(gaveUp, ['?connect_timeout=1', '?connect_timeout=2', '']);
  await Promise.all(engines.map(({ engine }) => engine.close()));
  silent.close();
});

test('reruns the transaction that loses a deadlock', async () => {
  const database = await createDatabase();
  const engine = openPostgres(database.url, () => {}, silentLog);
  try {
    await engine.transaction(async (db) => {
      const rows = ['left', 'right'].map((name) => ({ name, last_number: 0 }));
      await db.insertInto('number_ranges').values(rows).execute();
    });
    let runs = 0;
    let begun = 0;
    const takeBoth = (first: string, second: string) =>
      engine.transaction(async (db) => {
        runs += 1;
        const take = (name: string) =>
          db
            .updateTable('number_ranges')
            .set(({ eb }) => ({ last_number: eb('last_number', '+', 1) }))
            .where('name', '=', name)
            .execute();
        await take(first);
        begun += 1;
        await until('each has locked the row that the other needs', () => begun >= 2);
        await take(second);
      });
    await Promise.all([takeBoth('left', 'right'), takeBoth('right', 'left')]);

    assert.equal(runs, 3);
    const rows = await engine.reader.selectFrom('number_ranges').select('last_number').execute();
    assert.deepEqual(
      rows.map((row) => row.last_number),
      [2, 2],
    );
  } finally {
    await engine.close();
    await database.drop();
  }
});

test('a migration and a process that waits for it have no time limit', async () => {
  const database = await createDatabase({ isEmpty: true });
  // The watcher needs its own connection: a transaction sees pg_stat_activity as it was at its first look.
  const [holder, watcher] = [await connectTo(database.url), await connectTo(database.url)];
  await holder.query('create table large (id integer)');
  await holder.query('begin; lock table large');
  const patience = { statementMs: 1_000, answerMs: 2_000, heartbeatMs: 5_000 };
  const engines = [1, 2].map(() => openPostgres(database.url, () => {}, silentLog, { patience }));
  const slowly: Migration = {
    version: 1,
    name: 'a column of a large table',
    up: async (db) => {
      await db.schema.alterTable('large').addColumn('more', 'integer').execute();
    },
  };
  const migrating = Promise.all(
    engines.map((engine) => migrate(engine, 0, 'bring_up_to_date', [slowly])),
  );
  const haveWaited = async (): Promise<boolean> => {
    const { rows } = await watcher.query<{ waiting: number }>(
      `select count(*) as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'
         and clock_timestamp() - query_start > interval '2500 milliseconds'`,
    );
    return rows[0]?.waiting === engines.length;
  };
  try {
    await Promise.race([
      until('both have waited longer than the limit of a request', haveWaited),
      migrating,
    ]);
    await holder.query('commit');
    const reports = await migrating;
    assert.deepEqual(reports.map(({ applied }) => applied.length).sort(), [0, 1]);
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
    await Promise.all([holder.end(), watcher.end()]);
    await database.drop();
  }
});

test('releases a connection that cannot listen before the next attempt', async () => {
  const database = await createDatabase();
  const [holder, watcher] = [await connectTo(database.url), await connectTo(database.url)];
  const log = recordingLog();
  const engine = openPostgres(database.url, () => {}, log, {
    patience: { statementMs: 500, answerMs: 5_000, heartbeatMs: 5_000 },
  });
  const ours = "application_name = 'linehaul' and datname = current_database()";
  const connections = async (): Promise<number | undefined> => {
    const { rows } = await watcher.query<{ count: number }>(
      `select count(*) as count from pg_stat_activity where ${ours}`,
    );
    return rows[0]?.count;
  };
  const failures = () =>
    log.lines.filter(({ message }) => message === 'the database is still away').length;
  try {
    await engine.ready();
    await holder.query('begin; lock table configuration');
    await watcher.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`);
    await until('three attempts have failed', () => failures() >= 3);
    await holder.query('commit');
    await until('the revision is known', () => engine.configurationRevision() !== undefined);
    await until('the failed connections are closed', async () => (await connections()) === 1);
  } finally {
    await engine.close();
    await Promise.all([holder.end(), watcher.end()]);
    await database.drop();
  }
});

test('queues reads and writes for a connection and refuses those without writes', async (t) => {
  const database = await createDatabase();
  const patienceMs = Number(new URL(database.url).searchParams.get('connect_timeout')) * 1000;
  let isWritten = false;
  const engine = openPostgres(database.url, () => {}, silentLog, {
    request: { noteWritten: () => {}, hasWritten: () => isWritten },
  });
  const releases: (() => void)[] = [];
  const ends: Promise<void>[] = [];
  /** Resolves once it has a connection, which it keeps until it is released. */
  const hold = async (): Promise<void> => {
    const [given, kept] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    releases.push(kept.resolve);
    const end = engine.transaction(async () => {
      given.resolve();
      await kept.promise;
    });
    ends.push(end);
    await Promise.race([given.promise, end]);
  };
  const askTwice = () => [sql`select 1`.execute(engine.reader), engine.transaction(async () => {})];
  try {
    await Promise.all(Array.from({ length: 10 }, hold));
    // All connections are open, so from here on the test sets the time.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    for (const expected of [StoreBusy, /timeout exceeded/]) {
      isWritten = expected !== StoreBusy;
      // The first in the queue gets the released connection. The others time out.
      const first = hold();
      const refused = askTwice().map((answer) => assert.rejects(answer, expected));
      releases.shift()?.();
      await first;
      t.mock.timers.tick(patienceMs);
      await Promise.all(refused);
    }
  } finally {
    t.mock.timers.reset();
    for (const release of releases) release();
    await Promise.all(ends);
    await engine.close();
    await database.drop();
  }
});
