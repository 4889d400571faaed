// Migrations: forward only, once, under a lock, all or nothing, on both engines.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openers } from '../../../test/support/components/empty-databases.ts';
import { migrate, SchemaMismatch, schemaVersion } from './migrate.ts';
import type { Migration } from './migrations/migration.ts';

const makeTable = (version: number, table: string): Migration => ({
  version,
  name: `make ${table}`,
  up: async (db) => {
    await db.schema.createTable(table).addColumn('id', 'integer').execute();
  },
});

for (const { name, withDatabase } of openers) {
  describe(`migrations on ${name}`, () => {
    test('creates every table in an empty database, and a second run changes nothing', () =>
      withDatabase(async ({ open }) => {
        const engine = open();
        const first = await migrate(engine, 1, 'bring_up_to_date');
        assert.equal(first.from, 0);
        assert.ok(first.applied.length > 0);
        const second = await migrate(engine, 2, 'bring_up_to_date');
        assert.deepEqual(second, { from: first.to, to: first.to, applied: [] });
        await engine.close();
      }));

    test('a failing step leaves the schema unchanged', () =>
      withDatabase(async ({ open }) => {
        const engine = open();
        const failing: Migration = {
          version: 2,
          name: 'fail',
          up: async (db) => {
            await db.schema.createTable('half').addColumn('id', 'integer').execute();
            throw new Error('out of ideas');
          },
        };
        await migrate(engine, 0, 'bring_up_to_date', [makeTable(1, 'one')]);
        await assert.rejects(
          migrate(engine, 0, 'bring_up_to_date', [makeTable(1, 'one'), failing]),
          /out of ideas/,
        );
        assert.equal(await schemaVersion(engine.reader), 1);
        const tables = (await engine.reader.introspection.getTables()).map((table) => table.name);
        assert.ok(tables.includes('one'));
        assert.ok(!tables.includes('half'));
        await engine.close();
      }));

    test('rejects a database newer than the program and says what to do', () =>
      withDatabase(async ({ open }) => {
        const engine = open();
        await migrate(engine, 0, 'bring_up_to_date', [makeTable(1, 'one'), makeTable(2, 'two')]);
        await assert.rejects(
          migrate(engine, 0, 'bring_up_to_date', [makeTable(1, 'one')]),
          (error) => {
            assert.ok(error instanceof SchemaMismatch);
            assert.match(error.message, /schema version 2.*up to 1.*newer Linehaul/);
            return true;
          },
        );
        await engine.close();
      }));

    test('the command line rejects an older database but creates the tables of an empty one', () =>
      withDatabase(async ({ open }) => {
        const engine = open();
        await migrate(engine, 0, 'as_it_is', [makeTable(1, 'one')]);
        await assert.rejects(
          migrate(engine, 0, 'as_it_is', [makeTable(1, 'one'), makeTable(2, 'two')]),
          /linehaul migrate/,
        );
        await engine.close();
      }));

    test('two processes that start together migrate once', () =>
      withDatabase(async ({ open }) => {
        const engines = [open(), open(), open()];
        const reports = await Promise.all(
          engines.map((engine) => migrate(engine, 0, 'bring_up_to_date')),
        );
        assert.equal(reports.filter(({ applied }) => applied.length > 0).length, 1);
        for (const engine of engines) await engine.close();
      }));
  });
}
