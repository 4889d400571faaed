// What carriers say in tracking answers about who signed for a delivery, and where their document or picture of it is.
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const carrierProofs: Migration = {
  version: 22,
  name: 'carrier proofs',
  up: async (db, { bigType: big }) => {
    await sql
      .raw(`
        create table carrier_proofs (
          booking_id ${big} primary key references bookings (id) on delete cascade,
          signed_by text not null,
          signed_at_ms ${big},
          url text not null
        )
      `)
      .execute(db);
  },
};
