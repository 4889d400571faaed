// Margins that the operator adds to carriers' prices, and the group of a member that a margin may name.
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const margins: Migration = {
  version: 2,
  name: 'margins',
  up: async (db, { idColumn: id, bigType: big }) => {
    await sql`alter table members add column price_group text default '' not null`.execute(db);
    await sql
      .raw(`
        create table margins (
          id ${id},
          -- The customer is a member, a group, or everyone.
          member_id ${big} references members (id),
          price_group text,
          -- The string_id of a service, or the folder of a carrier, or neither.
          service text,
          carrier text,
          from_state text,
          to_state text,
          basis_points ${big} not null,
          fixed_cents ${big} not null,
          minimum_cents ${big} not null,
          -- Days since 1 January 1970, both included; null while it has no end.
          from_day ${big} not null,
          until_day ${big}
        )`)
      .execute(db);
  },
};
