// What the operator sells at and pays: margins on carriers' prices, the group of a member that a margin may name, the
// carrier's price of each booking, and carriers' invoices with the consignments that they bill.
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const selling: Migration = {
  version: 3,
  name: 'selling',
  up: async (db, { idColumn: id, bigType: big }) => {
    const statements = `
      alter table members add column price_group text default '' not null;

      -- Null for bookings that were confirmed before; their stored quote knows it.
      alter table bookings add column carrier_cents ${big};

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
      );

      create table carrier_invoices (
        id ${id},
        carrier text not null,
        number text not null,
        -- The number in the form used for comparison: lower case.
        number_key text not null,
        imported_at_ms ${big} not null
      );
      create unique index carrier_invoices_by_number on carrier_invoices (carrier, number_key);

      create table carrier_invoice_lines (
        id ${id},
        invoice_id ${big} not null references carrier_invoices (id) on delete cascade,
        line integer not null,
        reference text not null,
        -- Null if no booking, or more than one, has the reference.
        booking_id ${big} references bookings (id),
        billed_cents ${big} not null,
        billed_grams ${big},
        cost_cents ${big},
        finding text not null,
        state text not null
      );
      create index carrier_invoice_lines_of_invoice on carrier_invoice_lines (invoice_id, line);
      -- For the sums of listed invoices, without reading their lines.
      create index carrier_invoice_lines_summed on carrier_invoice_lines (invoice_id, state, billed_cents);
      create index carrier_invoice_lines_of_booking on carrier_invoice_lines (booking_id)
        where booking_id is not null`;
    for (const statement of statements.split(/;$/m)) await sql.raw(statement).execute(db);
  },
};
