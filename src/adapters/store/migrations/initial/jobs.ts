// Which process runs the jobs, and how far the jobs that work through a table have come.

import { required } from '../columns.ts';
import type { Migration } from '../migration.ts';

export const createJobs: Migration['up'] = async (db, dialect) => {
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', required)
    .addColumn('until_ms', dialect.bigType, required)
    .execute();
  await db.schema
    .createTable('job_places')
    .addColumn('job', 'text', (column) => column.primaryKey())
    .addColumn('after_id', dialect.bigType, required)
    .addColumn('begun_at_ms', dialect.bigType, required)
    .execute();
};
