// Links with which somebody accepts a quote for its member.
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const quoteLinks: Migration = {
  version: 11,
  name: 'links to quotes',
  up: async (db, { bigType: big }) => {
    await sql
      .raw(`
        create table quote_links (
          digest text primary key,
          booking_id ${big} not null references bookings (id) on delete cascade,
          member_id ${big} not null references members (id),
          version integer not null,
          choice text not null,
          expires_at_ms ${big} not null
        )
      `)
      .execute(db);
    await sql.raw('create index quote_links_of_booking on quote_links (booking_id)').execute(db);
  },
};
