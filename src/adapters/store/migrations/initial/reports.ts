// How often each carrier quoted a member in a month.

import { required, requiredReference } from '../columns.ts';
import type { Migration } from '../migration.ts';

export const createReports: Migration['up'] = async (db, dialect) => {
  await db.schema
    .createTable('carrier_answers')
    .addColumn('member_id', dialect.idType, requiredReference('members.id'))
    .addColumn('month', 'text', required)
    .addColumn('carrier', 'text', required)
    .addColumn('quoted', dialect.bigType, required)
    .addColumn('absent', dialect.bigType, required)
    .addColumn('failed', dialect.bigType, required)
    .addPrimaryKeyConstraint('carrier_answers_key', ['member_id', 'month', 'carrier'])
    .execute();
};
