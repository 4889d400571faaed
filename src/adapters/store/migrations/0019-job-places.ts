// How far the jobs have come that work through a table in small steps: whoever leads next goes on there.
import type { Migration } from '../migrate.ts';

export const jobPlaces: Migration = {
  version: 19,
  name: 'job places',
  up: async (db, dialect) => {
    await db.schema
      .createTable('job_places')
      .addColumn('job', 'text', (column) => column.primaryKey())
      .addColumn('after_id', dialect.bigType, (column) => column.notNull())
      .addColumn('begun_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
  },
};
