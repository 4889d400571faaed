// Every table of the first release, in the SQL that both engines share. A table comes after those that it references.
import type { Dialect } from '../engine/dialect.ts';
import { type Migration, runStatements } from './migration.ts';

export const initialSchema: Migration = {
  version: 1,
  name: 'initial schema',
  up: async (db, dialect) => {
    await runStatements(db, tables(dialect));
    await dialect.compressColumn(db, 'quote_sets', 'document');
    await dialect.compressColumn(db, 'bookings', 'document');
    await dialect.forbidChanges(db, 'ledger_entries');
  },
};

const tables = ({ idColumn: id, bigType: big }: Dialect): string => `
  create table members (
    id ${id},
    email text not null,
    email_key text not null unique,
    password_hash text not null,
    company_name text not null,
    first_name text not null,
    last_name text not null,
    phone text not null,
    suburb text not null,
    postcode text not null,
    state text not null,
    country text not null,
    is_open integer not null,
    may_book_live integer not null,
    has_multipickup integer not null,
    may_connect_carriers integer default 0 not null,
    own_carriers integer default 0 not null,
    discount_basis_points integer not null,
    is_operator integer default 0 not null,
    created_at_ms ${big} not null
  );

  create table sessions (
    id ${id},
    member_id ${big} not null references members (id),
    digest text not null unique,
    user_agent text not null,
    created_at_ms ${big} not null,
    last_used_at_ms ${big} not null
  );
  create index sessions_of_member on sessions (member_id, last_used_at_ms);
  -- Finds expired sessions.
  create index sessions_by_use on sessions (last_used_at_ms);

  -- Links from an operator and links sent by e-mail are kept apart: a new link of one kind must not void the
  -- other.
  create table password_resets (
    member_id ${big} primary key references members (id),
    digest text not null unique,
    expires_at_ms ${big} not null
  );

  create table mailed_password_resets (
    member_id ${big} primary key references members (id),
    digest text not null unique,
    expires_at_ms ${big} not null
  );

  create table email_confirmations (
    digest text primary key,
    -- Null for a sign-up, otherwise the member who changes their address.
    member_id ${big} references members (id),
    email text not null,
    details text not null,
    password_hash text not null,
    expires_at_ms ${big} not null
  );
  create index email_confirmations_by_end on email_confirmations (expires_at_ms);

  -- One row that counts every configuration change.
  create table configuration (id integer primary key, revision ${big} not null);
  insert into configuration (id, revision) values (1, 1);

  create table api_keys (
    id ${id},
    member_id ${big} not null references members (id),
    digest text not null unique,
    prefix text not null,
    module_type text not null,
    site text not null,
    is_active integer not null,
    is_demo integer not null,
    created_at_ms ${big} not null
  );
  create index api_keys_of_member on api_keys (member_id, id);

  create table key_settings (
    key_id ${big} primary key references api_keys (id) on delete cascade,
    settings text not null
  );

  create table key_calls (
    id ${id},
    key_id ${big} not null references api_keys (id) on delete cascade,
    at_ms ${big} not null,
    method text not null,
    path text not null,
    status integer not null,
    took_ms integer not null,
    refusal text,
    request_id text not null
  );
  create index key_calls_of_key on key_calls (key_id, id);

  -- Quotes that several bookings share, stored once, because shoppers quote the same basket repeatedly.
  create table quote_sets (id ${id}, created_at_ms ${big} not null, document text not null);

  create table bookings (
    id ${id},
    -- Null for an anonymous quote.
    member_id ${big} references members (id),
    -- Bookings outlive a deleted key, so this is no reference.
    key_id ${big},
    version integer default 1 not null,
    status text not null,
    connote text,
    created_at_ms ${big} not null,
    quote_set_id ${big} references quote_sets (id),
    carrier text,
    cost_cents ${big},
    confirmation text,
    confirmed_at_ms ${big},
    additional_cents ${big} default 0 not null,
    scanned_grams ${big} default 0 not null,
    from_region text,
    to_region text,
    quoted_grams ${big},
    is_demo ${big},
    -- Last, because SQLite reads through a long text to reach the columns after it.
    document text not null
  );
  -- A member's bookings by time. New rows go to its end, so its pages are never split.
  create index bookings_of_member on bookings (member_id, created_at_ms, id);
  -- Partial indexes spare the millions of bookings that are only quotes.
  create index bookings_made on bookings (member_id, created_at_ms, id) where status <> 'new';
  create index bookings_booked on bookings (created_at_ms, id) where status <> 'new';
  create index bookings_troubled on bookings (created_at_ms, id)
    where status in ('pending_payment', 'pending_review', 'request_sent', 'request_failed');
  -- Not unique: our own connotes never repeat, but a live carrier's may.
  create index bookings_by_connote on bookings (connote) where connote is not null;
  -- Finds out whether a quote set is still in use.
  create index bookings_of_quote_set on bookings (quote_set_id) where quote_set_id is not null;
  -- Holds every column that a report reads, so that a member's year is added up from the index alone.
  create index bookings_reported on bookings (
    member_id, is_demo, confirmed_at_ms, carrier, from_region, to_region, status, cost_cents,
    additional_cents, quoted_grams, scanned_grams, id
  ) where confirmed_at_ms is not null;

  create table customs_declarations (
    booking_id ${big} primary key references bookings (id) on delete cascade,
    document text not null,
    declared_at_ms ${big} not null
  );

  -- Bookings whose carrier, which is not connected, was notified by a person. A separate table, so that
  -- confirming a booking writes no more.
  create table told_carriers (
    booking_id ${big} primary key references bookings (id) on delete cascade,
    told_at_ms ${big} not null,
    told_by ${big} not null references members (id)
  );

  -- Ranges of connotes and other numbers.
  create table number_ranges (name text primary key, last_number ${big} not null);

  -- Connotes that a person has replaced. Labels and carriers still use them, so they are never allocated again.
  create table retired_connotes (connote text primary key);

  create table idempotency_records (
    member_id ${big} not null references members (id),
    key text not null,
    request_digest text not null,
    booking_id ${big},
    status integer,
    body text,
    created_at_ms ${big} not null,
    held_until_ms ${big} not null,
    constraint idempotency_records_key primary key (member_id, key)
  );
  create index idempotency_records_by_age on idempotency_records (created_at_ms);

  create table credit_accounts (
    member_id ${big} primary key references members (id),
    limit_cents ${big} not null,
    used_cents ${big} not null,
    changed_at_ms ${big} not null
  );

  create table payment_methods (
    id ${id},
    member_id ${big} not null references members (id),
    kind text not null,
    gateway text not null,
    token text not null,
    customer text,
    masked_label text not null,
    -- Recognises a saved card that arrives with another token.
    fingerprint text not null,
    is_default integer not null,
    -- A removed method is only marked, because payments refer to it.
    is_removed integer default 0 not null,
    created_at_ms ${big} not null
  );
  create index payment_methods_of_member on payment_methods (member_id, id);

  create table payments (
    id ${id},
    key text not null unique,
    kind text not null,
    -- Payments outlive a deleted booking, so this is no reference.
    booking_id ${big} not null,
    member_id ${big} not null references members (id),
    method text not null,
    method_id ${big} references payment_methods (id),
    of_payment_id ${big} references payments (id),
    amount_cents ${big} not null,
    status text not null,
    reference text not null,
    detail text not null,
    created_at_ms ${big} not null,
    retry_at_ms ${big},
    attempts integer not null,
    -- The end of the lease of the process that works on the payment.
    taken_until_ms ${big}
  );
  create index payments_by_booking_id on payments (booking_id, id);
  create index payments_by_member_id on payments (member_id, id);
  create index payments_to_retry on payments (retry_at_ms) where retry_at_ms is not null;
  -- Refunds that the gateway rejected, for a person to pay.
  create index payments_refused on payments (id) where kind = 'refund' and status = 'refused';

  create table ledger_entries (
    id ${id},
    at_ms ${big} not null,
    kind text not null,
    debit text not null,
    credit text not null,
    amount_cents ${big} not null,
    member_id ${big} not null references members (id),
    booking_id ${big},
    payment_id ${big} references payments (id),
    constraint ledger_amount check (amount_cents > 0),
    constraint ledger_sides check (debit <> credit)
  );
  create index ledger_of_member on ledger_entries (member_id, id);
  create index ledger_of_booking on ledger_entries (member_id, booking_id);
  -- Receipts and adjustments are few among a member's sales.
  create index ledger_entries_receipts on ledger_entries (member_id, id) where kind = 'receipt';
  create index ledger_entries_adjustments on ledger_entries (member_id, id) where kind = 'adjustment';

  -- Separate from the ledger, because its entries are never changed.
  create table receipts_taken_back (
    entry_id ${big} primary key references ledger_entries (id),
    taken_back_at_ms ${big} not null
  );

  -- The bank's reference of each receipt, so that a payment is not entered twice.
  create table receipt_references (
    entry_id ${big} primary key references ledger_entries (id),
    member_id ${big} not null references members (id),
    reference text not null,
    reference_key text not null
  );
  -- Not unique: a cancelled receipt keeps its reference.
  create index receipt_references_of_member on receipt_references (member_id, reference_key);

  -- A row is written before the gateway is called to move money, and stays, so that repeating a call is harmless.
  create table gateway_attempts (
    key text primary key,
    nonce text not null,
    reference text,
    is_closed integer not null,
    opened_at_ms ${big} not null
  );

  -- The test gateway's own books. Like a real gateway's, they are not linked to other tables.
  create table test_gateway_charges (
    key text primary key,
    token text not null,
    amount_cents ${big} not null,
    refunded_cents ${big} not null,
    is_accepted integer not null,
    reference text not null unique,
    booking_id ${big} not null,
    member_id ${big} not null,
    entered_at_ms ${big} not null
  );

  create table test_gateway_refunds (
    key text primary key,
    charge_reference text not null,
    amount_cents ${big} not null,
    reference text not null,
    entered_at_ms ${big} not null
  );

  create table carriers_off (string_id text primary key);

  create table carrier_accounts (
    -- 0 for a house account, so that it can be part of the key.
    account_member_id ${big} not null,
    carrier text not null,
    sealed text not null,
    policy text not null,
    connected_at_ms ${big} not null,
    constraint carrier_accounts_key primary key (account_member_id, carrier)
  );

  -- The last result of each operation that was certified with the house account.
  create table carrier_certifications (
    carrier text not null,
    operation text not null,
    outcome text not null,
    reason text not null,
    at_ms ${big} not null,
    constraint carrier_certifications_key primary key (carrier, operation)
  );

  create table sent_consignments (
    reference text primary key,
    carrier text not null,
    string_id text not null,
    booking_id ${big} not null,
    -- Null for a house account.
    account_member_id ${big},
    state text not null,
    connote text not null,
    carrier_id text not null,
    pieces text not null,
    detail text not null,
    sent_at_ms ${big} not null,
    manifest_id text not null,
    manifest_note text default '' not null,
    quoted_cents ${big},
    booked_cents ${big},
    -- 'differs' until a person has acknowledged that the carrier charged another price than it quoted.
    price_note text default '' not null
  );
  create index sent_consignments_by_connote on sent_consignments (carrier, connote);
  -- The consignments for a day's manifest.
  create index sent_consignments_to_manifest on sent_consignments (carrier, state, manifest_id, sent_at_ms);
  -- Consignments that need an operator's attention, found without reading the rest.
  create index sent_consignments_orphaned on sent_consignments (sent_at_ms, reference) where state = 'orphaned';
  create index sent_consignments_other_price on sent_consignments (sent_at_ms, reference)
    where price_note = 'differs';
  create index sent_consignments_left_out on sent_consignments (sent_at_ms, reference)
    where manifest_note = 'unknown' and state = 'booked' and manifest_id = '';

  create table carrier_labels (
    reference text not null,
    format text not null,
    body text not null,
    kept_at_ms ${big} not null,
    constraint carrier_labels_key primary key (reference, format)
  );

  create table carrier_calls (
    id ${id},
    at_ms ${big} not null,
    carrier text not null,
    -- Null for a house account.
    account_member_id ${big},
    operation text not null,
    reference text not null,
    request_id text default '' not null,
    method text not null,
    url text not null,
    status integer not null,
    took_ms integer not null,
    trouble text not null,
    sent text not null,
    received text not null
  );
  create index carrier_calls_of_carrier on carrier_calls (carrier, id);
  create index carrier_calls_by_age on carrier_calls (at_ms);
  -- Finds the calls about a booking.
  create index carrier_calls_of_booking on carrier_calls (reference, id);

  create table lodged_manifests (
    id ${id},
    carrier text not null,
    -- 0 for a house account, so that it can be part of the key.
    account_member_id ${big} not null,
    manifest_id text not null,
    lodged_at_ms ${big} not null,
    consignments integer not null,
    document text
  );
  create unique index lodged_manifests_by_number on lodged_manifests (carrier, account_member_id, manifest_id);
  create index lodged_manifests_of_carrier on lodged_manifests (carrier, id);
  -- Finds old documents to delete.
  create index lodged_manifests_with_document on lodged_manifests (lodged_at_ms) where document is not null;

  create table refused_manifests (
    carrier text not null,
    account_member_id ${big} not null,
    since_ms ${big} not null,
    reason text not null,
    constraint refused_manifests_key primary key (carrier, account_member_id)
  );

  create table shipments (
    booking_id ${big} primary key references bookings (id),
    member_id ${big} not null references members (id),
    connote text not null,
    connote_key text not null,
    carrier text not null,
    is_own_account integer default 0 not null,
    pieces integer not null,
    is_demo integer not null,
    notifies_by_email integer not null,
    begun_at_ms ${big} not null,
    expected_date text,
    stage text not null,
    poll_at_ms ${big},
    failed_polls integer not null
  );
  create index shipments_by_connote on shipments (connote_key, booking_id);
  -- By carrier first: shipments of carriers that cannot be polled stay in the index, and are skipped this way.
  create index shipments_to_poll on shipments (carrier, poll_at_ms) where poll_at_ms is not null;
  -- Shipments with a member's own account are few, and found without the rest of the other index.
  create index shipments_to_poll_own on shipments (carrier, poll_at_ms)
    where is_own_account = 1 and poll_at_ms is not null;

  create table tracking_events (
    booking_id ${big} not null references bookings (id),
    digest text not null,
    piece integer,
    occurred_at_ms ${big},
    received_at_ms ${big} not null,
    given_stage text,
    reported_by text not null,
    raw text not null,
    constraint tracking_events_key primary key (booking_id, digest)
  );

  create table mails (
    booking_id ${big} not null references bookings (id),
    kind text not null,
    member_id ${big} not null,
    is_demo integer not null,
    status text not null,
    attempts integer not null,
    wanted_at_ms ${big} not null,
    due_at_ms ${big} not null,
    ended_at_ms ${big},
    detail text not null,
    constraint mails_key primary key (booking_id, kind)
  );
  create index mails_waiting on mails (due_at_ms) where status = 'waiting';
  -- Members take turns, and demos wait apart from the rest.
  create index mails_in_turn on mails (is_demo, member_id, due_at_ms) where status = 'waiting';

  create table orders (
    id ${id},
    member_id ${big} not null references members (id),
    -- Orders outlive a deleted key, so this is no reference.
    key_id ${big},
    number text not null,
    imported_from text not null,
    source_key text not null,
    status text not null,
    booking_id ${big} references bookings (id) on delete set null,
    selected_carrier text,
    imported_at_ms ${big} not null,
    updated_at_ms ${big} not null,
    search text not null,
    document text not null
  );
  -- Two simultaneous requests with the same order create one order.
  create unique index orders_by_number on orders (member_id, source_key, number);
  -- A booking belongs to at most one order. Every read of a booking also uses this index.
  create unique index orders_by_booking on orders (booking_id);
  create index orders_of_member on orders (member_id, imported_at_ms, id);

  create table products (
    member_id ${big} not null references members (id),
    sku text not null,
    title text not null,
    description text not null,
    updated_at_ms ${big} not null,
    constraint products_by_sku primary key (member_id, sku)
  );

  create table labels (
    booking_id ${big} primary key references bookings (id) on delete cascade,
    revision integer not null,
    sscc_prefix text,
    first_sscc ${big},
    authority_serial ${big}
  );

  create table kept_documents (
    id ${id},
    booking_id ${big} not null references bookings (id) on delete cascade,
    name text not null,
    digest text not null,
    body text not null,
    size integer not null,
    kept_at_ms ${big} not null
  );
  create unique index kept_documents_of_booking on kept_documents (booking_id, name);

  -- One row with the total size of all cached documents.
  create table document_shelf (id integer primary key, bytes ${big} not null);
  insert into document_shelf (id, bytes) values (1, 0);

  create table invoices (
    booking_id ${big} primary key references bookings (id),
    issued_at_ms ${big} not null,
    facts text not null
  );

  -- How often each carrier quoted a member in a month.
  create table carrier_answers (
    member_id ${big} not null references members (id),
    month text not null,
    carrier text not null,
    quoted ${big} not null,
    absent ${big} not null,
    failed ${big} not null,
    constraint carrier_answers_key primary key (member_id, month, carrier)
  );

  create table leases (name text primary key, holder text not null, until_ms ${big} not null);

  create table job_places (job text primary key, after_id ${big} not null, begun_at_ms ${big} not null)`;
