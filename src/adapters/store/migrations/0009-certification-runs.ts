// Certifications of house accounts that the operator area starts, with their progress.
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const certificationRuns: Migration = {
  version: 9,
  name: 'certification runs',
  up: async (db, { idColumn: id, bigType: big }) => {
    for (const statement of [
      `create table certification_runs (
        id ${id},
        carrier text not null,
        begun_at_ms ${big} not null,
        -- Later than this, its process has died.
        alive_until_ms ${big} not null,
        ended_at_ms ${big},
        is_stopping integer not null,
        progress text not null
      )`,
      'create index certification_runs_by_carrier on certification_runs (carrier, id)',
      // One at a time for each account.
      'create unique index certification_runs_running on certification_runs (carrier) where ended_at_ms is null',
    ])
      await sql.raw(statement).execute(db);
  },
};
