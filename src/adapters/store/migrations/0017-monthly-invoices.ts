// Members' monthly invoices: their numbers without gaps, what they were issued with, the ledger entries on each, and
// their e-mails.
import type { Dialect } from '../engine/dialect.ts';
import { type Migration, runStatements } from './migration.ts';

export const monthlyInvoices: Migration = {
  version: 17,
  name: 'monthly invoices',
  up: async (db, dialect) => {
    await runStatements(db, statements(dialect));
    for (const table of ['monthly_invoices', 'monthly_invoice_entries'])
      await dialect.forbidChanges(db, table);
  },
};

const statements = ({ bigType: big }: Dialect): string => `
  create table monthly_invoice_numbers (last_number ${big} not null);
  insert into monthly_invoice_numbers (last_number) values (0);

  create table monthly_invoices (
    number ${big} primary key,
    member_id ${big} not null references members (id),
    month text not null,
    -- The entries of the member's first invoice begin here; earlier ones are in its balance brought forward.
    since_ms ${big} not null,
    until_ms ${big} not null,
    issued_at_ms ${big} not null,
    due_day text not null,
    closing_cents ${big} not null,
    facts text not null,
    constraint monthly_invoices_of_member unique (member_id, month)
  );
  create index monthly_invoices_by_month on monthly_invoices (month, number);

  -- The key keeps an entry off a second invoice.
  create table monthly_invoice_entries (
    entry_id ${big} primary key references ledger_entries (id),
    invoice_number ${big} not null references monthly_invoices (number)
  );

  create table monthly_invoice_mails (
    invoice_number ${big} primary key references monthly_invoices (number),
    -- How often a person asked for it; each time is a new message.
    round integer not null,
    status text not null,
    attempts integer not null,
    wanted_at_ms ${big} not null,
    due_at_ms ${big} not null,
    detail text not null
  );
  create index monthly_invoice_mails_waiting on monthly_invoice_mails (due_at_ms) where status = 'waiting'`;
