// From every schema version there ever was, with rows in every table, to the newest: nothing lost, nothing changed, the
// same shape as a new database, and it can be used. `TESTS=long` does it with more rows than a migration takes at once.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
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
import { isLong } from '../../../test/support/long-form.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { memberId } from '../../domain/members/member.ts';
import { type Migration, migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';
import { storeOver } from './store.ts';

const rows = isLong ? 1_203 : 6;
/** PostgreSQL takes seconds for each: in the ordinary run from the first and from the last few. */
function startingPoints(engine: string): readonly Migration[] {
  if (isLong || engine === 'sqlite') return migrations;
  return migrations.filter((_, at) => at === 0 || at >= migrations.length - 3);
}
const newest = migrations.at(-1)?.version ?? 0;

/** Rows as they were, without the columns that came later. */
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
    /** Of a database that was never an older one. */
    let newShape: string[] = [];
    before(() =>
      withDatabase(async ({ open }) => {
        const engine = open();
        await migrate(engine, 0, 'bring_up_to_date');
        newShape = await shapeOf(engine);
        await engine.close();
      }),
    );

    for (const { version, name: step } of startingPoints(name))
      test(`from version ${version} (${step}) everything is kept`, () =>
        withDatabase(async ({ open }) => {
          const old = migrations.slice(
            0,
            migrations.findIndex((one) => one.version === version) + 1,
          );
          const engine = open();
          await migrate(engine, 0, 'bring_up_to_date', old);
          await fillTables(engine, rows);
          const held = await contentsOf(engine);
          assert.equal(held.get('members')?.length, rows);
          assert.ok([...held.values()].every((all) => all.length > 0));

          const report = await migrate(engine, 1, 'bring_up_to_date');
          assert.deepEqual([report.from, report.to], [version, newest]);
          const after = asBefore(await contentsOf(engine), held);
          assert.deepEqual(sorted(after), sorted(held));
          assert.deepEqual(await shapeOf(engine), newShape);
          await engine.ready();

          const store = storeOver(engine);
          assert.equal((await store.members.list()).length, rows);
          if (held.has('bookings')) {
            for (const id of [1, 2]) {
              const booking = await store.bookings.find(bookingId(id), memberId(id));
              assert.equal(booking?.description, 'naïve “寿司” 😀');
              assert.equal(booking?.receiver.suburb, 'MELBOURNE');
            }
          }
          // What is added now gets a number of its own.
          const added = await store.bookings.add(aBooking({ memberId: memberId(1) }));
          assert.equal(Number(added), held.has('bookings') ? rows + 1 : 1);
          await engine.close();
        }));

    test('reports know bookings that were confirmed before there were any', () =>
      withDatabase(async ({ open }) => {
        const engine = open();
        await migrate(engine, 0, 'bring_up_to_date', migrations.slice(0, 11));
        await fillTables(engine, rows);
        await migrate(engine, 1, 'bring_up_to_date');
        const bookings = (await contentsOf(engine)).get('bookings') ?? [];
        for (const row of bookings) {
          const isConfirmed = row.confirmation !== null;
          assert.equal(row.from_region === null, !isConfirmed);
          if (isConfirmed) assert.equal(row.is_demo, Number(row.id) % 2 === 0 ? 1 : 0);
        }
        await engine.close();
      }));

    test('manifests that were lodged before any were kept are listed, the newest first', () =>
      withDatabase(async ({ open }) => {
        const engine = open();
        await migrate(engine, 0, 'bring_up_to_date', migrations.slice(0, 26));
        await fillTables(engine, 6);
        const begunMs = 1_790_000_000_000;
        // The account of every third is the house's.
        await engine.transaction(async (db) => {
          await db
            .updateTable('sent_consignments')
            .set({ carrier: 'tnt', manifest_id: '' })
            .execute();
          const put = (manifest: string, atMs: readonly number[]) =>
            db
              .updateTable('sent_consignments')
              .set({ manifest_id: manifest })
              .where(
                'sent_at_ms',
                'in',
                atMs.map((n) => begunMs + n),
              )
              .execute();
          await put('B', [3, 6]);
          await put('A', [1]);
        });
        await migrate(engine, 1, 'bring_up_to_date');
        const listed = await storeOver(engine).manifests.list({ limit: 9 });
        assert.deepEqual(
          listed.map(({ id: _id, ...one }) => one),
          [
            {
              carrier: 'tnt',
              manifestId: 'B',
              lodgedAtMs: begunMs + 6,
              consignments: 2,
              hasPaper: false,
            },
            {
              carrier: 'tnt',
              memberId: 1,
              manifestId: 'A',
              lodgedAtMs: begunMs + 1,
              consignments: 1,
              hasPaper: false,
            },
          ],
        );
        await engine.close();
      }));

    test('brings an old database up to date on request, and refuses other commands until then', () =>
      withDatabase(async ({ open, environment }) => {
        const engine = open();
        await migrate(engine, 0, 'bring_up_to_date', migrations.slice(0, 3));
        await fillTables(engine, 3);
        await engine.close();
        const early = await linehaul(environment, 'member', 'list');
        assert.equal(early.status, 1);
        assert.match(early.stderr, /schema version 3; this program needs \d+.*linehaul migrate/);
        const done = await linehaul(environment, 'migrate', '--json');
        assert.equal(done.status, 0, done.stderr);
        const { stdout } = await linehaul(environment, 'member', 'list', '--json');
        assert.equal((JSON.parse(stdout) as unknown[]).length, 3);
      }));

    test('the program refuses a database of a newer version, says what to do, and changes nothing', () =>
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

    test('a process that serves while a newer one migrates goes on, and says that it is to be replaced', () =>
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
          for (let n = 0; n < 2; n += 1) {
            assert.deepEqual(await readiness(), [
              200,
              'degraded',
              newest + 1,
              'a newer Linehaul has changed the schema; replace this process by it',
            ]);
          }
          await server.says('replace this process');
        } finally {
          await server.stop();
        }
        const said = server.output.filter((line) => line.includes('replace this process'));
        assert.equal(said.length, 1);
      }));
  });

async function makeNewer({ open }: EmptyDatabase): Promise<void> {
  const engine = open();
  const later = { version: newest + 1, name: 'later', up: async () => {} };
  await migrate(engine, 0, 'bring_up_to_date', [...migrations, later]);
  await engine.close();
}
