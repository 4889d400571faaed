// How members' receivers see the tracking page and e-mails.
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const brandings: Migration = {
  version: 10,
  name: 'brandings',
  up: async (db, { bigType: big }) => {
    await sql
      .raw(`create table brandings (
        member_id ${big} primary key references members (id),
        name text not null,
        colour text not null,
        message text not null,
        contact text not null,
        -- The address of the logo contains its digest; '' without a logo.
        logo_digest text not null,
        logo_type text not null,
        logo_base64 text not null
      )`)
      .execute(db);
    await sql.raw('create index brandings_by_logo on brandings (logo_digest)').execute(db);
  },
};
