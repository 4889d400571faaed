// Upgrades from every released schema version, with rows in every table: every row and column is kept, the schema equals
// that of a new database, and the store works. A migration of this test stands in for the next release.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { aBooking } from '../../../test/support/bookings/bookings.ts';
import { type EmptyDatabase, openers } from '../../../test/support/components/empty-databases.ts';
import {
  type Contents,
  contentsOf,
  fillTables,
  type Row,
  shapeOf,
} from '../../../test/support/components/filled-database.ts';
import { linehaul, startServer } from '../../../test/support/components/program.ts';
import { until } from '../../../test/support/until.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { searchWords } from '../../domain/bookings/booking-words.ts';
import { memberId } from '../../domain/members/member.ts';
import { migrate, SchemaMismatch } from './migrate.ts';
import { users } from './migrations/0007-users.ts';
import { migrations } from './migrations/all.ts';
import type { Migration } from './migrations/migration.ts';
import { storeOver } from './store.ts';

const rows = 6;
/** The schema version of each release, oldest first. */
const releases = [1];
const newest = migrations.at(-1)?.version ?? 0;

/** Adds a column with values from another table, a table and an index. */
const nextRelease: Migration = {
  version: newest + 1,
  name: 'parcel lockers',
  up: async (db, dialect) => {
    await db.schema.alterTable('bookings').addColumn('locker', 'text').execute();
    await sql`
      update bookings set locker = (select email from members where members.id = bookings.member_id)
    `.execute(db);
    await sql
      .raw(`create table lockers (
        id ${dialect.idColumn}, booking_id ${dialect.bigType} references bookings (id))`)
      .execute(db);
    await db.schema.createIndex('bookings_by_locker').on('bookings').column('locker').execute();
  },
};
const withNextRelease = [...migrations, nextRelease];

/** What the migration to users keeps elsewhere; `expectUsers` looks for it there. */
const movedColumns: readonly (readonly [table: string, column: string])[] = [
  ['members', 'password_hash'],
  ['sessions', 'member_id'],
  ['password_resets', 'member_id'],
  ['mailed_password_resets', 'member_id'],
  ['email_confirmations', 'member_id'],
];

function withoutMoved(before: Contents): Contents {
  const isMoved = (table: string, column: string): boolean =>
    movedColumns.some(([from, name]) => from === table && name === column);
  return new Map(
    [...before].map(([table, all]) => [
      table,
      all.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !isMoved(table, column))),
      ),
    ]),
  );
}

/** Each member's sign-in is its first user's: the same password, sessions and links. */
function expectUsers(before: Contents, after: Contents): void {
  const added = after.get('users') ?? [];
  assert.deepEqual(
    added.map(({ member_id, email, email_key, password_hash }) => [
      ...[member_id, email, email_key, password_hash],
    ]),
    before.get('members')?.map((row) => [row.id, row.email, row.email_key, row.password_hash]),
  );
  assert.ok(added.every(({ role }) => role === 'admin'));
  for (const table of [
    'sessions',
    'password_resets',
    'mailed_password_resets',
    'email_confirmations',
  ]) {
    const memberOf = (user: unknown): unknown =>
      user === null ? null : added.find(({ id }) => id === user)?.member_id;
    assert.deepEqual(
      after.get(table)?.map(({ digest, user_id }) => [digest, memberOf(user_id)]),
      before.get(table)?.map(({ digest, member_id }) => [digest, member_id]),
      table,
    );
  }
}

/** The rows of `after` with the columns of `before` only. */
function asBefore(after: Contents, before: Contents): Contents {
  return new Map(
    [...before].map(([table, old]) => {
      const columns = Object.keys(old[0] ?? {});
      const kept = (after.get(table) ?? []).map((row) =>
        Object.fromEntries(columns.map((column) => [column, row[column]])),
      );
      return [table, kept];
    }),
  );
}

const sorted = (contents: Contents): [string, string[]][] =>
  [...contents].map(([table, all]) => [table, all.map((row: Row) => JSON.stringify(row)).sort()]);

for (const { name, withDatabase } of openers)
  describe(`upgrades on ${name}`, () => {
    for (const version of [...releases, newest])
      test(`an upgrade from schema version ${version} keeps every row and column`, () =>
        withDatabase(async ({ open }) => {
          const engine = open();
          const released = migrations.filter((one) => one.version <= version);
          await migrate(engine, 0, 'bring_up_to_date', released);
          await fillTables(engine, rows);
          const before = await contentsOf(engine);
          assert.equal(before.get('members')?.length, rows);
          assert.ok([...before.values()].every((all) => all.length > 0));

          const report = await migrate(engine, 1, 'bring_up_to_date', withNextRelease);
          assert.deepEqual([report.from, report.to], [version, newest + 1]);
          const after = await contentsOf(engine);
          const isBeforeUsers = version < users.version;
          const kept = isBeforeUsers ? withoutMoved(before) : before;
          assert.deepEqual(sorted(asBefore(after, kept)), sorted(kept));
          if (isBeforeUsers) expectUsers(before, after);
          const lockers = (after.get('bookings') ?? []).map(({ locker }) => locker !== null);
          assert.equal(lockers.filter(Boolean).length, 4, 'two of six bookings have no member');

          await engine.ready();
          const store = storeOver(engine);
          assert.equal((await store.members.list()).length, rows);
          for (const id of [1, 2]) {
            const booking = await store.bookings.find(bookingId(id), memberId(id));
            assert.equal(booking?.description, 'naïve “寿司” 😀');
            assert.equal(booking?.receiver.suburb, 'MELBOURNE');
          }
          const added = await store.bookings.add(aBooking({ memberId: memberId(1) }));
          assert.equal(Number(added), rows + 1);
          const shape = await shapeOf(engine);
          await engine.close();
          assert.deepEqual(shape, await shapeOfNewDatabase());
        }));

    test('after an upgrade from version 1, a search by name finds a confirmed booking, one without a shipment is known as the carrier’s to bill, and orders have what they are sorted by', () =>
      withDatabase(async ({ open }) => {
        const engine = open();
        await migrate(engine, 0, 'bring_up_to_date', migrations.slice(0, 1));
        await fillTables(engine, rows);
        await engine.transaction(async (db) => {
          await sql`delete from shipments where booking_id = 2`.execute(db);
          const confirmation = '{"funding":"credit","isOwnAccount":true}';
          await sql`update bookings set confirmation = ${confirmation} where id = 2`.execute(db);
        });
        await migrate(engine, 1, 'bring_up_to_date');
        await engine.ready();
        const own = await engine.reader
          .selectFrom('bookings')
          .where('is_billed_by_carrier', '=', 1)
          .select('id')
          .execute();
        assert.deepEqual(
          own.map(({ id }) => id),
          [2],
        );
        const found = await storeOver(engine).bookings.listByWords({
          owner: memberId(2),
          parts: ['receiver'],
          words: searchWords('zoe will'),
          limit: 5,
        });
        assert.deepEqual(
          found.map(({ id }) => Number(id)),
          [2],
        );
        const orders = (await contentsOf(engine)).get('orders') ?? [];
        assert.deepEqual(
          orders.map((row) => [row.receiver_key, Number(row.value_cents)]),
          orders.map(() => ['zoe wills', 12_50]),
        );
        await engine.close();
      }));

    async function shapeOfNewDatabase(): Promise<string[]> {
      let shape: string[] = [];
      await withDatabase(async ({ open }) => {
        const engine = open();
        await migrate(engine, 0, 'bring_up_to_date', withNextRelease);
        shape = await shapeOf(engine);
        await engine.close();
      });
      return shape;
    }

    test('a failing migration leaves every row and the schema unchanged', () =>
      withDatabase(async ({ open }) => {
        const engine = open();
        await migrate(engine, 0, 'bring_up_to_date');
        await fillTables(engine, rows);
        const before = [sorted(await contentsOf(engine)), await shapeOf(engine)];
        const failing: Migration = {
          ...nextRelease,
          up: async (db, dialect) => {
            await nextRelease.up(db, dialect);
            await db.deleteFrom('mails').execute();
            throw new Error('out of disk');
          },
        };
        await assert.rejects(
          migrate(engine, 1, 'bring_up_to_date', [...migrations, failing]),
          /out of disk/,
        );
        assert.deepEqual([sorted(await contentsOf(engine)), await shapeOf(engine)], before);
        await engine.close();
      }));

    test('commands other than serve and migrate refuse an older schema and change nothing', () =>
      withDatabase(async ({ open }) => {
        const engine = open();
        await migrate(engine, 0, 'bring_up_to_date');
        await fillTables(engine, rows);
        const before = [sorted(await contentsOf(engine)), await shapeOf(engine)];
        for (const policy of ['as_it_is', 'only_look'] as const) {
          await assert.rejects(migrate(engine, 1, policy, withNextRelease), (error) => {
            assert.ok(error instanceof SchemaMismatch);
            assert.match(
              error.message,
              new RegExp(
                `schema version ${newest}; this program needs ${newest + 1}.*linehaul migrate`,
              ),
            );
            return true;
          });
        }
        assert.deepEqual([sorted(await contentsOf(engine)), await shapeOf(engine)], before);
        await engine.close();
      }));

    test('serve and other commands refuse a newer schema, say what to do, and change nothing', () =>
      withDatabase(async (database) => {
        await makeNewer(database);
        const engine = database.open();
        await fillTables(engine, 2);
        const before = sorted(await contentsOf(engine));
        for (const command of [['serve'], ['member', 'list']]) {
          const refused = await linehaul({ ...database.environment, PORT: '0' }, ...command);
          assert.equal(refused.status, 1, command.join(' '));
          assert.match(
            refused.stderr,
            new RegExp(`schema version ${newest + 1}; .*up to ${newest}`),
          );
          assert.match(refused.stderr, /newer Linehaul that wrote it, or restore a backup/);
          assert.ok(!refused.stderr.includes('    at '), refused.stderr);
        }
        assert.deepEqual(sorted(await contentsOf(engine)), before);
        await engine.close();
      }));

    test('a process keeps serving while a newer one migrates, and reports that it must be replaced', () =>
      withDatabase(async (database) => {
        const server = await startServer(database.environment);
        const readiness = async () => {
          const answer = await fetch(`${server.url}/readyz`);
          const { status, database } = (await answer.json()) as {
            status: string;
            database: { schema_version: number; detail?: string };
          };
          return [answer.status, status, database.schema_version, database.detail];
        };
        try {
          assert.deepEqual(await readiness(), [200, 'ok', newest, undefined]);
          await makeNewer(database);
          await until(
            'the process notices the newer schema',
            async () => (await readiness())[1] !== 'ok',
          );
          assert.deepEqual(await readiness(), [
            200,
            'degraded',
            newest + 1,
            'a newer Linehaul has changed the schema; replace this process by it',
          ]);
          await server.says('replace this process');
        } finally {
          await server.stop();
        }
        const warnings = server.output.filter((line) => line.includes('replace this process'));
        assert.equal(warnings.length, 1);
      }));
  });

async function makeNewer({ open }: EmptyDatabase): Promise<void> {
  const engine = open();
  await migrate(engine, 0, 'bring_up_to_date', withNextRelease);
  await engine.close();
}
