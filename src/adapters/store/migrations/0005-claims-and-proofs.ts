// Claims, proofs of delivery, and the files that people upload for them. Bodies are base64.
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const claimsAndProofs: Migration = {
  version: 5,
  name: 'claims and proofs of delivery',
  up: async (db, { idColumn: id, bigType: big }) => {
    const statements = [
      `create table claims (
        id ${id},
        booking_id ${big} not null references bookings (id),
        member_id ${big} not null references members (id),
        state text not null,
        reason text not null,
        claimed_cents ${big} not null,
        accepted_cents ${big},
        opened_at_ms ${big} not null,
        changed_at_ms ${big} not null
      )`,
      'create index claims_of_booking on claims (booking_id, id)',
      'create index claims_of_member on claims (member_id, id)',
      'create index claims_in_state on claims (state, id)',
      `create unique index claims_undecided on claims (booking_id)
        where state in ('open', 'sent_to_carrier')`,
      `create table claim_notes (
        id ${id},
        claim_id ${big} not null references claims (id),
        at_ms ${big} not null,
        member_id ${big} not null references members (id),
        is_operator integer not null,
        state text,
        text text not null
      )`,
      'create index claim_notes_of_claim on claim_notes (claim_id, id)',
      `create table claim_files (
        id ${id},
        claim_id ${big} not null references claims (id),
        added_by ${big} not null references members (id),
        added_at_ms ${big} not null,
        name text not null,
        media_type text not null,
        size integer not null,
        body text not null
      )`,
      'create index claim_files_of_claim on claim_files (claim_id, id)',
      `create table delivery_proofs (
        booking_id ${big} primary key references bookings (id) on delete cascade,
        signed_by text not null,
        signed_at_ms ${big},
        entered_by ${big} not null references members (id),
        entered_at_ms ${big} not null,
        picture_name text,
        picture_type text,
        picture text
      )`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
