// Members' label printers, and the labels that wait for them.
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const labelPrinters: Migration = {
  version: 6,
  name: 'label printers',
  up: async (db, { idColumn: id, bigType: big }) => {
    const statements = `
      create table label_printers (
        id ${id},
        member_id ${big} not null references members (id),
        name text not null,
        host text,
        port integer,
        token_digest text unique,
        automatic text not null,
        -- Another process has the printer until then, or it could not be reached and rests.
        held_until_ms ${big} not null,
        failures integer not null,
        reason text not null,
        detail text not null,
        seen_at_ms ${big}
      );
      create index label_printers_of_member on label_printers (member_id, id);

      create table printer_keys (
        printer_id ${big} not null references label_printers (id) on delete cascade,
        key_id ${big} not null references api_keys (id) on delete cascade,
        constraint printer_keys_key primary key (printer_id, key_id)
      );
      create index printer_keys_of_key on printer_keys (key_id);

      create table print_jobs (
        id ${id},
        printer_id ${big} not null references label_printers (id) on delete cascade,
        member_id ${big} not null references members (id),
        -- Null for a test label.
        booking_id ${big} references bookings (id),
        status text not null,
        attempts integer not null,
        queued_at_ms ${big} not null,
        due_at_ms ${big} not null,
        ended_at_ms ${big},
        reason text not null,
        detail text not null
      );
      create index print_jobs_waiting on print_jobs (printer_id, id) where status = 'waiting';
      create index print_jobs_of_member on print_jobs (member_id, id);
      create index print_jobs_of_member_status on print_jobs (member_id, status, id);
      create index print_jobs_of_printer on print_jobs (printer_id);
      create index print_jobs_of_booking on print_jobs (booking_id);
      create index print_jobs_ended on print_jobs (ended_at_ms) where ended_at_ms is not null;
    `.split(/;$/m);
    for (const statement of statements)
      if (statement.trim() !== '') await sql.raw(statement).execute(db);
  },
};
